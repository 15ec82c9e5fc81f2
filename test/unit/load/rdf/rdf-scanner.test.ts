/** Lines of triples as offsets of their terms; what looks unusual is odd, and left to the parser. */
import { expect, test } from "vitest";
import { textOf } from "../../../../src/load/bytes/native.ts";
import {
  literalTerm,
  nameStart,
  oddLine,
  oddName,
  RdfScanner,
} from "../../../../src/load/rdf/rdf-scanner.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** Subject, predicate, object and graph of each line; undefined for an odd one. */
function termsOf(...lines: readonly string[]) {
  const scanner = new RdfScanner();
  return lines.map((line) => {
    const bytes = bytesOf(`#${line}....`);
    scanner.open(bytes);
    const end = scanner.line(bytes, 1);
    if (end === oddLine) return undefined;
    expect(end).toBe(bytes.length - 4);
    const subject = textOf(bytes, scanner.subjectStart, scanner.subjectEnd);
    const object = textOf(bytes, scanner.objectStart, scanner.objectEnd);
    return [
      scanner.isBlank ? `_:${subject}` : subject,
      scanner.predicate?.text,
      scanner.objectKind === literalTerm ? `"${object}"` : object,
      scanner.graph?.text,
    ];
  });
}

test.each<[line: string, terms: readonly (string | undefined)[]]>([
  ["<dcid:a> <dcid:b> <dcid:c> .\n", ["dcid:a", "b", "dcid:c", undefined]],
  ["<dcid:a> <dcid:b> <dcid:c> .\r\n", ["dcid:a", "b", "dcid:c", undefined]],
  ["<dcid:a> <dcid:b> <dcid:c> <dcid:g> .\n", ["dcid:a", "b", "dcid:c", "g"]],
  ['_:o1 <dcid:b> "c d" .\n', ["_:o1", "b", '"c d"', undefined]],
  ['_:o1 <dcid:b> "" <dcid:g> .\r\n', ["_:o1", "b", '""', "g"]],
  ['<a> <b> "c"@en-GB .\n', ["a", "b", '"c"', undefined]],
  ['<a> <b> "c"@e <g> .\n', ["a", "b", '"c"', "g"]],
  ['<a> <b> "c"^^<d> .\n', ["a", "b", '"c"', undefined]],
  ['<a> <b> "é" .\n', ["a", "b", '"é"', undefined]],
  ["<> <b> <> .\n", ["", "b", "", undefined]],
])("the line %j has the terms %j", (line, terms) => {
  expect(termsOf(line)).toEqual([terms]);
});

test.each([
  "<a <b> <c> .\n",
  "<a><b> <c> .\n",
  "<a>  <b> <c> .\n",
  " <a> <b> <c> .\n",
  "<a%20> <b> <c> .\n",
  "<a\\u0041> <b> <c> .\n",
  "a <b> <c> .\n",
  "_:o_1 <b> <c> .\n",
  "_: <b> <c> .\n",
  "_o <b> <c> .\n",
  "_-o1 <b> <c> .\n",
  "_:é <b> <c> .\n",
  "<a> _:b <c> .\n",
  "<a> <b><c> .\n",
  "<a> <b> _:c .\n",
  "<a> <b> <c>.\n",
  "<a> <b> <c> <g>.\n",
  "<a> <b> <c> _:g .\n",
  "<a> <b> <c> <g> <h> .\n",
  "<a> <b> <c> <g\n",
  "<a> <b> <c>\n",
  "<a> <b> <c> . \n",
  "<a> <b> <c> .# x\n",
  "<a> <b> <c> .\r.\n",
  "<a> <b> <c> ,\n",
  '<a> <b> "c".\n',
  '<a> <b> "c" "d" .\n',
  '<a> <b> "c\n',
  '<a> <b> "c\\n" .\n',
  '<a> <b> "c\rd" .\n',
  '<a> <b> "c"@ .\n',
  '<a> <b> "c"@e_n .\n',
  '<a> <b> "c"@en.\n',
  '<a> <b> "c"xx .\n',
  '<a> <b> "c"^<d> .\n',
  '<a> <b> "c"x^<d> .\n',
  '<a> <b> "c"^x<d> .\n',
  '<a> <b> "c"^^<d>.\n',
  '<a> <b> "c"^^d .\n',
  "<a b> <c> <d> .\n",
  "<a\u001f> <b> <c> .\n",
  "<a>\t<b> <c> .\n",
  "<a> <b>\t<c> .\n",
  "<a> <b> <c>\t.\n",
  "<a> <b> <c% .\n",
  "<a> <b> xc> .\n",
  "_:o\t<b> <c> .\n",
  '<a> <b> "c"\t.\n',
  '<a> <b> "c"@en\t.\n',
  '<a> <b> "c"^^<d>\t.\n',
  '<a> <b> "c\\ .\n',
  '<a> <b> "c\r .\n',
])("the line %j is odd", (line) => {
  expect(termsOf(line)).toEqual([undefined]);
});

test("terms are the same whichever lines came before", () => {
  const one = "<a> <dcid:long> <c> <dcid:g> .\n";
  const other = "<a> <dcid:lone> <c> <dcid:h> .\n";
  const plain = "<a> <dcid:lon> <c> .\n";
  const lines = [one, other, one, other, one, one, plain, one, "odd\n", one, plain, other, one];
  expect(termsOf(...lines)).toEqual(lines.flatMap((line) => termsOf(line)));
});

test("lines without a graph follow lines with one", () => {
  const found = termsOf("<a> <b> <c> <g> .\n", "<a> <b> <c> .\n");
  expect(found.map((terms) => terms?.[3])).toEqual(["g", undefined]);
});

test.each<[iri: string, name: string | undefined]>([
  ["https://datacommons.org/browser/geoId/06", "geoId/06"],
  ["http://datacommons.org/browser/a", "a"],
  ["https://schema.org/name", "name"],
  ["http://schema.org/name", "name"],
  ["dcid:a", "a"],
  ["http://example.org/a", "http://example.org/a"],
  ["dcids:a", "dcids:a"],
  ["x", "x"],
  ["dcid:", undefined],
  ["https://schema.org/", undefined],
  ["", undefined],
  ["http://www.w3.org/1999/02/22-rdf-syntax-ns#type", undefined],
  [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#label",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#label",
  ],
])("in <%s> stands the name %s", (iri, name) => {
  const bytes = bytesOf(`<${iri}>`);
  const start = nameStart(bytes, 1, bytes.length - 1);
  expect(start === oddName ? undefined : textOf(bytes, start, bytes.length - 1)).toBe(name);
});
