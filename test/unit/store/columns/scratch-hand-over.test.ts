import { describe, expect, test } from "vitest";
import {
  handOver,
  releaseScratch,
  scratchColumn,
  takeOver,
} from "../../../../src/store/columns/scratch.ts";

/** Values of a column that is just large enough to be released. */
const largeLength = 1 << 22;

describe("columns that are handed over", () => {
  test("give up their own buffers, once each, and leave shared ones where they are", () => {
    const [own, shared] = [Uint8Array.of(1, 2), new Uint8Array(new SharedArrayBuffer(2))];
    const large = scratchColumn(Float64Array, largeLength);
    const data = { own, lists: [{ shared }, { large }], also: [large.subarray(1)] };
    const handed = handOver(data);
    expect(handed.data.own).toEqual(own);
    expect(handed.data.own.buffer).not.toBe(own.buffer);
    expect(handed.data.lists[0]?.shared).toBe(shared);
    expect(handed.data.lists[1]?.large?.buffer).toBe(large.buffer);
    expect(handed.buffers).toEqual([
      handed.data.own.buffer,
      large.buffer,
      handed.data.also[0]?.buffer,
    ]);
  });

  test("carry only their own rows, of whatever they are a part", () => {
    const { data, buffers } = handOver({ part: Uint16Array.of(1, 2, 3, 4).subarray(1, 3) });
    expect([...data.part]).toEqual([2, 3]);
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([4]);
  });

  test("leave all other data as it is", () => {
    const numbers = [1, 2];
    const none = { none: undefined, nothing: null, empty: [], map: new Map([["a", numbers]]) };
    const data = { numbers, text: "a", flag: true, ...none };
    expect(handOver(data)).toEqual({ data, buffers: [] });
    expect(handOver(data).data.numbers).toBe(numbers);
    expect(handOver(null)).toEqual({ data: null, buffers: [] });
    expect(takeOver(data)).toEqual(data);
  });

  test("can be released by who takes them over, when they are large", () => {
    const foreign = { large: new Float64Array(largeLength), small: new Float64Array(8) };
    releaseScratch(foreign.large);
    expect(foreign.large.length).toBe(largeLength);
    const { large, small } = takeOver(foreign);
    expect(large).toBe(foreign.large);
    releaseScratch(large, small);
    expect(large.length).toBe(0);
    expect(small.length).toBe(8);
  });

  test("are no longer released by who gave them away", () => {
    const column = scratchColumn(Float64Array, largeLength);
    handOver(column);
    releaseScratch(column);
    expect(column.length).toBe(largeLength);
  });
});
