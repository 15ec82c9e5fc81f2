/**
 * All findings of some folders, with place and message, and both reports. What is expected lies in
 * `expected`; `EXPECT=write npx vitest run test/unit/lint/lint-whole` writes it anew, to be read before
 * it is believed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type LintOptions, lint } from "../../../src/commons/with-files.ts";
import { toReportJson } from "../../../src/lint/lint-report.ts";
import { type Texts, withFolder } from "../load/load-texts.ts";

// Years to come are findings.
beforeAll(() => vi.useFakeTimers({ now: new Date("2026-06-01"), toFake: ["Date"] }));
afterAll(() => vi.useRealTimers());

async function expectFindings(name: string, texts: Texts, options: LintOptions = {}) {
  const whole = await withFolder(texts, async (folder) => {
    const report = await lint([folder], { maxExamples: 100, ...options });
    const lines = report.findings.map(
      ({ level, counter, file, line, message, cure }) =>
        `${level} ${counter} ${file ?? "-"}:${line ?? ""} | ${message}${cure === undefined ? "" : ` | ${JSON.stringify(cure)}`}`,
    );
    const counts = report.counters.map(
      ({ level, counter, count }) => `${count} × ${level} ${counter}`,
    );
    const json = JSON.stringify(toReportJson(report), undefined, 1).split("\n");
    return [...lines, ...counts, ...json].map((line) => line.replaceAll(`${folder}/`, ""));
  });
  const path = join(import.meta.dirname, "expected", `${name}.txt`);
  if (process.env["EXPECT"] === "write") writeFileSync(path, `${whole.join("\n")}\n`);
  expect(whole).toEqual(readFileSync(path, "utf8").trimEnd().split("\n"));
}

const observed =
  "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period";

/** A series of one variable by date. */
const series = (
  variable: string,
  points: readonly (readonly [string, string | number])[],
  facet = "p/1,,,,",
) => points.map(([date, value]) => `geoId/06,${variable},${date},${value},${facet}`);
const years = (first: number, values: readonly (string | number)[]) =>
  values.map((value, at) => [String(first + at), value] as const);

test("series: values and dates that are odd, by themselves and beside each other", async () => {
  const flat = Array.from({ length: 40 }, (_, at) => 100 + (at % 3));
  const rows = [
    ...series("Outlier", years(1960, [...flat, 100_000])),
    ...series("Outliers", years(1950, [...flat, ...flat, ...flat.slice(0, 60), 1e6, 2e6])),
    ...series("Jump", years(2000, [10, 11, 1000, 1001])),
    ...series("Grows", years(2000, [100, 201, 110])),
    ...series("Zero", years(2000, [10, 0, 10])),
    ...series("Hole", [...years(2000, [1, 2, 3]), ...years(2006, [4, 5])]),
    ...series("Months", [
      ["2020-01", 1],
      ["2020-02", 2],
      ["2020-04", 3],
      ["2021", 4],
    ]),
    ...series("Days", [
      ["2020-02-30", 1],
      ["2020-02-28", 2],
      ["2020-13", 3],
      ["2020-00-01", 4],
    ]),
    ...series("Compact", [
      ["202001", 1],
      ["202013", 2],
      ["20200101", 3],
      ["20200132", 4],
    ]),
    ...series("Texts", years(2000, [1, "two", 3, "four", "five", "six"])),
    ...series("Years", [
      ["0999", 1],
      ["1000", 1],
      ["2100", 1],
      ["2203", 1],
    ]),
    ...series(
      "Monthly",
      [
        ["2020", 1],
        ["2020-02", 2],
      ],
      "p/1,,,,P1M",
    ),
    ...series(
      "Daily",
      [
        ["2020-01", 1],
        ["2020-02-01", 2],
      ],
      "p/1,,,,P1D",
    ),
    ...series("Yearly", [["2020", 1]], "p/1,,,,P12M"),
    ...series("Thirty", [["2020", 1]], "p/1,,,,P30D"),
    ...series("Period", [["2020", 1]], "p/1,,,,yearly"),
    ...series(
      "Unit",
      [
        ["2020", 1],
        ["2021", 1],
      ],
      "p/1,USD,,,",
    ),
    ...series(
      "Unit",
      [
        ["2021", 1],
        ["2022", 1],
      ],
      "p/1,,,,",
    ),
    ...series("Unit2", [["2020", 1]], "p/1,USD,,,"),
    ...series("Unit2", [["2021", 1]], "p/1,EUR,,,"),
  ];
  await expectFindings("series", { "o.csv": [observed, ...rows].join("\n") });
});

test("nodes: checks of each block alone", async () => {
  const described = (dcid: string, lines: readonly string[]) =>
    [`Node: ${dcid}`, ...lines, ""].join("\n");
  await expectFindings("nodes", {
    "nodes.mcf": [
      described("dcid:untyped", ['name: "U"']),
      described("dcid:thing", ["typeOf: Thing"]),
      described("dcid:aClass", ["typeOf: Class", 'name: "other"', 'description: "D"']),
      described("dcid:AClass", ["typeOf: Class", "subClassOf: Thing", 'name: "AClass"']),
      described("dcid:AProp", [
        "typeOf: Property",
        'name: "AProp"',
        "domainIncludes: dcs:lower",
        "rangeIncludes: Text",
      ]),
      described("dcid:aProp", [
        "typeOf: Property",
        'name: "aProp"',
        'domainIncludes: "text"',
        "subClassOf: Thing",
        "subPropertyOf: dcs:Upper",
      ]),
      described("dcid:v1", ["typeOf: StatisticalVariable"]),
      described("dcid:v2", [
        "typeOf: StatisticalVariable",
        "populationType: dcs:person",
        "measuredProperty: dcs:Count",
        "statType: dcs:odd",
      ]),
      described("dcid:v3", [
        "typeOf: StatisticalVariable",
        "populationType: dcs:Person, dcs:Place",
        "measuredProperty: v3",
        "statType: dcs:measuredValue",
      ]),
      described("dcid:v4", [
        "typeOf: StatisticalVariable",
        "populationType: dcs:Person",
        "measuredProperty: dcs:count",
        "statType: dcs:measuredValue",
        "gender: dcs:Male",
      ]),
      described("dcid:v5", [
        "typeOf: StatisticalVariable",
        "populationType: dcs:Person",
        "measuredProperty: dcs:count",
        "statType: dcs:measuredValue",
        "gender: dcs:Male",
        'provenance: "x"',
        'utteranceTemplate: "x"',
        'descriptionUrl: "x"',
      ]),
      described("NoDcid", [
        "typeOf: StatisticalVariable",
        "populationType: dcs:Person",
        "measuredProperty: dcs:count",
        "statType: dcs:measuredValue",
      ]),
      described("dcid:obs", ["typeOf: dcs:Observation"]),
      described("dcid:obs2", [
        "typeOf: dcs:Observation",
        "observedNode: dcid:pop",
        "measuredProperty: dcs:Count",
        'observationDate: "soon"',
        "measuredValue: many",
        "marginOfError: 5 %",
        "measurementResult: dcs:High",
      ]),
      described("dcid:pop", ["typeOf: dcs:StatisticalPopulation", "populationType: dcs:person"]),
      described("dcid:ünlaut", [
        "typeOf: City",
        "Name: x",
        "Ünder: x",
        "node: y",
        "ref: dcid:a b",
        "code: dcs:é",
        "empty: dcid:",
        "pre: dcid:dcid:x",
      ]),
      described(`dcid:${"x".repeat(256)}`, ["typeOf: City"]),
      described(`dcid:${"x".repeat(257)}`, ["typeOf: City"]),
      described("dcid:bio/a'b", ["typeOf: Gene"]),
      described("dcid:a\u00a0b", ["typeOf: City"]),
      described("dcid:dcid:pre", ["typeOf: City"]),
      described("dcid:geo", ["typeOf: City", "latitude: 137.5", "longitude: abc"]),
      described("dcid:geo2", [
        "typeOf: City",
        "latitude: 37.5N",
        "longitude: -181",
        "containedInPlace: dcid:geo, dcid:nowhere",
      ]),
      described("dcid:geo", [
        "typeOf: City",
        'name: "Geo"',
        'name: "Other geo"',
        'descripton: "slip"',
      ]),
      described("dcid:g1", ["typeOf: StatVarGroup", "specializationOf: dcid:g2"]),
      described("dcid:g2", ["typeOf: StatVarGroup", "specializationOf: dcid:g1"]),
    ].join("\n"),
  });
});

test("tables, templates and custom folders: findings stand where their cells stand", async () => {
  await expectFindings("tables", {
    "t.csv":
      "subject_id,predicate,object_id,object_value\na,typeOf,City,\na,nme,,A\nb,near,nowhere,\n",
    "o.csv": [
      observed,
      "a,v,2020,1,,,,,",
      "a,v,2020,2,,,,,",
      "a,w,2021,x,,dcs:U,,,",
      "zz,v,2022,,,,,,",
    ].join("\n"),
    "T.tmcf":
      "Node: E:T->E0\ntypeOf: dcs:City\ndcid: C:T->id\nnme: C:T->name\nlatitude: C:T->lat\n",
    "T.csv": "id,name,lat\nx,X,95\ny,,1\n,Z,2\n",
  });
  await expectFindings("custom", {
    "config.json": JSON.stringify({
      inputFiles: {
        "a.csv": { provenance: "P", entityType: "State" },
        "b.csv": { provenance: "Q" },
      },
      variables: { v: { properties: { populationType: "person" } }, unused: {} },
      sources: { S: { url: "https://s.org", provenances: { P: "https://s.org/p" } } },
    }),
    "a.csv": "geoId,date,v,w\n06,2020,1,x\n07,2203,,2\n",
    "b.csv": "dcid,date,v\ngeoId/06,2020,1\n",
    "v.mcf": "Node: dcid:w\ntypeOf: dcs:StatisticalVariable\nmeasuredProperty: dcs:Upper\n",
  });
});

test("slips: names that differ little from others, and lines that are read as something else", async () => {
  const city = (dcid: string, ...lines: string[]) =>
    [`Node: dcid:${dcid}`, "typeOf: dcs:City", `name: "${dcid}"`, ...lines, ""].join("\n");
  const rows = [
    ...["town/1", "twon/1", "Town/2", "town/9", "twon/8", "dcid:town/3"],
    ...["Total", "zip/1", "zap/1", "Ayville", "Twinham"],
  ];
  const often = ["town/1", "town/2", "town/3"];
  const all = [
    ...rows.map((entity) => `${entity},Count_Cat,2020,5,,`),
    ...often.map((entity) => `${entity},Count_Dog,2020,5,euro,`),
    "town/1,Count_Dgo,2020,5,Euro,",
    ...often.slice(1).map((entity) => `${entity},Count_Cow,2020,5,Parsec,`),
    "town/1,Count_Cwo,2020,5,,",
    "town/1,Count_Text,2020,x,,",
    "town/1,Count_Text,2021,1.5,,1000",
    "town/2,Count_Text,2021,-1.5,,thousand",
  ];
  await expectFindings("slips", {
    "o.csv": ["entity,variable,date,value,unit,scaling_factor", ...all].join("\n"),
    "towns.mcf": [
      ...["town/1", "town/2", "town/3", "town/4", "zip/1"].map((dcid) => city(dcid)),
      ...[`Node: dcid:ay`, "typeOf: dcs:City", 'name: "Ayville"', ""],
      ...["twin/1", "twin/2"].map((dcid) => `Node: dcid:${dcid}\nname: "Twinham"\n`),
      city("odd/1", "typeOf = dcs:City: x", "Node : y", "size, x: 5", "ref: dcid:DCID:x"),
      city("odd/2", "descripton: dcid:a", "typeOf: dcs:Ctiy", "near: dcid:town/7, dcid:twn/1"),
      "Node: dcid: odd/3",
      "typeOf: dcs:City",
      "",
      "Node: dcid:Count_Cat",
      "typeOf: dcs:StatisticalVariable",
      "populationType: dcs:Cat",
      "measuredProperty: dcs:count",
      "statType: dcs:measuredvalue",
      'description: "Proposed by import, to be checked: populationType, statType. A cat. A dog."',
      "",
      "Node: dcid:Count_None",
      "typeOf: dcs:StatisticalVariable",
      "populationType: dcs:Years10To20",
      "measuredProperty: dcs:count",
      "statType: dcs:measuredValue",
    ].join("\n"),
  });
});
