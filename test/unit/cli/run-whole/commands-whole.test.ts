/** All that commands print for options which change a part of an answer: one line, one test. */
import { join } from "node:path";
import { test } from "vitest";
import { open } from "../../../../src/index.ts";
import { wholeOutputs } from "../running.ts";

const observed = "entity,variable,date,value,provenance,unit,measurement_method";
const city = (dcid: string, more = "") =>
  `Node: dcid:${dcid}\ntypeOf: dcs:City\nname: "${dcid} city"\n${more}`;
const { folder, expectSeen, testEach } = wholeOutputs({
  "a/t.csv": [
    "subject_id,predicate,object_id,object_value",
    "City,typeOf,Class,",
    "a,typeOf,City,",
    "a,name,,Aville",
    "a,description,,first/~part",
    "b,typeOf,City,",
    "b,name,,Beville",
    "Count_Person,typeOf,StatisticalVariable,",
    "Count_Person,name,,Population",
  ].join("\n"),
  "a/o.csv": [
    observed,
    "a,Count_Person,2020,10,p/one,,Census",
    "a,Count_Person,2021,12,p/one,,Census",
    "b,Count_Person,2020,8,p/one,,Census",
    "b,Count_Person,2019,7,p/two,,Survey",
  ].join("\n"),
  "more/o.csv": [observed, "c,Count_Person,2020,1,p/one,,Census"].join("\n"),
  "faulty/a.mcf": city("a", "no colon\n"),
  "faulty/b.mcf": city("b", `no colon ${"far ".repeat(60)}\nnor here\n`),
  "mild/o.csv": [observed, "a,Count_Person,2020,about 5,p/one,,"].join("\n"),
  "odd/o.csv": [
    observed,
    "a,Count_Person,2020,about 5,p/one,,",
    "a,Count_Person,2021,about 6,p/one,,",
    "a,Count_Person,soon,7,p/one,,",
  ].join("\n"),
  "in/manifest.json": '{"graph": [{"file": "../out.mcf"}]}',
  "out.mcf": city("out"),
  "curable/t.csv": "subject_id,predicate,object_id,object_value,,\r\na,name,,A,,\r\n",
  "curable/u.csv": "subject_id,predicate,object_id,object_value,,\r\nb,name,,B,,\r\n",
  "loose/a.mcf": ["a", "b", "c"]
    .map((dcid) => city(dcid, dcid === "c" ? 'nmae: "x"\n' : ""))
    .join("\n"),
  "torn/a.csv.gz": "no gzip",
  "torn/b.csv.gz": "no gzip",
  "loose/b.mcf": "",
  "loose/c.mcf": "",
  "clean/a.mcf": city("a"),
  "keys.txt": "\n \n",
});
const a = "@a.pocket";
await (await open(join(folder, "a"))).save(join(folder, "a.pocket"));
await (await open(join(folder, "more"))).save(join(folder, "more.pocket"));

testEach("of-info", [
  ...["", " --csv", " --json", " -q", " -q --csv", " --verify"].map(
    (more) => `info @faulty${more}`,
  ),
  ...["", " --json", " --csv"].map((more) => `info ${a} --verify${more}`),
  "info @in",
  "info @in --allow-outside --provenance p/x",
  "save @clean",
  "save @clean -o @x.pocket -q",
  "save @clean -o @x.pocket --strict --csv",
  "save @faulty -o @x.pocket --csv",
  "save @faulty -o @x.pocket --strict",
  "save @mild -o @x.pocket",
  "save @mild -o @x.pocket --strict",
  "save @odd -o @x.pocket --strict",
  "save @loose -o @x.pocket --strict",
  "save @loose/b.mcf @clean -o @x.pocket --strict",
  "save @in -o @x.pocket --strict --allow-outside",
]);

testEach("of-lint", [
  "lint @faulty",
  "lint @faulty --examples 1 --level error",
  "lint @faulty --examples 0",
  "lint @faulty --level error --csv",
  "lint @faulty --report-json",
  "lint @faulty --report-json --csv --level error",
  "lint @faulty --fail-on fatal --level error",
  "lint @faulty --fail-on never --level error",
  "lint @faulty --level fatal",
  "lint @torn",
  "lint @mild --fail-on warning --level error",
  "lint @loose --level warning",
  "lint @loose --level warning --strict",
  "lint @loose --level warning --fail-on warning",
  "lint @in --allow-outside --level warning",
  "lint @clean --with @faulty --level error",
  "lint @clean --with @a --csv --level warning",
  "lint @clean --with @a --csv --level warning -q",
  "lint @clean --with @a --report-json --level warning",
  "lint @clean --dry-run",
  "lint @clean --fix --level warning",
  "lint @clean --fix --dry-run",
  ...["", " --json", " --csv", " -q"].map((more) => `lint @curable --fix --dry-run${more}`),
  "lint @curable/t.csv --fix --dry-run",
]);
testEach("of-lint-input", ["lint - --fix --level error", "lint - --level error", "info -"], {
  stdin: "subject_id,predicate,object_id,object_value,,\na,name,,A,,\n",
});

testEach("of-nodes", [
  `node ${a} a`,
  `node ${a} a b none -p ->[name,typeOf] --json`,
  `node ${a} City -p <-*`,
  `node ${a} a -p <-`,
  `node ${a} a -p ->name --explain`,
  `node ${a} a -p ->name --explain --json -q`,
  `resolve ${a} Aville bevile`,
  `resolve ${a} Aville -t City --json`,
  `resolve ${a} Aville -t County`,
  `resolve ${a} Aville -p <-name->dcid`,
  `resolve ${a} Aville -p name`,
  `resolve ${a} people -i`,
  `resolve ${a} people -i --no-meaning`,
  `resolve ${a} population -i --no-meaning --csv`,
  `search ${a} folks`,
  `search ${a} folks --no-meaning`,
  `search ${a} first part -n 1 --json`,
  `search ${a} avile quux`,
  `variables ${a} people`,
  `variables ${a} people --no-meaning --json`,
  `ask ${a} population of aville`,
  `ask ${a} folks of aville --no-meaning`,
  `ask ${a} population of aville -q --json`,
]);

const where =
  "WHERE%{?o%typeOf%StatVarObservation%.%?o%variableMeasured%Count_Person%.%?o%value%?x}";
testEach("of-queries", [
  `request ${a} /v2/node?nodes=a&property=->description --csv`,
  `request ${a} /v2/node?nodes=a&property=->description -q --json`,
  `request ${a} /v2/node --body {"nodes":["a"],"property":"->name"}`,
  `request ${a} /v2/node --body {`,
  `request ${a} /v2/none --csv`,
  `request ${a} v2/node`,
  ...["documented", "extended"].flatMap((dialect) =>
    [
      `SELECT%(AVG(?x)%AS%?a)%${where}`,
      `SELECT%AVG(?x)%${where}`,
      `SELECT%(sum%(%?x%)%as%?a)%${where}`,
      `SELECT%?x%${where.slice(0, -1)}%FILTER%(?x%>%9)}`,
      `SELECT%?x%${where}%GROUP%BY%?x`,
      `ASK%${where}`,
      `SELECT%?x%${where}%"COUNT(%FILTER"`,
      `SELECT%?x%WHERE%{?x%name%'MIN(\\'%it'%.%?x%<MAX(>%?y}%#SUM(`,
    ].map((query) => `sparql ${a} ${query} --dialect ${dialect}`),
  ),
  `sparql ${a} SELECT%(AVG(?x)%AS%?a)%${where} --dialect extended -q`,
  `sparql ${a} SELECT%(AVG(?x)%AS%?a)%${where.replace("?o%value", "?o%unit%?u%.%?o%value")} --dialect extended`,
  `sparql ${a} SELECT%(AVG(?x)%AS%?a)%${where.replace("Count_P", "dcid:Count_P")} --dialect extended`,
  `sparql @more.pocket SELECT%(AVG(?x)%AS%?a)%${where} --dialect extended`,
]);

testEach("of-worlds", [
  "diff @a @more",
  "diff @more @a --examples 1",
  "diff @a @clean --csv",
  "diff @a @a.pocket --json",
  "diff @a @more --with @clean --examples 0",
  "diff @a @more --tolerance .5",
  "diff @a @more --tolerance 0.",
  "diff @a @more --tolerance 0.5",
  "export @clean @folder --format mcf -q",
  "export @clean @a/t.csv",
  "export @absent @folder2",
  "explorer @site --world data/a.pocket",
  "explorer @site",
  "explorer @site --world https://data.example.org/a.pocket",
  "explorer @a/t.csv",
  "explorer @site --world ftp://data.example.org/a",
  "serve @clean --port 0 --keys-file @keys.txt",
  "serve @clean --port 0 --faults @absent.json",
  "serve @clean --port 0 --instructions @absent.md",
  "serve postgres:us --strict",
  "serve postgres:us --faults @absent.json",
  "serve postgres:us --watch",
]);

test("fixed files are named, and clean afterwards", async () => {
  await expectSeen("of-fixes", [
    "lint @curable --fix --level warning",
    "lint @curable --fix --level warning",
  ]);
});

test("versions as JSON and as CSV, and those that are kept", async () => {
  await expectSeen("of-versions", [
    `publish ${a} @us --name one --csv`,
    `publish ${a} @us --name one`,
    "publish @more.pocket @us --name two --dry-run --csv",
    "publish @more.pocket @us --name two --keep 1",
    "publish --list @us",
    "publish --list @us -q --csv",
    "publish --gc @us",
    "publish --remove two @us",
    "publish --current none @us",
    "publish --list",
    `publish --list ${a} @us`,
    `publish ${a} @us @us`,
    "publish @us",
  ]);
});
