/** The figures of docs/speed.md. They hold on an idle machine, so they run on request: `PINSIGHT_SPEED=1 npx playwright test speed`. */

import { expect, idle, openOpera, test } from "./fixtures";

test.skip(!process.env["PINSIGHT_SPEED"], "measures times; set PINSIGHT_SPEED=1");

test("first paint of the example game under 1 s, a step under 50 ms", async ({ page, server }) => {
  await page.goto(server.address);
  await openOpera(page);
  await idle(page);
  const address = page.url();
  // The first frame in which the board has its pieces and the list its moves.
  await page.addInitScript(() => {
    const look = (): void => {
      const isThere = document.querySelector(".chessboard [data-square]") && document.querySelector(".moves .move");
      if (isThere) requestAnimationFrame(() => ((window as unknown as { painted: number }).painted = performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
  const paints: number[] = [];
  for (let run = 0; run < 10; run += 1) {
    await page.goto(address);
    await page.waitForFunction(() => "painted" in window);
    paints.push(await page.evaluate(() => (window as unknown as { painted: number }).painted));
  }
  await page.keyboard.press("Home");
  await idle(page);
  const steps = await page.evaluate(async () => {
    const shown = (): string | undefined => document.querySelector<HTMLElement>(".moves [aria-current]")?.dataset["node"];
    const times: number[] = [];
    for (let ply = 0; ply < 33; ply += 1) {
      const [before, start] = [shown(), performance.now()];
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
      // A message that is sent in a frame arrives after its layout and paint.
      do
        await new Promise((done) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
          }),
        );
      while (shown() === before);
      times.push(performance.now() - start);
      await new Promise((done) => setTimeout(done, 300));
    }
    return times;
  });
  const text = (times: number[]): string => {
    const sorted = times.toSorted((a, b) => a - b);
    return `median ${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} ms, longest ${sorted.at(-1)!.toFixed(0)} ms of ${times.length}`;
  };
  console.log(`first paint: ${text(paints)}\nstep: ${text(steps)}`);
  expect(Math.max(...paints)).toBeLessThan(1000);
  expect(Math.max(...steps)).toBeLessThan(50);
});
