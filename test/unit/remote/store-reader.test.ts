/** Calls of a store that run at the same time. */
import { expect, test } from "vitest";
import { StoreReader } from "../../../src/remote/store-reader.ts";
import type { BlockStore } from "../../../src/remote/stores/block-store.ts";

const options = { readTimeout: 60_000, onRead: undefined };
/** Node warns from 11 listeners on. */
const many = 40;

function readerOf(describe: BlockStore["describe"]): StoreReader {
  return new StoreReader({ name: "here", describe, read: async () => [] }, options);
}

test("many calls at once cause no warning of Node", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  try {
    const stored = { length: 1, version: "1" };
    const reader = readerOf(async () => {
      await new Promise((done) => setTimeout(done, 5));
      return stored;
    });
    const all = await Promise.all(Array.from({ length: many }, () => reader.describe()));
    expect(all).toEqual(Array.from({ length: many }, () => stored));
    // Warnings come a turn later.
    await new Promise((done) => setTimeout(done, 5));
    expect(warnings).toEqual([]);
  } finally {
    process.off("warning", warn);
  }
});

test("close ends all calls that run, of all objects, and refuses later ones", async () => {
  const signals: AbortSignal[] = [];
  const store: BlockStore = {
    name: "here",
    describe: (signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    },
    read: async () => [],
    beside: () => store,
  };
  const reader = new StoreReader(store, options);
  const beside = reader.beside("part");
  const calls = [reader, beside, beside].map((one) => one.describe());
  reader.close();
  for (const call of calls) await expect(call).rejects.toMatchObject({ fault: "closed" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  await expect(beside.describe()).rejects.toMatchObject({ fault: "closed" });
  expect(signals).toHaveLength(3);
});
