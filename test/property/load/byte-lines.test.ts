/** Files that are read as bytes against the same read as texts: the same statements and diagnostics. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSqlDump } from "../../../src/load/dump/sql-reader.ts";
import { readTable } from "../../../src/load/dump/table-rows.ts";
import { loadJsonLd } from "../../../src/load/rdf/json-ld-file.ts";
import { loadRdf } from "../../../src/load/rdf/rdf-records.ts";
import { type FileLoader, requireTwinRuns } from "../../unit/load/twin-runs.ts";
import { runs } from "../runs.ts";
import { observation, triple } from "./rdf-texts.ts";
import { hostilePiece, sqlPiece } from "./sql-texts.ts";

const { numRuns } = runs(500);

const blockBytes = fc.integer({ min: 1, max: 300 });
test("RDF", async () => {
  let statements = 0;
  const file = fc.array(fc.oneof({ weight: 3, arbitrary: observation }, triple), { maxLength: 8 });
  const tail = fc.constantFrom(
    "",
    "",
    "_:o1 <dcid:unit> <dcid:u> .",
    "<dcid:a> <dcid:b> ",
    "\ufeff",
  );
  await fc.assert(
    fc.asyncProperty(file, tail, blockBytes, async (lines, last, block) => {
      statements += await requireTwinRuns(loadRdf, "a.nq", lines.join("") + last, block);
    }),
    { numRuns },
  );
  expect(statements).toBeGreaterThan(numRuns);
});

test("SQL", async () => {
  let statements = 0;
  const file = fc.array(fc.oneof(sqlPiece, hostilePiece), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(file, blockBytes, async (parts, block) => {
      statements += await requireTwinRuns(readSqlDump, "a.sql", parts.join(""), block);
    }),
    { numRuns },
  );
  // Some of the hostile pieces hide all others.
  expect(statements).toBeGreaterThan(numRuns / 4);
});

const tableCell = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b/c", "2020", "7", "1.5", "é") },
  fc.constantFrom("", " ", '"x, y"', '"a""b"', '"x\ny"', 'x"', '"a"b', "1,5", '"1,234"', "2020-1"),
  fc.constantFrom('"{""p"": 1}"', "[]", "{}", "true", "maybe", "\r"),
);

test.each([
  ["triples", ["subject_id", "predicate", "object_id", "object_value", "provenance"]],
  ["observations", ["entity", "variable", "date", "value", "unit"]],
  ["observations", ["value", "provenance", "properties", "date", "variable", "entity"]],
  ["observations", ["entity", "variable", "import_name", "is_dc_aggregate", "date", "value"]],
] as const)("tables of %s: %j", async (kind, columns) => {
  let statements = 0;
  const row = fc.array(tableCell, { minLength: columns.length, maxLength: columns.length });
  const usual = fc.constantFrom(
    columns.map((column) => (column === "properties" ? "" : column === "value" ? "7" : "2020")),
  );
  const rows = fc.array(fc.oneof({ weight: 2, arbitrary: usual }, row), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, blockBytes, async (cells, block) => {
      const text = [columns, ...cells].map((some) => some.join(",")).join("\n");
      const read: FileLoader = (input, provenance, run) =>
        readTable({ kind, columns, input, provenance }, run);
      statements += await requireTwinRuns(read, "a.csv", text, block);
    }),
    { numRuns },
  );
  // Some of the hostile pieces hide all others.
  expect(statements).toBeGreaterThan(numRuns / 4);
});

const jsonName = fc.constantFrom(
  "dcid:a",
  "dcid:b",
  "schema:c",
  "x:d",
  "dcid://e",
  "_:f",
  "",
  "plain",
  "dcid:",
);
const jsonText = fc.constantFrom(
  "x",
  "",
  "é😀",
  'a"b',
  "2020",
  "7",
  "dcid:a",
  "_:b",
  "StatVarObservation",
);
const jsonValue = fc.oneof(
  { weight: 4, arbitrary: jsonName.map((id) => ({ "@id": id })) },
  { weight: 4, arbitrary: jsonText },
  { weight: 3, arbitrary: fc.constantFrom(7, -1.5, 1e30, 0) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      null,
      true,
      ["x", "y"],
      { "@value": "v" },
      { "@id": "dcid:n", "dcid:name": "N" },
    ),
  },
);
const jsonKey = fc.constantFrom(
  "dcid:name",
  "schema:name",
  "dcid:typeOf",
  "dcid:containedInPlace",
  "x:near",
  "@type",
  "@graph",
  "dcid:unit",
  "note",
  "id",
);
const jsonNode = fc
  .tuple(
    jsonName,
    fc.uniqueArray(fc.tuple(jsonKey, jsonValue), { selector: ([key]) => key, maxLength: 4 }),
  )
  .map(([id, entries]) => ({ "@id": id, ...Object.fromEntries(entries) }));
const jsonReference = fc.constantFrom(
  { "@id": "dcid:a" },
  { "@id": "dcid:geoId/06" },
  "dcid:b",
  "b",
);
const jsonObservation = fc.record(
  {
    "@id": fc.constantFrom("dcid:o", "dcid:dc/o/1"),
    "@type": fc.constantFrom("dcid:StatVarObservation", "StatVarObservation", "dcid:Thing"),
    "dcid:variableMeasured": jsonReference,
    "dcid:observationAbout": jsonReference,
    "dcid:observationDate": fc.constantFrom("2020", "2020", "2021-1", "x", 2020),
    "dcid:value": fc.constantFrom(7, 1.5, "8", "1,000", "n", 1e30),
    "dcid:unit": fc.constantFrom({ "@id": "dcid:USDollar" }, "USDollar"),
    "dcid:provenance": jsonReference,
    "dcid:provenanceUrl": fc.constantFrom("https://a.b", ""),
    note: fc.constantFrom("further", { "@id": "dcid:a" }),
  },
  { requiredKeys: ["@id", "@type", "dcid:variableMeasured", "dcid:value"] },
);
/** Keys of one node are nearly those of the next; two of them may be one property, or one odd. */
const similarKey = fc.constantFrom("@id", "dcid:name", "schema:name", "dcid:note", "@none");
const similarNodes = fc.array(
  fc
    .uniqueArray(
      fc.tuple(similarKey, fc.constantFrom("dcid:a", "dcid:b", "dcid:a", "", { "@id": "_:c" })),
      { selector: ([key]) => key, minLength: 2, maxLength: 4 },
    )
    .map((entries) => Object.fromEntries(entries)),
  { minLength: 3, maxLength: 12 },
);
const context = fc.constantFrom<object>(
  { dcid: "https://datacommons.org/browser/" },
  { dcid: "https://datacommons.org/browser/", x: "https://x.y/", id: "@id", "@vocab": "dcid:" },
  { "dcid:a": "https://schema.org/other" },
);

test("JSON-LD", async () => {
  let statements = 0;
  const usual = fc.array(fc.oneof(jsonObservation, jsonNode), { maxLength: 6 });
  const nodes = fc.oneof<fc.Arbitrary<object[]>[]>(usual, similarNodes);
  const large = 1 << 24;
  await fc.assert(
    fc.asyncProperty(
      context,
      nodes,
      fc.constantFrom(undefined, 1),
      fc.option(
        fc.tuple(fc.nat({ max: 600 }), fc.constantFrom("", ",", "]", "\n", "\0", "\ufffd")),
      ),
      blockBytes,
      async (names, graph, indent, fault, block) => {
        const json = JSON.stringify({ "@context": names, "@graph": graph }, null, indent);
        const [at, more] = fault ?? [json.length, ""];
        const text = json.slice(0, at) + more + json.slice(at);
        statements += await requireTwinRuns(loadJsonLd, "a.jsonld", text, block, large);
      },
    ),
    { numRuns },
  );
  // Some of the hostile pieces hide all others.
  expect(statements).toBeGreaterThan(numRuns / 4);
});
