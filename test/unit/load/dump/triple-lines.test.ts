/** Lines of triples, straight from their bytes: what is written of each, and which lines are left. */
import { describe, expect, test } from "vitest";
import { TripleLines } from "../../../../src/load/dump/triple-lines.ts";
import { BytesSink, lineOf } from "../recording-sink.ts";

/** What the lines before the first odd one become, and what was looked up for them. */
function taken(lines: readonly string[], before: readonly string[] = []) {
  const sink = new BytesSink();
  const reader = new TripleLines(sink, () => sink.node("own"));
  const readAll = (some: readonly string[]) => {
    const text = some.map((line) => `${line}\n`).join("");
    const bytes = new Uint8Array(Buffer.from(`${text}${"\0".repeat(8)}`));
    const end = bytes.length - 8;
    reader.open(bytes);
    const at = reader.read(bytes, 0, end);
    const rest = Buffer.from(bytes.subarray(at, end)).toString();
    return rest.split("\n").length - 1;
  };
  if (before.length > 0) readAll(before);
  const left = readAll(lines);
  return {
    triples: sink.triples.map((triple) => `${lineOf(triple)} | ${triple.provenance}`),
    ofBytes: sink.ofBytes,
    left,
    taken: reader.taken,
  };
}

test.each<[line: string, ofBytes: readonly string[], triples: readonly string[]]>([
  ["a,x,b,,p", ["a", "x", "p", "b"], ["a x b | p"]],
  ["a,x,b,,", ["a", "x", "b"], ["a x b | own"]],
  ["a,x,,T,p", ["a", "x", "p", '"T"'], ['a x "T" | p']],
  ["a,x,b,T,p", ["a", "x", "p", "b", '"T"'], ["a x b | p", 'a x "T" | p']],
  ['a,x,,"T, u",p', ["a", "x", "p", '"T, u"'], ['a x "T, u" | p']],
  ['a,x,b,"",p', ["a", "x", "p", "b"], ["a x b | p"]],
  ["é😀,x,b,ü,p", ["é😀", "x", "p", "b", '"ü"'], ["é😀 x b | p", 'é😀 x "ü" | p']],
])("the line %j is taken", (line, ofBytes, triples) => {
  expect(taken([line])).toEqual({ ofBytes, triples, left: 0, taken: 1 });
});

test.each([
  ...[
    ",x,b,,p",
    "a,,b,,p",
    "a,x,,,p",
    'a,x,,"",p',
    "",
    "a",
    "a,x",
    "a,x,b",
    "a,x,b,T",
    "a,x,b,,p,q",
  ],
  ...["a,x,b,,p\r", 'a,x,b,"T"u,p', 'a,x,b,"T""u",p', 'a,x,b,"T,p', 'a,x,b,T"u,p', '"a",x,b,,p'],
  ...['a,"x",b,,p', 'a,x,"b",,p', 'a,x,b,,"p"', "a\0,x,b,,p", "a,x,b,T\0,p", 'a,x,b,"T\r",p'],
])("the line %j is left, and nothing of it is written", (line) => {
  const [first, ofFirst] = ["a,x,b,T,p", taken(["a,x,b,T,p"])];
  expect(taken([line, first])).toEqual({ ofBytes: [], triples: [], left: 2, taken: 0 });
  expect(taken([first, line])).toEqual({ ...ofFirst, left: 1, taken: 1 });
});

describe("a cell that is that of the line before", () => {
  const triplesOf = (...lines: readonly string[]) => lines.flatMap((line) => taken([line]).triples);

  test("is not looked up again", () => {
    const lines = ["a,x,b,,p", "a,x,b,T,p", "a,y,b,,p", "c,y,b,,p", "c,y,d,,q", "c,y,d,,q"];
    const found = taken(lines);
    expect(found.triples).toEqual(triplesOf(...lines));
    expect(found.ofBytes).toEqual(["a", "x", "p", "b", '"T"', "y", "c", "q", "d"]);
  });

  test("is the whole cell: not one that begins or ends alike, or is as long", () => {
    const names = [
      "ab",
      "abc",
      "ab",
      "b",
      "ab",
      "cb",
      "a",
      "ac",
      "abcdefgh",
      "abcdefgx",
      "xbcdefgh",
    ];
    const lines = names.flatMap((name) => [
      `${name},x,b,,p`,
      `a,${name},b,,p`,
      `a,x,${name},,p`,
      `a,x,b,,${name}`,
      "a,x,b,,",
    ]);
    const found = taken(lines);
    expect(found.triples).toEqual(triplesOf(...lines));
    expect([found.left, found.taken]).toEqual([0, lines.length]);
  });

  test("is looked up again in another block", () => {
    const first = ["a,x,b,,p"];
    expect(taken(["a,x,b,,q", "z,x,b,,p"], first).triples).toEqual([
      "a x b | p",
      "a x b | q",
      "z x b | p",
    ]);
    expect(taken(["c,y,d,,q"], first).triples).toEqual(["a x b | p", "c y d | q"]);
  });
});

test("as many as 128 lines are taken at once", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `a${at},x,b,,p`);
  expect(taken(lines(128))).toMatchObject({ left: 0, taken: 128 });
  expect(taken(lines(130))).toMatchObject({ left: 2, taken: 128 });
});
