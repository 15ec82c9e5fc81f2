/** Files of any format read in parts by any number of threads are what one thread reads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Texts } from "../../unit/load/load-texts.ts";
import { observation, triple } from "../load/rdf-texts.ts";
import { hostilePiece, sqlPiece } from "../load/sql-texts.ts";
import { expectSameInParts, requireSame } from "./pretended-threads.ts";

const usual = { threads: 1, partBytes: 700, delay: () => 0 };

test("the first of two names counts, whoever reads it", async () => {
  const named = (own: string, text: string) => `Node: ${own}\ndcid: m\nname: "${text}"\n\n`;
  // What stands under a local name is left to the first thread.
  const names = [named("E1", "z"), named("dcid:m", "y"), named("E1", "x"), named("dcid:m", "w")];
  const parts = await expectSameInParts({ "a.mcf": names.join("").repeat(9) }, usual);
  expect(parts).toBeGreaterThan(1);
});

test("the last of two values counts, whoever reads it", async () => {
  const valued = (label: string, entity: string, text: string) =>
    ["typeOf> <dcid:StatVarObservation>", "variableMeasured> <dcid:v>"]
      .concat(`observationAbout> <dcid:${entity}>`, 'observationDate> "2020"', `value> "${text}"`)
      .map((statement) => `_:${label} <dcid:${statement} .\n`)
      .join("");
  // The first blank node of a part is left to the first thread, and so is the last one.
  const values = [valued("a", "e", "1"), valued("b", "e", "2"), valued("c", "f", "3")];
  expect(await expectSameInParts({ "a.nq": values.join("") }, usual)).toBeGreaterThan(0);
});

test("a part of which there is too much to say is read again", async () => {
  const named = '<dcid:a> <dcid:name> "x" .\n';
  const blank = "_:a <dcid:typeOf> <dcid:StatVarObservation> .\n";
  const text = named + blank + "odd\n".repeat(1_100) + named + blank;
  expect(await expectSameInParts({ "a.nq": text }, { ...usual, partBytes: 9_000 })).toBe(1);
});

const mark = fc.constantFrom("", "", "\ufeff");
const lineEnd = fc.constantFrom("\n", "\n", "\r\n");
/** Behind the last line. */
const tail = fc.constantFrom("", "", "\n", "\0", '"');

test("RDF, whose blank nodes cross parts", async () => {
  const lines = fc.array(fc.oneof({ weight: 3, arbitrary: observation }, triple), {
    maxLength: 12,
  });
  // Few labels, so that nodes that are parted by others go on.
  const files = fc
    .tuple(mark, lines, tail, fc.boolean())
    .map(([start, some, end, isSplit]): Texts => {
      const text = some.join("");
      return { "a.nq": start + (isSplit ? shuffled(text) : text) + end };
    });
  await requireSame(files, 150);
});

/** Every other line comes behind the one that follows it. */
function shuffled(text: string): string {
  const lines = text.split(/(?<=\n)/);
  return lines.map((_line, at) => lines[at ^ 1] ?? lines[at]).join("");
}

const cell = fc.oneof(
  fc.constantFrom("a", "b", "c/d", "2020", "2021-01", "", "3.50", "7", "maybe", "l:a", "dcid:e"),
  fc.constantFrom('"x, y"', '"x\ny"', '"x\r\n\ny"', 'x"', '"a""b"', ' "a"', '"a" b', "a\\n", "ä"),
);
const usualCell = fc.constantFrom("a", "b", "geoId/06", "2020", "2021", "1", "2.50");
const rowOf = (width: number) => {
  const usual = fc.array(usualCell, { minLength: width, maxLength: width });
  const odd = fc.array(cell, { minLength: width - 1, maxLength: width + 1 });
  return fc.oneof({ weight: 4, arbitrary: usual }, odd);
};
const tableOf = (header: string, rows: fc.Arbitrary<readonly (readonly string[])[]>) =>
  fc
    .tuple(mark, rows, lineEnd, tail)
    .map(
      ([start, cells, end, last]) =>
        start + [header, ...cells.map((texts) => texts.join(","))].join(end) + last,
    );

test("tables of a database", async () => {
  const json = fc.constantFrom("", "{}", '"{""unit"":""m""}"', '"{""a"":[]}"', "[]", '"{\n}"');
  const rows = fc.array(
    fc.tuple(rowOf(5), json).map(([cells, last]) => [...cells, last]),
    { maxLength: 25 },
  );
  const header = "entity,variable,date,value,provenance,properties";
  await requireSame(
    tableOf(header, rows).map((text) => ({ "a.csv": text })),
    100,
    0.5,
  );
});

const value = fc.oneof(
  fc.constantFrom("dcid:City", "dcs:Class", '"a text"', '"one", "two"', "7", "a", "[2020 Years]"),
  fc.constantFrom("l:E1", "l:E2", "l:Nobody", '"a \\"b\\""', "[1 2 3", '"open', "", "dcid:", "x,"),
);
const property = fc.constantFrom(
  "name",
  "typeOf",
  "containedInPlace",
  "dcid",
  "Node",
  "Context",
  "x",
);
const name = fc.constantFrom(
  "dcid:a",
  "dcid:b",
  "E1",
  "l:E2",
  "E1",
  "geoId/06",
  "",
  "dcid:",
  "a,b",
);
const plainNode = fc
  .tuple(name, fc.array(fc.tuple(property, value), { maxLength: 4 }), lineEnd)
  .map(([own, lines, end]) =>
    [`Node: ${own}`, ...lines.map(([by, text]) => `${by}: ${text}`), "", ""].join(end),
  );
/** Nodes that are one, whose first name counts. */
const namedNode = fc
  .tuple(fc.constantFrom("E1", "E1", "dcid:a"), fc.constantFrom("x", "y", "z"))
  .map(([own, text]) => `Node: ${own}\ndcid: a\nname: "${text}"\n\n`);
const observedNode = fc
  .tuple(
    fc.constantFrom("o1", "dcid:o2", "E1", "o3"),
    fc.constantFrom("dcid:a", "dcid:b", "l:E1", "l:E2", "dcid:b"),
    fc.constantFrom('"2020"', '"2021"', '"x"', "2022"),
    fc.constantFrom("1", "2.50", '"3"', "maybe", "1, 2"),
    fc.constantFrom("", "", "unit: dcid:m\n", "dcid: o9\n", "note: l:E2\n", "# note\n"),
  )
  .map(
    ([own, entity, date, amount, more]) =>
      `Node: ${own}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:v\n` +
      `observationAbout: ${entity}\nobservationDate: ${date}\nvalue: ${amount}\n${more}`,
  );
const topOfMcf = fc.constantFrom(
  "",
  "",
  'Context: x\nimportName: "Import"\nprovenanceUrl: "https://e.x/"\n\n',
  'Context: x\nnamespace: "z=https://e.x/"\n\n',
  "a: b\n  Node: dcid:early\nname: x\n",
);

test("MCF, whose local names cross parts and files", async () => {
  const nodes = fc.array(
    fc.oneof(
      plainNode,
      namedNode,
      { weight: 2, arbitrary: observedNode },
      fc.constant("stray: line\n"),
    ),
    { maxLength: 14 },
  );
  const file = fc
    .tuple(mark, topOfMcf, nodes, tail)
    .map(([start, top, some, end]) => start + top + some.join("") + end);
  const files = fc
    .tuple(file, file)
    .map(
      ([one, other]): Texts => ({ "a.mcf": one, "b.mcf": other, "c.mcf": "Node: E2\ndcid: c\n" }),
    );
  await requireSame(files, 100);
});

const templates = [
  "Node: E:t->E0\ntypeOf: dcs:StatVarObservation\nvariableMeasured: C:t->v\n" +
    "observationAbout: C:t->e\nobservationDate: C:t->d\nvalue: C:t->n\n",
  "Node: E:t->E1\ntypeOf: dcs:City\ndcid: C:t->e\nname: C:t->v\n",
  "Node: E:t->E2\ntypeOf: dcs:City\nname: C:t->v\n",
  "Node: E:t->E2\ntypeOf: dcs:Thing\ndcid: C:t->v\ncontainedInPlace: E:t->E1\nnote: E:t->E0\n",
];

test("tables of templates", async () => {
  const header = fc.constantFrom(
    "v,e,d,n",
    "v,e,d,n",
    "v,e,d,n",
    "v,e,d",
    "\nv,e,d,n",
    '"v","e",d,n',
  );
  const files = fc
    .tuple(
      header.chain((first) => tableOf(first, fc.array(rowOf(4), { maxLength: 25 }))),
      fc.subarray(templates, { minLength: 1 }),
      fc.constantFrom("Node: a\ndcid: A\n", "Node: dcid:a\ntypeOf: dcs:City\n"),
    )
    .map(
      ([table, some, names]): Texts => ({
        "t.csv": table,
        "t.tmcf": some.join("\n"),
        "names.mcf": names,
      }),
    );
  await requireSame(files, 100, 0.5);
});

test("SQL, whose tables are told of somewhere", async () => {
  const pieces = fc.array(fc.oneof(sqlPiece, hostilePiece), { maxLength: 25 });
  const files = fc.tuple(mark, pieces, fc.constantFrom("", "", "", "INSERT INTO", "'")).map(
    ([start, some, end]): Texts => ({
      "a.sql": `${start}-- insert into triples\n${some.join("")}${end}`,
    }),
  );
  await requireSame(files, 150);
});

test("rows of SQL by table are counted together, however many tables there are", async () => {
  // Of more than a hundred tables, those that come first have a count of their own.
  const tables = Array.from({ length: 150 }, (_, at) => `INSERT INTO t${at} VALUES(1);\n`);
  const rows = [...tables, ...tables.toReversed(), "INSERT INTO triples VALUES('a','b','c','');\n"];
  const text = `${rows.join("")}INSERT INTO others VALUES(1);\n`;
  for (const partBytes of [100, 3_000, 6_000]) {
    const parts = await expectSameInParts({ "a.sql": text }, { ...usual, partBytes });
    expect(parts).toBeGreaterThan(1);
  }
});

test("what a dump says of columns counts for the rows behind it, and once", async () => {
  const row = (cells: string) => `INSERT INTO triples VALUES(${cells});\n`.repeat(12);
  const text = [
    "CREATE TABLE triples (object_id TEXT, subject_id TEXT, predicate TEXT, object_value TEXT);\n",
    row("'a','b','near',''"),
    "ALTER TABLE triples ADD COLUMN provenance TEXT;\n",
    row("'c','b','near','','p'"),
    "ALTER TABLE triples ADD COLUMN odd TEXT;\n",
    row("'d','b','near','','q','x'"),
    "CREATE TABLE `triples` (subject_id TEXT, predicate TEXT, object_id TEXT, object_value TEXT);\n",
    row("'b','name','','it\\'s;\n'"),
  ];
  for (const partBytes of [20, 300, 1_000]) {
    const parts = await expectSameInParts({ "a.sql": text.join("") }, { ...usual, partBytes });
    expect(parts).toBeGreaterThan(2);
  }
});

test("a dump that ends within a statement is refused as a whole would be", async () => {
  const text = `${"INSERT INTO triples VALUES('a','b','c','');\n".repeat(40)}INSERT INTO triples VALUES('`;
  expect(await expectSameInParts({ "a.sql": text }, usual)).toBeGreaterThan(1);
});
