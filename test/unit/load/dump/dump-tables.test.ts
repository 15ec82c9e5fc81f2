import { expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";

const observation = (sink: Awaited<ReturnType<typeof loadTexts>>["sink"]) =>
  sink.observations.map(({ variable, entity, date, value, provenance, unit }) =>
    [variable, entity, date, value, provenance, unit].join(" "),
  );

test("a dump has triples and observations, and bookkeeping that is none", async () => {
  const { sink, diagnostics, report } = await loadTexts({
    "d.sql": `CREATE TABLE observations (entity, variable, date, value, provenance);
ALTER TABLE observations ADD COLUMN unit;
INSERT INTO observations VALUES('e','v','2020','1','p','USD'),('e','v',2021,2.50,NULL,NULL);
INSERT INTO "triples" VALUES('s','typeOf','T','');
INSERT INTO "triples" VALUES('s','name',NULL,'it''s');
INSERT INTO key_value_store VALUES('StatVarGroups','H4s=');
INSERT INTO strangers VALUES(1),(2);
`,
  });
  expect(sink.lines).toEqual(['s name "it\'s"', "s typeOf T"]);
  expect(sink.triples[0]?.provenance).toBe("dc/base/d");
  expect(observation(sink)).toEqual(["v e 2020 1 p USD", "v e 2021 2.50 dc/base/d "]);
  expect(diagnostics).toEqual(["info Dump_Bookkeeping d.sql", "error Dump_UnknownTable d.sql"]);
  expect(report.diagnostics.counters.map(({ count }) => count)).toEqual([1, 2]);
  expect(report.rowCount).toBe(7);
});

test("rows that lack something are reported and left out", async () => {
  const { sink, diagnostics } = await loadTexts({
    "d.sql": `INSERT INTO observations VALUES(NULL,'v','2020','1','p','','','','','');
INSERT INTO observations VALUES('e','','2020','','p','','','','',NULL);
INSERT INTO observations VALUES('e','v','2020','1','p','','','');
INSERT INTO triples VALUES('s','source','','');
INSERT INTO triples (subject_id, predicate, object_id, colour) VALUES ('','p','o','red');
INSERT INTO observations VALUES('e','v','soon','1','p');
`,
  });
  expect(sink.lines).toEqual([]);
  expect(sink.observations).toEqual([]);
  expect(diagnostics).toEqual([
    "error Sanity_MissingOrEmpty_entity d.sql:1",
    "error Sanity_MissingOrEmpty_variable d.sql:2",
    "warning Sanity_MissingOrEmpty_value d.sql:2",
    "error CSV_InconsistentRows d.sql:3",
    "error Sanity_MissingOrEmpty_object_id d.sql:4",
    "warning CSV_UnexpectedRow d.sql:5",
    "error Sanity_MissingOrEmpty_subject_id d.sql:5",
    "error Sanity_InvalidObsDate d.sql:6",
  ]);
});

const columns =
  "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties";

test("the database's own table may have its entities among the properties", async () => {
  const { sink, diagnostics } = await loadTexts({
    "o.csv": `${columns}
,v,2020,1,p,USD,,,,"{""dcid:observationAbout"": ""geoId/06""}"
geoId/08,v,2020,2,p,,,,,{}
geoId/09,v,2020,3,p,,,,,"{""note"": ""so so"", ""more"": 1, ""bad"": [1]}"
,v,2020,4,p,,,,,no json
,v,2020,5,p,,,,,"{""custom:from"": ""country/FRA"", ""custom:to"": ""country/DEU"", ""note"": ""x y""}"
`,
  });
  expect(observation(sink)).toEqual([
    "v geoId/06 2020 1 p USD",
    "v geoId/08 2020 2 p ",
    "v geoId/09 2020 3 p ",
    "v country/FRA 2020 5 p ",
  ]);
  expect(diagnostics).toEqual([
    "warning Sanity_UnexpectedPropInStatVarObservation o.csv:4",
    "info Sanity_UnexpectedPropInStatVarObservation o.csv:4",
    "info Sanity_UnexpectedPropInStatVarObservation o.csv:4",
    "error CSV_UnexpectedRow o.csv:5",
    "error Sanity_MissingOrEmpty_entity o.csv:5",
  ]);
  expect(sink.observations.at(-1)).toMatchObject({
    variable: "v",
    entities: { from: "country/FRA", note: "x y", to: "country/DEU" },
    value: "5",
  });
});

test.each([
  ["lookup_key,value\nk,v\n", "key_value_store"],
  ['"imported_at","status","metadata"\n1,2,3\n', "imports"],
])("a table of bookkeeping is known by its columns: %j", async (text, table) => {
  const { diagnostics, messages } = await loadTexts({
    "t.csv": text,
    "a.mcf": 'Node: dcid:n\nname: "n"\n',
  });
  expect(diagnostics).toEqual(["info Source_UnreadFile t.csv"]);
  expect(messages[0]).toContain(table);
});

test("a .sql of something else is not a dump, unless it is named", async () => {
  const texts = { "x.sql": "SELECT 1;\n", "a.mcf": 'Node: dcid:n\nname: "n"\n' };
  expect((await loadTexts(texts)).diagnostics).toEqual(["info Source_UnrecognisedFile x.sql"]);
  expect((await loadTexts(texts, {}, ["x.sql"])).diagnostics).toEqual([
    "error Sql_UnreadStatement x.sql:1",
    "warning Dump_NoRows x.sql",
  ]);
});

test("a dump that is cut off is refused", async () => {
  const cut = loadTexts({
    "d.sql": "INSERT INTO triples VALUES('a','b','c','');\nINSERT INTO triples VALUES('a",
  });
  await expect(cut).rejects.toThrow(/d\.sql:2: a statement never ends/);
});

test("a dump that a manifest lists as graph is read as a dump", async () => {
  const { sink, diagnostics } = await loadTexts({
    "manifest.json": '{ "graph": [{ "file": "d.sql", "provenanceId": "P" }] }',
    "d.sql": "INSERT INTO triples VALUES('s','typeOf','T','');",
  });
  expect(sink.lines).toEqual(["s typeOf T"]);
  expect(sink.triples[0]?.provenance).toBe("P");
  expect(diagnostics).toEqual([]);
});

test("a .db that a manifest lists as graph is no MCF", async () => {
  const loading = loadTexts({
    "manifest.json": '{ "graph": [{ "file": "d.db" }] }',
    "d.db": "Node: dcid:x\n",
  });
  await expect(loading).rejects.toThrow(/SQLite/);
});
