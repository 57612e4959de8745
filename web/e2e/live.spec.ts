import { currentMove, drag, dragAnyway, expect, expectPiece, NO_SERVER, test, type } from "./fixtures";

test("a move in one of twenty tabs appears in the others", async ({ page, context, server }) => {
  test.setTimeout(120_000);
  await page.goto(server.address);
  await type(page, "e4");
  const address = page.url();
  const tabs = [];
  for (let tab = 0; tab < 19; tab += 1) {
    const other = await context.newPage();
    await other.goto(address);
    tabs.push(other);
  }
  for (const other of tabs) await expect(other.locator(".moves .move")).toHaveText(["e4"]);
  await page.bringToFront();
  await type(page, "e5");
  for (const other of tabs) await expect(other.locator(".moves .move")).toHaveText(["e4", "e5"]);
  const last = tabs.at(-1)!;
  await last.bringToFront();
  await drag(last, "g1", "f3");
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3"]);
});

test("an open page shows a banner while the server is down and continues after a restart", async ({ page, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  await type(page, "e4", "e5", "Nf3");
  await server.kill();
  await expect(page.locator(".banner")).toContainText("connection to pinsight is lost");
  // Without a server, no piece can be moved.
  await dragAnyway(page, "b8", "c6");
  await expectPiece(page, "b8", "bn");
  await server.start();
  await expect(page.locator(".banner")).toHaveCount(0);
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3"]);
  await drag(page, "b8", "c6");
  await expect(currentMove(page)).toHaveText("Nc6");
  await page.reload();
  await expect(page.locator(".moves .move")).toHaveText(["e4", "e5", "Nf3", "Nc6"]);
});

test("the list of games reports a lost server and loads when it is back", async ({ page, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  await type(page, "e4");
  await server.kill();
  await expect(page.locator(".banner")).toBeVisible();
  await page.keyboard.press("g");
  const games = page.getByRole("dialog", { name: "Games" });
  await expect(games.getByRole("alert")).toContainText("The server does not answer");
  await server.start();
  await expect(games.locator("li")).toHaveCount(1);
  await expect(games.getByRole("alert")).toHaveCount(0);
});

test("changes missed during a lost connection appear after the reconnect", async ({ page, context, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  await type(page, "e4");
  const id = page.url().split("/").pop();
  await server.kill();
  await expect(page.locator(".banner")).toBeVisible();
  await server.start();
  const answer = await context.request.post(`${new URL(server.address).origin}/api/games/${id}/moves`, { data: { node: 1, move: "c5" } });
  expect(answer.ok()).toBe(true);
  await expect(page.locator(".moves .move")).toHaveText(["e4", "c5"]);
  await expectPiece(page, "c5", "bp");
});

test("a read-only server shows games but allows no changes", async ({ page, server }) => {
  await page.goto(server.address);
  await type(page, "e4", "e5");
  const address = page.url();
  await page.close();
  await server.kill();
  await server.start("--read-only");
  const other = await page.context().newPage();
  await other.goto(address);
  await expect(other.locator(".moves .move")).toHaveText(["e4", "e5"]);
  await expect(other.getByText("read only")).toBeVisible();
  await expect(other.getByRole("button", { name: "New game" })).toBeDisabled();
  for (const key of ["n", "i"]) await other.keyboard.press(key);
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await dragAnyway(other, "g1", "f3");
  await expectPiece(other, "g1", "wn");
  await other.keyboard.press("ArrowLeft");
  await expect(currentMove(other)).toHaveText("e4");
});
