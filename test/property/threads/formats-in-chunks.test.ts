/** Files that any number of threads read in chunks give what one thread reads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Texts } from "../../unit/load/load-texts.ts";
import { expectSameInChunks, requireSame } from "./pretended-threads.ts";

const usual = { threads: 1, chunkBytes: 700, delay: () => 0 };

test("the first of two names counts, whoever reads it", async () => {
  const named = (own: string, text: string) => `Node: ${own}\ndcid: m\nname: "${text}"\n\n`;
  // A chunk defers what stands under a local name.
  const names = [named("E1", "z"), named("dcid:m", "y"), named("E1", "x"), named("dcid:m", "w")];
  const chunks = await expectSameInChunks({ "a.mcf": names.join("").repeat(9) }, usual);
  expect(chunks).toBeGreaterThan(1);
});

test("a chunk with too many findings is read again", async () => {
  const lines = "stray: line\n".repeat(1_100);
  const text = `Node: dcid:a\nname: "x"\n\n${lines}Node: E1\nname: "x"\n`;
  expect(await expectSameInChunks({ "a.mcf": text }, { ...usual, chunkBytes: 9_000 })).toBe(2);
});

const mark = fc.constantFrom("", "", "\ufeff");
const lineEnd = fc.constantFrom("\n", "\n", "\r\n");
/** After the last line. */
const tail = fc.constantFrom("", "", "\n", "\0", '"');

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

test("MCF, whose local names cross chunks and files", async () => {
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
