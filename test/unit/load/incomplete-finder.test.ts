import { describe, expect, test } from "vitest";
import { type Diagnostic, open } from "../../../src/index.ts";
import { lint } from "../../../src/lint.ts";
import { IncompleteFinder } from "../../../src/load/incomplete-finder.ts";
import { FindingTexts } from "./finding-texts.ts";
import { withFolder } from "./load-texts.ts";

const variable = `Node: dcid:Trade
typeOf: dcs:StatisticalVariable
observationProperties: dcid:from, dcid:to
`;
const mcf = (date: number, names: string, entities: string) => `Node: dcid:o${date}
typeOf: dcs:StatVarObservation
variableMeasured: dcs:Trade
observationDate: "${date}"
value: 5
observationProperties: ${names}
${entities}

`;
const link = (dcid: string) => ({ "@id": `dcid:${dcid}` });
const both = { "dcid:from": link("country/FRA"), "dcid:to": link("country/DEU") };
const jsonLd = (variableMeasured: object, more: object, last: object) => {
  const node = (date: number, entities: object) => ({
    "@id": `dcid:obs_${date}`,
    "@type": "dcid:StatVarObservation",
    "dcid:variableMeasured": variableMeasured,
    "dcid:observationDate": String(date),
    "dcid:value": 5,
    ...more,
    ...entities,
  });
  const graph = [node(2020, both), node(2021, last)];
  const context = { dcid: "https://datacommons.org/browser/" };
  return JSON.stringify({ "@context": context, "@graph": graph }, undefined, 1);
};
const lineOf = (text: string, part: string) =>
  text.split("\n").findIndex((line) => line.includes(part)) + 1;
const columns = "entity,variable,date,value,properties";
const row = (date: number, json: string) => `,Trade,${date},5,"${json.replaceAll('"', '""')}"`;
const whole = '{"from": "country/FRA", "to": "country/DEU"}';
const part = '{"from": "country/FRA"}';
const empty = '{"from": "country/FRA", "to": ""}';
const insert = (date: number, json: string) =>
  `INSERT INTO observations (entity, variable, date, value, properties) VALUES ('', 'Trade', '${date}', '5', '${json}');`;
const rdf = (date: number, parts: readonly string[]) =>
  [
    "typeOf> <https://datacommons.org/browser/StatVarObservation>",
    "variableMeasured> <https://datacommons.org/browser/Trade>",
    `observationDate> "${date}"`,
    'value> "5"',
    ...["from", "to"].map(
      (name) => `observationProperties> <https://datacommons.org/browser/${name}>`,
    ),
    ...parts,
  ].map((one) => `_:o${date} <https://datacommons.org/browser/${one} .`);
const arc = (name: string, dcid: string) => `${name}> <https://datacommons.org/browser/${dcid}>`;

const nested = jsonLd(
  { ...link("Trade"), "dcid:observationProperties": ["dcid:from", "dcid:to"] },
  {},
  { "dcid:to": link("country/DEU") },
);
const linked = jsonLd(link("Trade"), {}, { "dcid:to": link("country/DEU") });
const named = jsonLd(
  link("Trade"),
  { "dcid:observationProperties": [link("from"), link("to")] },
  { "dcid:to": link("country/DEU") },
);

/** Files with an observation from France to Germany in 2020, and others that lack one of the two. */
const forms: Readonly<
  Record<string, { readonly files: Record<string, string | Uint8Array>; readonly places: string[] }>
> = {
  "a custom folder": {
    files: {
      "config.json": JSON.stringify({
        sources: { s: { url: "https://s.test", provenances: { p: "https://p.test" } } },
        inputFiles: [
          {
            pattern: "t.csv",
            provenance: "p",
            columnMappings: {
              "dcid:variableMeasured": "v",
              "dcid:observationDate": "d",
              "dcid:value": "n",
              "custom:from": "f",
              "custom:to": "t",
            },
          },
        ],
      }),
      "t.csv":
        "v,d,n,f,t\nTrade,2020,5,country/FRA,country/DEU\nTrade,2021,5,country/FRA,\nTrade,2022,5,,country/DEU\n",
    },
    places: ["t.csv:3", "t.csv:4"],
  },
  "a table with properties": {
    files: {
      "v.mcf": variable,
      "o.csv": `${[columns, row(2020, whole), row(2021, part), row(2022, empty)].join("\n")}\n`,
    },
    places: ["o.csv:3", "o.csv:4"],
  },
  "an SQL dump": {
    files: {
      "v.mcf": variable,
      "d.sql": `${[insert(2020, whole), insert(2021, part), insert(2022, empty)].join("\n")}\n`,
    },
    places: ["d.sql:2", "d.sql:3"],
  },
  "JSON-LD with names at the variable": {
    files: { "o.jsonld": nested },
    places: [`o.jsonld:${lineOf(nested, "obs_2021")}`],
  },
  "JSON-LD whose variable has them as links": {
    files: { "v.mcf": variable, "o.jsonld": linked },
    places: [`o.jsonld:${lineOf(linked, "obs_2021")}`],
  },
  "JSON-LD with names at the observation": {
    files: { "o.jsonld": named },
    places: [`o.jsonld:${lineOf(named, "obs_2021")}`],
  },
  "MCF of the import pipeline": {
    files: {
      "o.mcf":
        mcf(2020, "dcs:from, dcs:to", "from: dcid:country/FRA\nto: dcid:country/DEU") +
        mcf(2021, "dcs:from, dcs:to", "to: dcid:country/DEU"),
    },
    places: ["o.mcf:10"],
  },
  "MCF that names fewer than the variable": {
    files: {
      "v.mcf": variable,
      "o.mcf":
        mcf(2020, "dcs:from, dcs:to", "from: dcid:country/FRA\nto: dcid:country/DEU") +
        mcf(2021, "dcs:to", "to: dcid:country/DEU"),
    },
    // Its date.
    places: ["o.mcf:13"],
  },
  "a template": {
    files: {
      "t.tmcf": mcf(2020, "dcs:from, dcs:to", "from: C:t->from\nto: C:t->to")
        .replace("dcid:o2020", "E:t->E0")
        .replace('"2020"', "C:t->date"),
      "t.csv": "from,to,date\ndcid:country/FRA,dcid:country/DEU,2020\ndcid:country/FRA,,2021\n",
    },
    places: ["t.csv:3"],
  },
  "N-Triples": {
    files: {
      "o.nt": `${[
        ...rdf(2020, [arc("from", "country/FRA"), arc("to", "country/DEU")]),
        ...rdf(2021, [arc("to", "country/DEU")]),
      ].join("\n")}\n`,
    },
    places: ["o.nt:9"],
  },
};

describe("an observation that lacks one of its entities is reported with its place, and the rest loads", () => {
  test.each(Object.entries(forms))("%s", async (_form, { files, places }) => {
    await requireReports(files, places);
  });

  test("a database: with the row of its table", async () => {
    // @ts-expect-error: the package has no types.
    const { default: start } = await import("sql.js");
    const { Database } = await start();
    const made = new Database();
    const rows = [insert(2020, whole), insert(2021, part), insert(2022, empty)].join("\n");
    made.run(`CREATE TABLE observations (entity, variable, date, value, properties);${rows}`);
    await requireReports({ "v.mcf": variable, "d.db": made.export() }, ["d.db:2", "d.db:3"]);
  });

  test("columns of your own", async () => {
    const places = ["t.csv:3", "t.csv:4"];
    const files = {
      "t.csv":
        "f,t,d,n\ncountry/FRA,country/DEU,2020,5\ncountry/FRA,,2021,5\n,country/DEU,2022,5\n",
    };
    const entities = { from: "f", to: "t" };
    const columns = { entities, date: "d", value: "n", variable: { constant: "Trade" } };
    await requireReports(files, places, { columns });
  });

  test("by several threads, too", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => {
      return row(2020, at === 12_345 ? part : whole.replace("FRA", `F${at}`));
    });
    const files = { "v.mcf": variable, "o.csv": `${[columns, ...rows].join("\n")}\n` };
    await withFolder(files, async (folder) => {
      const found: string[] = [];
      const onDiagnostic = (one: Diagnostic) => found.push(placeOf(one));
      const commons = await open(folder, { threads: 2, onDiagnostic });
      expect(found).toEqual(["o.csv:12347"]);
      expect(commons.info.observationCount).toBe(19_999);
    });
  });

  test("a strict load says where it is, and stops", async () => {
    const { files } = forms["a table with properties"]!;
    await withFolder(files, async (folder) => {
      await expect(open(folder, { strict: true })).rejects.toThrow(/o\.csv:3.*from, to/s);
    });
  });
});

const placeOf = ({ file, line }: Diagnostic): string => `${file.replace(/^.*[/\\]/, "")}:${line}`;

async function requireReports(
  files: Record<string, string | Uint8Array>,
  places: readonly string[],
  options: object = {},
): Promise<void> {
  await withFolder(files, async (folder) => {
    const errors = new Set<string>();
    const onDiagnostic = (one: Diagnostic) => {
      if (one.level === "error") errors.add(placeOf(one));
    };
    const commons = await open(folder, { onDiagnostic, ...options });
    expect([...errors]).toEqual(places);
    const filters = { variableMeasured: "Trade", to: "country/DEU" };
    const { series } = await commons.sdmx.data({ filters });
    expect(series.flatMap(({ points }) => points)).toEqual([
      { timePeriod: "2020", observationValue: "5" },
    ]);
    // It has no such option.
    if ("columns" in options) return;
    const report = await lint(folder);
    const found = report.findings.filter(
      ({ level, message }) => level === "error" && /entities|needs|has no|empty/.test(message),
    );
    expect([
      ...new Set(found.map(({ file = "", line }) => `${file.replace(/^.*[/\\]/, "")}:${line}`)),
    ]).toEqual(expect.arrayContaining([...places]));
  });
}

describe("a sink that finds what was left out", () => {
  const leftOut = { variable: "T", properties: ["from"], wanted: ["from", "zu\u00fc"] };
  const bytes = Buffer.from("T from 12 n/a Tr");
  const finderOf = (count = 1) => {
    const finder = new IncompleteFinder(count, [
      leftOut,
      { variable: "T", properties: ["observationAbout"], wanted: ["from"] },
    ]);
    const facet = finder.facetAbout(0, [finder.node("from")]);
    return { finder, facet, variable: finder.node("T") };
  };
  const told = (finder: IncompleteFinder) => {
    const log = new FindingTexts();
    finder.report(log, "sources");
    return log.texts;
  };
  const found = (place: string, has = "from", needs = "from, zu\u00fc") =>
    `error Sanity_IncompleteObservation ${place} observations of 'T' are about entities by ${needs}, and this one by ${has}; it is not loaded`;

  test("knows names of what was left out, as texts and as bytes, and gives all others one number", () => {
    const { finder, variable } = finderOf();
    const others = [
      finder.node("Tr"),
      finder.nodeOf(bytes, 14, 16),
      finder.nodeOf(bytes, 0, 3),
      finder.literal(),
      finder.literalOf(),
      finder.date(),
      finder.dateOf(),
    ];
    expect(new Set(others).size).toBe(1);
    expect(finder.nodeOf(bytes, 0, 1)).toBe(variable);
    expect(finder.nodeOf(bytes, 2, 6)).toBe(finder.node("from"));
    expect(
      new Set([variable, finder.node("from"), finder.node("observationAbout"), others[0]]).size,
    ).toBe(4);
    expect([finder.link(), finder.attribute()]).toEqual([undefined, undefined]);
  });

  test("keeps one number for each list of properties", () => {
    const { finder, facet } = finderOf();
    const [from, about] = [finder.node("from"), finder.node("observationAbout")];
    expect(finder.facetAbout(0, [from])).toBe(facet);
    expect(finder.facetAbout(0, [about])).toBe(finder.facet());
    expect(finder.facetAbout(0, [about, from])).not.toBe(finder.facetAbout(0, [from, about]));
  });

  test("reports where observations stand: in their node, or in their line", () => {
    const { finder, facet, variable } = finderOf(3);
    finder.observation(variable, 0, facet);
    finder.at({ file: "a", line: 3 });
    finder.observation(variable, 0, facet);
    finder.observation(variable, 0, finder.facet());
    finder.observation(finder.node("Other"), 0, facet);
    finder.at({ file: "a", line: 9, parts: new Map([["node", { file: "b", line: 7 }]]) });
    finder.observation(variable, 0, facet);
    expect(told(finder)).toEqual([
      found("a:3"),
      found("a:3", "observationAbout", "from"),
      found("b:7"),
    ]);
  });

  test("reads values of others, and leaves values that are no plain numbers to the reader", () => {
    const { finder, facet, variable } = finderOf();
    finder.at({ file: "a", line: 3 });
    const observed = (of: number, start: number, end: number) =>
      finder.observationOf(of, 0, facet, 0, bytes, start, end);
    expect(observed(finder.node("Other"), 10, 13)).toBe(true);
    expect(observed(variable, 10, 13)).toBe(false);
    expect(told(finder)).toEqual([
      "error Sanity_IncompleteObservation sources: 1 more of this kind",
    ]);
    expect(observed(variable, 7, 9)).toBe(true);
    expect(told(finder)).toEqual([found("a:3")]);
  });

  test("keeps the places of a thousand, and counts the others", () => {
    const { finder, facet, variable } = finderOf(1_005);
    finder.at({ file: "a", line: 1 });
    for (let at = 0; at < 1_003; at++) finder.observation(variable, 0, facet);
    const all = told(finder);
    expect(all).toHaveLength(1_001);
    expect(all.at(-1)).toBe(
      "error Sanity_IncompleteObservation sources: 5 more of this kind [5 times]",
    );
  });
});
