/** A question that may keep a thread for some milliseconds. */
import { expect, test } from "vitest";
import { ShareOfTime } from "../../../../src/serve/watch/share-of-time.ts";

/** Keeps this thread busy, and looks as a governor does. */
function runFor(milliseconds: number, { signal }: ShareOfTime): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) signal.throwIfAborted();
}

test("it ends a question that runs longer", async () => {
  const share = new ShareOfTime(20);
  await expect(share.within(() => runFor(5000, share))).rejects.toThrow("share of time");
  expect(share.isOver).toBe(true);
});

test("a shorter question never meets it", async () => {
  const share = new ShareOfTime(1000);
  expect(
    await share.within(() => {
      runFor(1, share);
      return 7;
    }),
  ).toBe(7);
  expect(share.isOver).toBe(false);
});

test("parts of a question count together, and waiting between them does not", async () => {
  const share = new ShareOfTime(60);
  await share.within(() => runFor(5, share));
  await new Promise((done) => setTimeout(done, 200));
  share.signal.throwIfAborted();
  expect(share.isOver).toBe(false);
  await expect(
    (async () => {
      for (;;) await share.within(() => runFor(10, share));
    })(),
  ).rejects.toThrow("share of time");
});

test("what was ended stays ended, also where the question caught the error", async () => {
  const share = new ShareOfTime(5);
  const caught = await share.within(() => {
    try {
      runFor(5000, share);
    } catch {
      // A handler may make an answer of any error.
    }
    return "an answer";
  });
  expect(caught).toBe("an answer");
  expect(share.isOver).toBe(true);
});
