/** Clocks, flag fall, draw offers. */

import { drag, expect, NO_SERVER, startGame, test, type } from "./fixtures";

test("a game has clocks, which run, survive a restart, and end it when a flag falls", async ({ page, server, expected }) => {
  expected.push(NO_SERVER);
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Two people" }).click();
  await page.getByRole("combobox", { name: "Clock" }).selectOption("other");
  await page.getByRole("textbox", { name: "Minutes + seconds" }).fill("soon");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("expected minutes and seconds, as 5+3");
  await page.getByRole("textbox", { name: "Minutes + seconds" }).fill("0.2+1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const white = page.locator('.player[data-color="white"] .clock');
  const black = page.locator('.player[data-color="black"] .clock');
  await expect(white).toHaveText("0:12.0");
  await expect(page.locator(".game-head")).toContainText("0.2+1 clock");
  // The clocks start after the first move of each side.
  await type(page, "e4");
  await expect(black).toHaveText("0:12.0");
  await type(page, "e5");
  await expect(white).not.toHaveText("0:12.0");
  await expect(black).toHaveText("0:12.0");
  await drag(page, "g1", "f3");
  await expect(black).not.toHaveText("0:12.0");
  const left = Number((await white.textContent())?.replace("0:", ""));
  await server.kill();
  await server.start();
  await page.reload();
  await expect(white).toHaveText(`0:${left.toFixed(1).padStart(4, "0")}`);
  await expect(page.locator(".ending")).toHaveText("1-0, Black lost on time", { timeout: 30_000 });
  await expect(page.locator(".game-head .how")).toHaveText("Black lost on time");
});

test("a computer moves within its time after a short pause, and answers a draw offer", async ({ page, server, expected }) => {
  expected.push(/409/);
  await page.goto(server.address);
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("combobox", { name: "Clock" }).selectOption("5+3");
  await page.keyboard.press("Escape");
  await startGame(page, "white", "random");
  const sent = Date.now();
  await type(page, "e4");
  await expect(page.locator(".moves .move")).toHaveCount(2);
  expect(Date.now() - sent).toBeGreaterThan(350);
  await expect(page.locator('.player[data-color="black"] .clock')).toHaveText("5:00");
  await page.getByRole("button", { name: "Resign or draw" }).click();
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await expect(page.locator(".toast.error")).toContainText("Pinsight random declines the draw");
  await expect(page.locator(".game-head .result")).toHaveCount(0);
});
