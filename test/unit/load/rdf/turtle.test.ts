import { expect, test } from "vitest";
import { onDisk } from "../../../../src/disk/disk-tree.ts";
import { load } from "../../../../src/load/load.ts";
import { Export } from "../../../../src/publish/export-formats.ts";
import { WorldBuilder } from "../../../../src/world/world.ts";
import { loadTexts, withFolder } from "../load-texts.ts";

const observation = `
[] a :StatVarObservation ; :variableMeasured :v ; :observationAbout <dcid:geoId/06> ;
  :observationDate "2020" ; :value 1.50 ; :unit :USDollar .
`;

test("prefixes, short forms, long strings, numbers, comments and an observation are read", async () => {
  const text = `@prefix : <dcid:> .
PREFIX s: <https://schema.org/>
# a comment
:a a :City , s:Place ;
  s:name """two
lines""" , 'caf\\u00e9'@fr ; :count 7 , -1e3 , true .
${observation}`;
  const { sink, diagnostics, report } = await loadTexts({ "a.ttl": text });
  expect(diagnostics).toEqual([]);
  expect(sink.lines).toEqual([
    'a count "-1e3"',
    'a count "7"',
    'a count "true"',
    'a name "café"',
    String.raw`a name "two\nlines"`,
    "a typeOf City",
    "a typeOf Place",
  ]);
  expect(sink.observations).toMatchObject([
    { variable: "v", entity: "geoId/06", date: "2020", value: "1.50", unit: "USDollar" },
  ]);
  expect(report.rowCount).toBe(13);
});

test("what cannot be loaded is reported with the line on which it ends", async () => {
  const text = `@prefix : <dcid:> .
:a :near [ a :Place ;
  :name "x" ] .
:a :list ( 1 ) .
<> :name "y" .
<dcid:%E0> :name "z" .
:a :name <<( :b :c :d )>> .
`;
  const { sink, diagnostics } = await loadTexts({ "a.ttl": text });
  expect(sink.lines).toEqual([]);
  expect(diagnostics.toSorted()).toEqual([
    "error RDF_BlankNode a.ttl:2",
    "error RDF_BlankNode a.ttl:3",
    "error RDF_BlankNode a.ttl:4",
    "error RDF_BlankNode a.ttl:4",
    "error RDF_MalformedStatement a.ttl:5",
    "error RDF_MalformedStatement a.ttl:6",
    "error RDF_MalformedStatement a.ttl:7",
  ]);
});

const escaped = (text: string) => text.replaceAll(/[\^$.{[]/g, String.raw`\$&`);

test.each([
  [
    "a bracket without an end",
    ":a :b [ :c 1 .\n",
    13,
    'Expected punctuation to follow ""1"^^http://www.w3.org/2001/XMLSchema#integer"',
  ],
  ["a string without an end", ':a :b "c .\n', 13, 'Unexpected ""c"'],
  ["a prefix that is not declared", "x:a :b :c .\n", 13, 'Undefined prefix "x:"'],
  ["a statement without an end", ":a :b :c", 14, 'Expected punctuation to follow "dcid:c"'],
  ["words", "these are words\n", 13, 'Unexpected "these"'],
  ["a graph", ":g { :a :b :c }\n", 13, "Expected entity but got {"],
])("%s refuses the file with its line", async (_name, text, line, problem) => {
  const before = `@prefix : <dcid:> .\n:ok :is :loaded .\n${"#\n".repeat(10)}`;
  await expect(loadTexts({ "a.ttl": before + text })).rejects.toThrow(
    new RegExp(`a\\.ttl:${line}: is no Turtle: ${escaped(problem)}$`),
  );
});

test("large and deep files are read, and each block continues the one before", async () => {
  const long = "é\n".repeat(300_000);
  const deep = `:d :e ${"[ :f ".repeat(20_000)} 1 ${"]".repeat(20_000)} .\n`;
  const many = Array.from({ length: 5_000 }, (_, at) => `:n${at} :name "${at}" .\n`).join("");
  const text = `@prefix : <dcid:> .\n:a :b """${long}""" .\n${deep}${many}`;
  const { sink, diagnostics } = await loadTexts({ "a.ttl": text });
  expect(sink.triples).toHaveLength(5_001);
  const object = sink.triples.find(({ subject }) => subject === "a")?.object;
  expect(object === JSON.stringify(long)).toBe(true);
  expect(diagnostics.at(-1)).toMatch(/^error RDF_BlankNode /);
});

test("our own export as N-Triples is Turtle, too", async () => {
  const builder = new WorldBuilder();
  const tables = {
    "a.mcf": 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "A "b", \u00e9"\n\n',
    "b.csv": "entity,variable,date,value,unit\ngeoId/06,v,2020,1.50,USDollar\n",
  };
  await withFolder(tables, async (folder) => await load(onDisk(folder), builder));
  const { files } = new Export(builder.freeze().world, "ntriples");
  const text = [...files[0]!.text()].join("");
  const lines = await loadTexts({ "a.nt": text });
  const turtle = await loadTexts({ "a.ttl": text });
  expect(turtle.sink.observations).toHaveLength(1);
  expect(turtle.sink.observations).toEqual(lines.sink.observations);
  expect(turtle.sink.triples).toEqual(lines.sink.triples);
});
