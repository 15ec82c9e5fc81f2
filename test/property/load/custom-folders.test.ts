/** Whatever a config.json and its tables say, a load ends: with statements, diagnostics or a LoadError. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { load } from "../../../src/load/load.ts";
import { RecordingSink } from "../../unit/load/recording-sink.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(60);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "custom-folders-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const word = fc.constantFrom(
  "a",
  "b",
  "v",
  "w",
  "dcid",
  "geoId",
  "date",
  "value",
  "entity",
  "variable",
  "P",
  "__proto__",
  "",
  "x:y",
  "name",
);
const text = fc.oneof(word, fc.string({ maxLength: 4 }));
const odd = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.boolean(),
  fc.array(text, { maxLength: 2 }),
);
const orOdd = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: value as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const table = (values: fc.Arbitrary<unknown>) => fc.dictionary(text, values, { maxKeys: 4 });

const mappingKey = fc.constantFrom(
  "entity",
  "variable",
  "date",
  "value",
  "unit",
  "dcid:observationAbout",
  "dcid:variableMeasured",
  "dcid:observationDate",
  "dcid:value",
  "x:from",
  "x:to",
);

const entry = fc.record(
  {
    importType: orOdd(fc.constantFrom("observations", "variables", "events", "entities")),
    format: orOdd(fc.constantFrom("variablePerRow", "variablePerColumn")),
    entityType: orOdd(text),
    provenance: orOdd(word),
    columnMappings: orOdd(fc.dictionary(mappingKey, word, { maxKeys: 6 })),
    ignoreColumns: orOdd(fc.array(word, { maxLength: 2 })),
    columnsToResolve: orOdd(fc.array(word, { maxLength: 2 })),
    observationProperties: orOdd(table(text)),
    eventType: orOdd(word),
    rowEntityType: orOdd(word),
    idColumn: orOdd(word),
    computedVariables: orOdd(fc.array(word, { maxLength: 2 })),
  },
  { requiredKeys: [] },
);

const pattern = fc.constantFrom("a.csv", "b.csv", "*.csv", "*", "{a,b}.*", "../a.csv", "m.mcf", "");

const config = fc.record(
  {
    inputFiles: orOdd(
      fc.oneof(
        fc.dictionary(pattern, entry, { maxKeys: 3 }),
        fc.array(
          fc.tuple(pattern, entry).map(([name, rest]) => ({ pattern: name, ...rest })),
          { maxLength: 3 },
        ),
      ),
    ),
    variables: orOdd(
      table(fc.record({ group: text, properties: table(text) }, { requiredKeys: [] })),
    ),
    sources: orOdd(table(fc.record({ url: text, provenances: table(text) }, { requiredKeys: [] }))),
    groupStatVarsByProperty: orOdd(fc.boolean()),
    customIdNamespace: orOdd(word),
  },
  { requiredKeys: ["inputFiles"] },
);

const cell = fc.oneof(
  word,
  fc.constantFrom("1", "2020", "1,000", "n/a", '"q"', '"q', "geoId/06", "dcid:x", "5/6/2020"),
);
const csv = fc
  .array(
    fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(",")),
    { maxLength: 5 },
  )
  .map((lines) => lines.join("\n"));

test("no config and no table keep a load from ending", async () => {
  let loaded = 0;
  await fc.assert(
    fc.asyncProperty(config, csv, csv, async (settings, a, b) => {
      writeFileSync(join(folder, "config.json"), JSON.stringify(settings));
      writeFileSync(join(folder, "a.csv"), a);
      writeFileSync(join(folder, "b.csv"), b);
      writeFileSync(
        join(folder, "m.mcf"),
        'Node: dcid:v\ntypeOf: dcs:StatisticalVariable\nname: "V"\n',
      );
      // Refuses empty dcids and values.
      const sink = new RecordingSink();
      try {
        const { diagnostics } = await load(
          onDisk(folder),
          sink,
          {},
          undefined,
          undefined,
          async (fill) => {
            await fill(new RecordingSink());
            return {
              resolve: ({ text: asked }) => (asked.length % 2 === 0 ? [] : [`found/${asked}`]),
            };
          },
        );
        loaded += 1;
        expect(diagnostics.counters.length).toBeLessThan(100);
      } catch (error) {
        expect(error).toBeInstanceOf(LoadError);
      }
    }),
    { numRuns },
  );
  expect(loaded).toBeGreaterThan(0);
});
