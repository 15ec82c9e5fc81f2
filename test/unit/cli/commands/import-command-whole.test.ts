/** All that `import` prints of tables in many forms, and the configs that it writes. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { expectWhole, wholeOutputs } from "../running.ts";

const names = Array.from({ length: 54 }, (_, at) => `Nowhere ${at}`);
const { folder, expectSeen, testEach } = wholeOutputs({
  "base.csv": [
    "subject_id,predicate,object_id,object_value",
    "geoId/06,typeOf,State,",
    "geoId/06,name,,California",
    "geoId/06,containedInPlace,country/USA,",
    "geoId/48,typeOf,State,",
    "geoId/48,name,,Texas",
    "geoId/48,containedInPlace,country/USA,",
    "geoId/36,typeOf,State,",
    "geoId/36,name,,New York",
    "geoId/36,containedInPlace,country/USA,",
    "geoId/3651000,typeOf,City,",
    "geoId/3651000,name,,New York",
    "Male,typeOf,GenderType,",
    "country/USA,typeOf,Country,",
    "country/USA,name,,United States",
  ].join("\n"),
  "names.csv": `State,Year,Jobs\nCalifornia,2020,5\nTexs,2020,4\n${names.map((name) => `${name},2020,1`).join("\n")}\n`,
  "cities.csv": "City,Year,Jobs\nCalifornia,2020,5\nTexas,2020,4\n",
  "double.csv": "Place,Year,Jobs\nNew York,2020,5\nTexas,2020,4\n",
  "across.csv": "Year,California,Texas,New York\n2020,1,2,3\n2021,2,3,4\n",
  "few.csv": "Year,California,Texas,Cats,Dogs\n2020,1,2,3,5\n2021,2,3,4,6\n",
  "ids.csv": `entity,date,Cats\n${[7, 8, 9, 10, 11, 12, 13].map((at) => `geoId/${at},2020,1`).join("\n")}\n`,
  "male.csv": "entity,date,Male,Female\ngeoId/06,2020,3,4\ngeoId/48,2020,2,5\n",
  "units.csv":
    'entity,date,"Income (USD, thousands)","Area (km2)"\ngeoId/06,2020,3,4\ngeoId/48,2020,2,5\n',
  "long.csv":
    "entity,date,variable,value,unit,note\ngeoId/06,2020,Cats,3,Cat,x\ngeoId/48,2020,Dogs,2,Dog,y\n",
  "conflict.csv": "entity,date,sex,Cats\ngeoId/06,2020,a,3\ngeoId/06,2020,b,4\n",
  "semi.csv": "entity;date;Cats\ngeoId/06;2020;1,5\ngeoId/48;2020;2,5\n",
  "tabs.tsv": "entity\tdate\tCats\ngeoId/06\t2020\t1\n",
  "title.csv": "Cats of the world\n\nentity,date,Cats\ngeoId/06,2020,1\ngeoId/48,2020,-\n",
  "days.csv": "entity,date,Cats\ngeoId/06,03/04/2020,1\ngeoId/48,04/05/2020,2\n",
  "many.csv": `entity,date,${names
    .slice(0, 12)
    .map((name) => name.replace(" ", "_"))
    .join(",")}\ngeoId/06,2020${",7".repeat(12)}\n`,
  "empty.csv": "",
  "bank.csv":
    '"Data Source","World Development Indicators",\n\n"Country Name","Country Code","Indicator Name","Indicator Code","2019","2020",\n"France","FRA","Population, total","SP.POP.TOTL","1","2",\n"Aruba","ABW","Population, total","SP.POP.TOTL","3","4",\n',
  "words.txt": "nothing",
  "map.json": '{"columns": {"entity": "entity", "date": "date", "variables": ["Cats"]}}',
  "city-map.json":
    '{"columns": {"entity": {"name": "City", "type": "City"}, "date": "Year", "variables": ["Jobs"]}}',
  "odd-map.json": '{"columns": {"entity": "nothing"}}',
  "no-map.json": "{}",
  "broken/config.json": "{",
  "broken/a.csv": "entity,date,Cats\ngeoId/06,2020,1\n",
  "full/config.json":
    '{"inputFiles": {"b.csv": {"provenance": "b"}}, "variables": {"X": {"name": "X"}}, "sources": {"s": {}}, "groups": 1}',
  "full/a.csv": "entity,date,Cats (%)\ngeoId/06,2020,1\n",
});

const configs: readonly string[] = ["config.json", "full/config.json"];
function expectConfigs(name: string): void {
  const written = configs.filter((path) => existsSync(join(folder, path)));
  expectWhole(
    name,
    written.map((path) => `${path}\n${readFileSync(join(folder, path), "utf8")}`).join("\n"),
  );
}

const base = "--base @base.csv --dry-run";

testEach("import-names", [
  `import @names.csv ${base} --within country/USA -t State`,
  `import @names.csv ${base} --create my/ -q`,
]);

testEach("import-types", [
  `import @cities.csv ${base}`,
  `import @cities.csv ${base} -t City`,
  `import @double.csv ${base}`,
  "import @cities.csv --dry-run",
  "import @cities.csv --dry-run --json",
  "import @cities.csv --dry-run --csv",
  `import @double.csv ${base} --json`,
  `import @cities.csv ${base} --map @city-map.json`,
]);

testEach("import-headings", [
  `import @across.csv ${base}`,
  `import @few.csv ${base}`,
  `import @ids.csv ${base}`,
  `import @male.csv ${base}`,
  `import @male.csv ${base} --variable Count`,
]);

testEach("import-units", [
  "import @units.csv --dry-run",
  "import @long.csv --dry-run --json",
  "import @long.csv --dry-run --only unit=Cat",
  "import @long.csv --dry-run --only =Cat",
  "import @long.csv --dry-run --value nothing",
  "import @conflict.csv --dry-run",
  "import @semi.csv --dry-run",
  "import @tabs.tsv --dry-run",
  "import @title.csv --dry-run",
]);

testEach("import-forms", [
  "import @title.csv --dry-run --header 1",
  "import @title.csv --dry-run --skip-rows 1",
  "import @days.csv --dry-run",
  "import @days.csv --dry-run --day-first",
  "import @days.csv --dry-run --month-first",
  "import @days.csv --dry-run --day-first --month-first",
  "import @many.csv --dry-run",
  "import @empty.csv --dry-run",
  "import @words.txt --dry-run",
  "import @absent.csv",
  "import @tabs.tsv --dry-run --multiplier 1000",
  "import @bank.csv --dry-run",
  "import @bank.csv --dry-run -w @base.csv --json -q",
]);

test("maps and what is written", async () => {
  await expectSeen("import-written", [
    "import @conflict.csv --propose @conflict.json",
    "import @conflict.csv --propose @conflict.json --csv",
    "import @days.csv --propose @days.json",
    "import @conflict.csv --map @conflict.json --dry-run",
    "import @long.csv --propose @long.json --json",
    "import @long.csv --map @long.json",
    "import @long.csv --map @odd-map.json --dry-run",
    "import @long.csv --map @no-map.json --dry-run",
    "import @long.csv --map @absent.json --dry-run",
    "import @long.csv",
    "import @title.csv --add",
    "import @semi.csv --add --map @map.json",
    "import @units.csv --add --csv",
    "import @broken/a.csv --add",
    "import @full/a.csv",
    "import @full/a.csv --add",
  ]);
  expectConfigs("import-configs");
});
