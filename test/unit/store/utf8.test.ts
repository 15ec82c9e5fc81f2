import { expect, test } from "vitest";
import { Utf8Scratch } from "../../../src/store/utf8.ts";

test("a scratch buffer grows for a long text and does not keep the room", () => {
  const scratch = new Utf8Scratch();
  const long = "é".repeat(1_000_000);
  expect(scratch.write(long)).toBe(2_000_000);
  expect(Buffer.from(scratch.bytes.subarray(0, 2_000_000)).toString()).toBe(long);
  expect(scratch.write("geoId/06")).toBe(8);
  expect(Buffer.from(scratch.bytes.subarray(0, 8)).toString()).toBe("geoId/06");
  expect(scratch.bytes.length).toBeLessThan(100_000);
});
