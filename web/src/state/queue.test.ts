import { expect, test } from "vitest";
import { enqueue, unconfirmed } from "./queue";

test("changes are sent one at a time in order, and a refused one does not stop the others", async () => {
  const log: string[] = [];
  const entry = (name: string, ms: number, fails = false) => ({
    game: 1,
    node: 0,
    send: async () => {
      log.push(`${name} sent`);
      await new Promise((done) => setTimeout(done, ms));
      log.push(`${name} answered`);
      if (fails) throw new Error(name);
      return name;
    },
  });
  const slow = enqueue(entry("slow", 20));
  const refused = enqueue(entry("refused", 5, true));
  const last = enqueue(entry("last", 0));
  expect(unconfirmed.value).toBe(3);
  await expect(slow).resolves.toBe("slow");
  await expect(refused).rejects.toThrow("refused");
  await expect(last).resolves.toBe("last");
  expect(log).toEqual(["slow sent", "slow answered", "refused sent", "refused answered", "last sent", "last answered"]);
  expect(unconfirmed.value).toBe(0);
});
