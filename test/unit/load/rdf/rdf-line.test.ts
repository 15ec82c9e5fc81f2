import { describe, expect, test } from "vitest";
import { parseRdfLine } from "../../../../src/load/rdf/rdf-line.ts";

const dc = (name: string): string => `<https://datacommons.org/browser/${name}>`;

describe("a line", () => {
  test.each([
    [
      `${dc("geoId/06")} ${dc("name")} "California"@en .`,
      ["geoId/06", "name", "literal California", ""],
    ],
    [
      "<dcid:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Place> <dcid:p> . # so",
      ["a", "typeOf", "node Place", "p"],
    ],
    [
      `${dc("a%20b%25")} ${dc("p")} "1"^^<http://www.w3.org/2001/XMLSchema#integer>.`,
      ["a b%", "p", "literal 1", ""],
    ],
    ['<dcid:a><dcid:p>"\\u00e9\\t\\U0001F600\\"".', ["a", "p", 'literal é\t😀"', ""]],
    [
      "<dcid:a> <dcid:p> <https://example.org/x%20y> .",
      ["a", "p", "node https://example.org/x%20y", ""],
    ],
    ["<dcid:a> <dcid:p> _:b1 .", ["a", "p", "blank b1", ""]],
  ])("%s", (line, [subject, predicate, object, graph]) => {
    const statement = parseRdfLine(line);
    expect(statement?.subject.text).toBe(subject);
    expect(statement?.predicate).toBe(predicate);
    expect(`${statement?.object.kind} ${statement?.object.text}`).toBe(object);
    expect(statement?.graph).toBe(graph);
  });

  test.each([
    "<dcid:a> <dcid:p> <dcid:b>",
    "<dcid:a> _:p <dcid:b> .",
    '"a" <dcid:p> <dcid:b> .',
    '<dcid:a> <dcid:p> "open .',
    '<dcid:a> <dcid:p> "\\q" .',
    '<dcid:a> <dcid:p> "\\UFFFFFFFF" .',
    `${dc("%zz")} <dcid:p> <dcid:b> .`,
    "<dcid:a> <dcid:p> <dcid:b> <dcid:g> <dcid:h> .",
  ])("no statement: %s", (line) => {
    expect(parseRdfLine(line)).toBeUndefined();
  });

  test("a long one that fails does so at once", () => {
    const started = performance.now();
    expect(parseRdfLine(`<dcid:a> <dcid:p> "${"\\\\".repeat(200_000)}`)).toBeUndefined();
    expect(parseRdfLine(`<dcid:a> ${" ".repeat(200_000)}x`)).toBeUndefined();
    expect(parseRdfLine(`<dcid:${"\\u0041".repeat(50_000)} <dcid:p> x`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
