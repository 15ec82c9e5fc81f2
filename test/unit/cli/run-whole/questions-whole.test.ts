/** All that commands print that answer questions, compare worlds or publish them. */
import { test } from "vitest";
import type { CliTools } from "../../../../src/cli/command.ts";
import { exportCommand } from "../../../../src/cli/commands/export-command.ts";
import { sdmxCommand } from "../../../../src/cli/commands/sdmx-command.ts";
import { completionCommand } from "../../../../src/cli/completion.ts";
import { open } from "../../../../src/index.ts";
import { expectWhole, wholeOutputs } from "../running.ts";

const people = (...rows: readonly string[]) =>
  ["entity,variable,date,value,provenance,unit,measurement_method", ...rows].join("\n");
const places = [
  "subject_id,predicate,object_id,object_value",
  "geoId/06,typeOf,State,",
  "geoId/06,name,,California",
  "geoId/06,containedInPlace,country/USA,",
  "geoId/48,typeOf,State,",
  "geoId/48,name,,Texas",
  "geoId/48,containedInPlace,country/USA,",
  "Count_Person,typeOf,StatisticalVariable,",
  "Count_Person,name,,Population",
  "Cats,typeOf,StatisticalVariable,",
  "",
];
const { folder, expectSeen, testEach } = wholeOutputs({
  "a/t.csv": places.join("\n"),
  "a/o.csv": people(
    "geoId/06,Count_Person,2020,10,p/one,,Census",
    "geoId/06,Count_Person,2021,12,p/one,,Census",
    "geoId/48,Count_Person,2020,8,p/one,,Census",
    "geoId/48,Count_Person,2019,7,p/two,,Survey",
    "geoId/06,Cats,2020,5,p/one,Cat,",
    "geoId/48,Cats,2021,4,p/one,Cat,",
  ),
  "b/t.csv": places.join("\n").replace("Texas", "Lone Star State").replace("Cats", "Dogs"),
  "b/o.csv": people(
    "geoId/06,Count_Person,2020,10,p/one,,Census",
    "geoId/06,Count_Person,2021,12.1,p/one,,Census",
    "geoId/06,Count_Person,2022,13,p/one,,Census",
    "geoId/48,Count_Person,2020,9,p/one,,Census",
    "geoId/48,Dogs,2020,1,p/one,,",
  ),
  "counts.csv": 'variable,rows\n"Cats",3\nDogs,2\n\nCount_Person,9\n',
  "odd.csv": "variable,rows\nCats,many\n",
  "path.json": '{"origin": "https://example.org/path"}',
  "secret.json": `{"origin": "https://example.org", "headers": {"a": "\${NOTHING}"}}`,
  "headers.json": '{"headers": {"a": "b"}}',
  "list.json": "[1]",
  "text.json": "secret",
  "nodes.txt": "geoId/99\r\n\r\ngeoId/98\n",
});
const us = "@us.pocket";
await (await open("data-samples/us-states")).save(`${folder}/us.pocket`);
await (await open(`${folder}/a`)).save(`${folder}/a.pocket`);

const asked = [
  "population%of%texas%in%2020",
  "population",
  "highest%median%age%of%states",
  "3%states%with%the%lowest%population%in%2020",
  "change%of%population%of%texas%since%2015",
  "unemployment%rate%per%capita%of%california",
  "population%of%nowhere%land",
  "quux%of%texas",
];
testEach("ask", [...asked.map((words) => `ask ${us} ${words}`)]);

testEach("ask-small", [
  "ask @a.pocket cats%against%population%by%state",
  "ask @a.pocket cats%and%population%of%states",
  "ask @a.pocket cats%per%person%in%texas",
  "ask @a.pocket change%of%cats%per%person%of%states",
  "ask @a.pocket state%with%the%most%cats --json",
  "ask @a.pocket population%of%texas%in%2020 -q",
  "ask @a.pocket population%of%texas --no-meaning --with @b",
]);

const states = "country/USA<-containedInPlace+{typeOf:State}";

const both = "stat @a.pocket Count_Person,Cats geoId/06 geoId/48";
const all = "stat @a.pocket Count_Person geoId/06 geoId/48 --from 2019";

testEach("stat", [
  `stat @a.pocket Count_Person ${states}`,
  `${both} --facets all`,
  `${both} --facets best-for-all`,
  `${both} --date all --json`,
  `${both} --cite`,
  `${both} --cite --json`,
  `${both} --offset 1 -n 1 --sort -value`,
  `${both} --sort entity_name`,
  `${both} --shape variables`,
  `${all} --shape dates`,
  `${all} --to 2020`,
  `${all} --plot`,
]);
const terminal = { isTerminal: true, env: { TERM: "xterm" } };
testEach("stat-terminal", [both, `${all} --plot`, `${both} --format arrow`], terminal);

testEach("stat-verbs", [
  `${all} --rank`,
  `${all} --change 1y`,
  `${all} --rolling 2`,
  `${all} --index 2020`,
  `${all} --resample year --agg max`,
  `${all} --group entity --agg sum,mean --mix facetId,date`,
  `${all} --group entity`,
  `${all} --join kind=->typeOf`,
  "stat @a.pocket Cats geoId/06 geoId/48 --date 2020 --per-capita",
  "stat @a.pocket Cats geoId/06 geoId/48 --denominator Count_Person",
  "stat @a.pocket Dogs,Cats geoId/06 geoId/98",
  "stat @a.pocket Cats geoId/06 --explain",
  `${both} --agg sum`,
  `${both} --join =x`,
  `${all} --group entity --plot`,
  `${all} --rank --shape dates`,
  `${both} --shape dates --plot`,
  `${both} --plot --svg @x.svg`,
  `${both} --svg @x.svg --json`,
  `${both} --format arrow --csv`,
  `${both} --date 2020 --from 2019`,
  `${both} --date 2020 --to 2021`,
  `${both} --to 2020`,
]);

testEach("lists", [
  ...["types", "variables", "entities", "properties", "facets"].flatMap((list) => [
    `${list} @a.pocket --csv`,
    `${list} @a.pocket --offset 1 -n 1`,
    `${list} @a.pocket --offset 9 --json`,
    `${list} @a.pocket quux`,
  ]),
  "variables @a.pocket people --no-meaning",
  "variables @a.pocket -t Country",
  "entities @a.pocket -t State",
  "search @a.pocket texsa",
  "search @a.pocket population --kind variable -n 0",
  "search @a.pocket california -t State --json",
]);

const filter = "sdmx @a.pocket variableMeasured=Count_Person observationAbout=geoId/06,geoId/48";
testEach("sdmx", [
  filter,
  "sdmx @a.pocket variableMeasured=Cats observationAbout.containedInPlace=country/USA observationAbout.typeOf=State",
  `${filter} TIME_PERIOD=LATEST --json`,
  `${filter} --values observationAbout`,
  `${filter} -f sdmx-csv`,
  `${filter} -f json-stat`,
  `${filter} ${"variableMeasured=Cats"}`,
  `${filter} =x`,
  `${filter} -f json-stat --json`,
]);

testEach("diff", [
  "diff @a @b",
  "diff @b @a",
  "diff @b @a --csv",
  "diff @a @b --json --examples 1",
  "diff @a @b --examples 1",
  "diff @a @b --tolerance 0.2",
  "diff @a @a.pocket",
  "diff @a @b --tolerance 1",
]);

test("worlds in parts", async () => {
  await expectSeen("parts", [
    "parts graph @a --nodes @nodes.txt -o @graph.pocket",
    "parts plan @a --parts 2 -o @plan.json",
    "parts plan @counts.csv --max-rows 9 --json",
    "parts plan @odd.csv --parts 2",
    "parts build @graph.pocket @a --plan @plan.json --part 0 -o @part-0.pocket",
    "parts build @graph.pocket @a --plan @plan.json --part 1 -o @part-1.pocket",
    "parts build @graph.pocket @a --plan @plan.json --part 2 -o @x.pocket",
    "parts build @graph.pocket @a --plan @plan.json -o @x.pocket",
    "parts join @graph.pocket @part-0.pocket @part-1.pocket -o @world.json",
    "stat @world.json Cats geoId/06 --date 2020",
    "parts graph @a",
    "parts divide @a",
  ]);
});

test("versions that are published", async () => {
  await expectSeen("publish", [
    "publish @a.pocket @us --name one --dry-run",
    "publish @a.pocket @us --name one",
    "publish @a.pocket @us --name two",
    "publish --list @us",
    "publish --current one @us",
    "publish --remove two @us",
    "publish @a.pocket @us --name three",
    "publish @a.pocket @us --name four --keep 1",
    "publish --gc @us --lease 1",
    "publish --list @us --csv",
    "stat @us/world.json Cats geoId/06 --date 2020",
    "publish @absent.pocket @us",
    "publish @a.pocket",
    "publish --list @a.pocket @us",
    "publish @a.pocket @us.pocket",
    "publish @a.pocket postgres:",
    ...["path", "secret", "headers", "list", "text", "absent"].map(
      (name) => `types https://example.org/world.json --store @${name}.json`,
    ),
  ]);
});

test("scripts of completion, of two commands", async () => {
  const { run } = completionCommand([sdmxCommand, exportCommand]);
  let text = "";
  for (const shell of ["bash", "zsh", "fish"]) {
    await run([shell], {}, {
      io: { stdout: (one: string) => (text += one) },
    } as unknown as CliTools);
  }
  expectWhole("completion", text);
});
