import { expect, test } from "vitest";
import { byPlace } from "../../../src/lint/lint-log.ts";

const finding = (file?: string, line?: number) =>
  ({ level: "error", counter: "C", message: "", file, line, text: undefined }) as const;

test("findings are in the order of their places, and last is what has none", () => {
  const inOrder = [
    finding("a"),
    finding("a", 1),
    finding("a", 12),
    finding("b", 2),
    finding("\uffee", 1),
    finding("\u{10000}", 1),
    finding(undefined, 5),
  ];
  for (const [at, one] of inOrder.entries()) {
    for (const [place, other] of inOrder.entries()) {
      expect(Math.sign(byPlace(one, other))).toBe(Math.sign(at - place));
    }
  }
  expect(byPlace(finding(), finding(undefined, 1))).toBe(0);
});
