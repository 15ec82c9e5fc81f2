/** `/version` and `/custom/import-table`. */
import { expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { version } from "../../../../src/snapshot/version.ts";
import { snapshotOf } from "../../../remote/stored-world.ts";
import { answerTo, smallWorld } from "../unlisted/small-world.ts";

const rows = (...imports: string[]) => `CREATE TABLE imports (
  imported_at datetime NOT NULL, status varchar(255) NOT NULL, metadata TEXT);
${imports.map((values) => `INSERT INTO "imports" VALUES(${values});`).join("\n")}
CREATE TABLE triples (subject_id TEXT, predicate TEXT, object_id TEXT, object_value TEXT);
INSERT INTO triples VALUES('a','typeOf','Thing','');
`;

const first = `'2023-12-12 14:06:18.036070','SUCCESS','{"numVars": 4, "numObs": 58}'`;

const table = (commons: Commons) => answerTo(commons, "/custom/import-table");

test("the version is the library's", async () => {
  const answer = answerTo(await smallWorld(), "/version");
  expect(answer).toMatchObject({ gitHash: `pocket-commons ${version}` });
});

test("the importer's runs are answered in the order of its table, times in the form of the web", async () => {
  const commons = await open({
    "a.sql": rows(first, "'2024-01-01 00:00:00','FAILURE','it''s no JSON'", "'soon','x',NULL"),
  });
  const answer = {
    data: [
      {
        importedAt: "2023-12-12T14:06:18.03607Z",
        status: "SUCCESS",
        metadata: { numObs: 58, numVars: 4 },
      },
      { importedAt: "2024-01-01T00:00:00Z", status: "FAILURE", metadata: {} },
      { importedAt: "soon", status: "x", metadata: {} },
    ],
  };
  expect(table(commons)).toEqual(answer);
  expect(answerTo(commons, "/custom/import-table", {})).toEqual(answer);
  expect(commons.info.tripleCount).toBe(1);
});

test("a snapshot keeps the runs, and so does a world with such a base", async () => {
  const commons = await open({ "a.sql": rows(first) });
  const saved = await open(snapshotOf(commons, 512));
  expect(saved.info.imports).toEqual(commons.info.imports);
  const both = await open([saved, { "b.sql": rows("'2025-01-01','SUCCESS','{}'") }]);
  expect(both.info.imports?.map(({ importedAt }) => importedAt)).toEqual([
    "2023-12-12 14:06:18.036070",
    "2025-01-01",
  ]);
});

test("a world without such a table has no runs", async () => {
  const commons = await smallWorld();
  expect(table(commons)).toEqual({});
  expect("imports" in commons.info).toBe(false);
});
