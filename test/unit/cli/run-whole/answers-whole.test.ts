/** All that commands print: help, tables, CSV, JSON, diagnostics, mistakes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../../../src/cli/run.ts";
import { open } from "../../../../src/index.ts";
import { wholeOutputs } from "../running.ts";

const { folder, expectSeen, testEach } = wholeOutputs({
  "data/t.csv": [
    "subject_id,predicate,object_id,object_value,provenance",
    "geoId/06,typeOf,State,,p/census",
    "geoId/06,name,,California,p/census",
    "geoId/06,containedInPlace,country/USA,,p/census",
    "geoId/48,typeOf,State,,p/census",
    'geoId/48,name,,"Texas, the state",p/census',
    "geoId/48,containedInPlace,country/USA,,",
    "country/USA,typeOf,Country,,",
    "country/USA,name,,United States,",
    "Count_Person,typeOf,StatisticalVariable,,",
    "Count_Person,name,,Population,",
    "Income,typeOf,StatisticalVariable,,",
    ",name,,nobody,",
  ].join("\n"),
  "data/o.csv": [
    "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period",
    "geoId/06,Count_Person,2020,39538223,p/census,,,Census,",
    "geoId/06,Count_Person,2021,39237836,p/census,,,Census,",
    "geoId/48,Count_Person,2020,29145505,p/census,,,Census,",
    "geoId/06,Income,2020,84097.5,p/acs,USDollar,1,ACS,P1Y",
    "geoId/06,Income,2020-06,70000,p/other,USDollar,,Survey,P1M",
    "geoId/48,Income,2020,-5,p/acs,USDollar,1,ACS,P1Y",
    "geoId/48,Income,2021,about 60000,p/acs,USDollar,1,ACS,P1Y",
    "geoId/48,Income,soon,1,p/acs,USDollar,1,ACS,P1Y",
  ].join("\n"),
  "data/notes.txt": "nothing",
  "clean/t.csv":
    "subject_id,predicate,object_id,object_value\na,typeOf,City,\na,name,,A\nCity,typeOf,Class,\nCity,name,,City\n",
  "one/t.csv": "subject_id,predicate,object_id,object_value\na,name,,A\n",
  "types/t.csv": [
    "subject_id,predicate,object_id,object_value",
    "geoId/06,typeOf,State,",
    "geoId/06,typeOf,AdministrativeArea1,",
    "State,typeOf,Class,",
    "State,name,,State",
  ].join("\n"),
  "open/a.csv": 'subject_id,predicate,object_id,object_value\na,name,,"A\n',
  "open/b.csv": 'subject_id,predicate,object_id,object_value\nb,name,,"B\n',
  "it's/plain.csv": "entity,date,Count_Person\ngeoId/06,2020,1\n",
  "it's/tabs.tsv": `entity\tdate\t${"Count_Of_All_Persons_".repeat(4)}\ngeoId/06\t2020\t1\n`,
  "it's/words.csv": "entity,date,Mood\ngeoId/06,2020,blue\n",
  "it's/decimals.csv": 'Name,Year,Rate\nA,2020,"1,500"\nB,2020,"2,500"\n',
  "raw/pop.csv": [
    "State,Year,Population,Median age",
    'California,2020,"39,538,223",36.9',
    'Texas,2020,"29,145,505",34.8',
    'California,2021,"39,237,836",37.2',
  ].join("\n"),
  "raw/more.csv": "Place,Rate\nCalifornia,1.5\nTexas,2.5\nAtlantis,3\n",
  "raw/semi.csv": "Name;Date;Share\nÖland;2020-01;1,5\nÅland;2020-02;2,25\n",
});
await (await open(join(folder, "data"))).save(join(folder, "data.pocket"));

const names = commands.map(({ usage }) => usage.split(" ")[0]!);
testEach("help", ["--help", ...names.map((name) => `${name} --help`)]);

const asked = [
  "info @data.pocket",
  "node @data.pocket geoId/06 -p ->name",
  "node @data.pocket geoId/06",
  "node @data.pocket country/USA -p <-containedInPlace",
  "resolve @data.pocket California",
  "resolve @data.pocket Population --indicator",
  "stat @data.pocket Count_Person geoId/06 geoId/48",
  "stat @data.pocket Income geoId/06 geoId/48 --facets all",
  "stat @data.pocket Income geoId/06 --date 2020",
  "sparql @data.pocket SELECT%?a%WHERE%{?a%typeOf%State}%ORDER%BY%?a",
  "request @data.pocket /v2/node?nodes=geoId/06&property=->name",
  "variables @data.pocket",
  "entities @data.pocket",
  "types @data.pocket",
  "properties @data.pocket",
  "facets @data.pocket",
  "facets @data.pocket census",
  "variables @data.pocket --limit 1",
  "types @types",
  "entities @types",
  "resolve @data.pocket California -t County",
  "node @data.pocket geoId/6 geoId/7 --explain",
  "search @data.pocket texsa population of",
  "search @data.pocket quux --kind place",
];

const terminal = { isTerminal: true, env: { TERM: "xterm" } };

testEach("piped", [
  "info @data",
  "info @data --csv",
  "save @data -o @saved.pocket",
  "save @clean -o @saved.pocket",
  "save @clean --csv -o @saved.pocket",
  ...asked,
]);

testEach(
  "terminal",
  asked.filter((_, at) => at % 3 === 0),
  terminal,
);

testEach("forms", [
  ...asked.map((line) => `${line} --json -q`),
  ...["info @data.pocket", asked.find((line) => line.startsWith("request"))!].map(
    (line) => `${line} --csv -q`,
  ),
]);

testEach("lint", [
  "lint @data",
  "lint @data --level error",
  "lint @data --level info",
  "lint @data --csv",
  "lint @data -q",
  "lint @clean",
  "lint @clean --with @data",
  "lint @one",
  "lint @open",
]);
testEach("lint-terminal", ["lint @data", "lint @clean"], terminal);

test("what exports print", async () => {
  const forms = ["tables", "mcf", "nquads", "ntriples", "long", "wide"];
  await expectSeen("export", [
    ...forms.map((form) => `export @data.pocket - --format ${form} -q`),
    "export @clean - --format mcf",
    "export @clean @copy",
    "export @clean @copy2 --format nquads --json",
    "export @clean @copy2 --format nquads --csv",
    "export @clean @copy3 --csv -q",
    "export @clean - --format nothing",
    "export @clean - --format tables",
  ]);
});

test("what import proposes and writes", async () => {
  await expectSeen("import", [
    "import @raw/pop.csv --dry-run",
    "import @raw/pop.csv --dry-run --csv",
    "import @raw/pop.csv --create own/ --dry-run --json",
    "import @raw/pop.csv --create own/",
    "import @raw/pop.csv --create own/",
    "import @raw/pop.csv --create own/ --force --unit People --within country/USA",
    "import @raw/more.csv --base @data.pocket --add -t State --date 2020",
    "import @raw/more.csv --base @data.pocket --add --entity absent",
    "import @raw/semi.csv --create own/ --decimal , --dry-run",
    "import @data/notes.txt",
    "import @it's/plain.csv",
    "import @it's/tabs.tsv --dry-run",
    "import @it's/words.csv --value Mood --dry-run",
    "import @it's/decimals.csv --create own/ --decimal , --dry-run",
  ]);
  await expectSeen("import-terminal", ["import @raw/pop.csv --dry-run"], terminal);
  expect(readFileSync(join(folder, "raw/config.json"), "utf8")).toContain('"more.csv"');
});

const mistakes = [
  "",
  "nothing",
  "info",
  "info @absent",
  "node @data",
  "node @data.pocket geoId/06 -p name",
  "node @data.pocket geoId/06 -p ->name --wrong",
  "stat @data.pocket Nothing geoId/06",
  "stat @data.pocket Count_Person geoId/06 --date soon",
  "sparql @data.pocket SELECT",
  "request @data.pocket /v9/nothing",
  "request @data.pocket /v2/node",
  "lint @clean --level loud",
  "serve @data --port 65536",
  "serve @data --port x",
  "save @data --strict -o @saved.pocket",
  "load @data",
  "query @data /v2/node",
  "publish @data.pocket --postgres world",
  "save @data --save @saved.pocket",
  "stta @data a b",
  "stat @data.pocket a b --fasets all",
  "node",
  "resolve @data.pocket a --jsno",
  "info @data/notes.txt",
  `variables @data.pocket --limit ${"9".repeat(50)}`,
  "node absent geoId/06 -- --json",
];
testEach("mistakes", mistakes);
testEach(
  "mistakes-json",
  [...mistakes.slice(3, 8), "export @clean @data/t.csv/x"].map((line) => `${line} --json`),
);
