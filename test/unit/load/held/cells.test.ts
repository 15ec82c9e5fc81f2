import { expect, test } from "vitest";
import { csvOf } from "../../../../src/load/held/cells.ts";

async function textOf(rows: Parameters<typeof csvOf>[0], size?: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of csvOf(rows, "a", size)) text += decoder.decode(bytes);
  return text;
}

test("cells are what they were, and a line is a row", async () => {
  const rows = [
    ["a", 1.5, 12345678901234567890n, true, null, undefined],
    [],
    ['"b"\r\nc', "d,e", "  f"],
  ];
  expect(await textOf(rows)).toBe('a,1.5,12345678901234567890,true,,\n\n"""b"" c","d,e","  f"\n');
});

test("rows without end are refused, and so are too many columns and halves of characters", async () => {
  const row = ["x".repeat(1 << 20)];
  const endless = function* () {
    for (;;) yield row;
  };
  const count = async () => {
    for await (const _ of csvOf(endless(), "a", 1_000));
  };
  await expect(count()).rejects.toThrow("a: repeats its cells too often");
  await expect(textOf([["a"], new Array<string>(1_000_000).fill("x")])).rejects.toThrow(
    "a:2: has more than 16384 columns",
  );
  await expect(textOf([["\ud800"]])).rejects.toThrow("a:1: holds a character that is none");
});
