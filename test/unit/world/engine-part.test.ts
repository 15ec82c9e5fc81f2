/** Parts of the engine that are loaded when they are first wanted. */
import { expect, test } from "vitest";
import { EnginePart, loadMissed } from "../../../src/world/engine-part.ts";

test("a part that was wanted in vain is loaded for the next try, once", async () => {
  let loads = 0;
  const part = new EnginePart("counting", async () => {
    loads++;
    return { count: () => loads };
  });
  expect(() => part.require()).toThrow("counting is not loaded yet");
  expect(await loadMissed()).toBe(true);
  expect(part.require().count()).toBe(1);
  expect(await loadMissed()).toBe(false);
  expect(loads).toBe(1);
});

test("a part that cannot be loaded is tried again with the next question", async () => {
  let isThere = false;
  const part = new EnginePart("late", async () => {
    if (!isThere) throw new Error("the server is gone");
    return { answer: 42 };
  });
  expect(() => part.require()).toThrow("not loaded yet");
  await expect(loadMissed()).rejects.toThrow("the server is gone");
  expect(await loadMissed()).toBe(false);
  isThere = true;
  expect(() => part.require()).toThrow("not loaded yet");
  expect(await loadMissed()).toBe(true);
  expect(part.require().answer).toBe(42);
});
