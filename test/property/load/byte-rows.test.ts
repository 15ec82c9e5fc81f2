/** What is read as bytes against the same read as texts: the same cells, statements and diagnostics. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import { BlockReader } from "../../../src/load/bytes/byte-blocks.ts";
import type { Diagnostic } from "../../../src/load/bytes/diagnostics.ts";
import { DiagnosticLog, FileLog } from "../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { load } from "../../../src/load/load.ts";
import { CellRowReader } from "../../../src/load/records/cell-rows.ts";
import type { CsvDialect } from "../../../src/load/records/csv-records.ts";
import { readCsvRows } from "../../../src/load/records/csv-rows.ts";
import { memoryInput } from "../../unit/load/inputs.ts";
import { withFolder } from "../../unit/load/load-texts.ts";
import { RecordingSink } from "../../unit/load/recording-sink.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(50);

/** A sink that asks for places: readers give it the line of each statement, and read texts. */
class PlacedSink extends RecordingSink {
  at(): void {
    // It need not know.
  }
}

const text = fc.oneof(
  fc.stringMatching(/^[ab ,;\t"\\\n\rä😀]{0,6}$/u),
  fc.constantFrom("a", "", '"a"', '"a,b"', ' "a"', '"a" ', '""', '"a""b"', "\\n", '"\r\n"', " "),
);
const dialects: readonly CsvDialect[] = [",", "\t", ";"].flatMap((delimiter) =>
  [true, false].map((hasEscapes) => ({ delimiter, hasEscapes })),
);

test("are the same cells", async () => {
  const rows = fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 6 });
  const ends = fc.constantFrom("\n", "\r\n", "\n\n");
  const last = fc.constantFrom("", "\n", "\r", "\ufeff");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...dialects),
      rows,
      ends,
      last,
      fc.integer({ min: 1, max: 40 }),
      async (dialect, cells, end, tail, block) => {
        const content = Buffer.from(
          ["h", ...cells.map((row) => row.join(dialect.delimiter))].join(end) + tail,
        );
        const input = memoryInput("a.csv", content);
        const asTexts = await read(async (log, progress, add) => {
          await readCsvRows(input, dialect, log, progress, (row, line) => {
            add(row, line);
            return true;
          });
        });
        const asBytes = await read(async (log, progress, add) => {
          const blocks = new BlockReader(progress, block);
          await new CellRowReader(
            input,
            dialect,
            log,
            { blocks, progress },
            {
              texts: add,
              cells: (row) => {
                add(row.texts(), row.line);
                return true;
              },
            },
          ).read();
        });
        expect(asBytes).toEqual(asTexts);
      },
    ),
    { numRuns: 10 * numRuns },
  );
});

test("are the same first cells, where no others are wanted", async () => {
  const row = fc.array(text, { minLength: 1, maxLength: 4 });
  const plain = fc.array(fc.constantFrom("a", "b c", "", "ä"), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...dialects),
      fc.array(fc.oneof(row, plain), { maxLength: 6 }),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 3 }),
      async (dialect, cells, end, wanted) => {
        const content = ["h", ...cells.map((some) => some.join(dialect.delimiter))].join(end);
        const input = memoryInput("a.csv", Buffer.from(content));
        const rows = async (limit: object) =>
          await read(async (log, progress, add) => {
            const first = (some: readonly string[], line: number) =>
              add(some.slice(0, wanted), line);
            const run = { blocks: new BlockReader(progress), progress };
            await new CellRowReader(input, dialect, log, run, {
              ...limit,
              texts: first,
              cells: (found) => {
                first(found.texts(), found.line);
                return true;
              },
            }).read();
          });
        expect(await rows({ wanted })).toEqual(await rows({}));
      },
    ),
    { numRuns: 10 * numRuns },
  );
});

type Add = (cells: readonly string[], line: number) => void;

async function read(
  run: (log: FileLog, progress: Progress, add: Add) => Promise<void>,
): Promise<unknown> {
  const found: unknown[] = [];
  const log = new DiagnosticLog({ onDiagnostic: (diagnostic) => found.push(diagnostic) });
  try {
    await run(new FileLog(log, "a.csv"), new Progress(0), (cells, line) => {
      found.push({ cells: [...cells], line });
    });
  } catch (error) {
    found.push(String(error));
  }
  return found;
}

const cell = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("a", "dcid:b", "2020", "7", "1.5", "x y", "06") },
  {
    weight: 3,
    arbitrary: fc.constantFrom("", " ", '"a,b"', '"1,234"', "dcs:", "l:a", "[1", "[m 1]", "a:b"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("2020-1", "1e999", '"q', "\\", "true", "0x", "schema:z"),
  },
);
const value = fc.constantFrom(
  "C:t->a",
  "C:t->b",
  "C:t->c",
  "dcid:x",
  '"text"',
  "7",
  "E:t->N",
  "E:t->P",
  "l:other",
);
const observation = fc
  .record({
    about: value,
    unit: fc.option(value),
    date: fc.constantFrom("C:t->c", "C:t->b", "2020"),
  })
  .map(({ about, unit, date }, at = 0) =>
    [
      `typeOf: dcs:StatVarObservation`,
      `variableMeasured: dcid:v${at}`,
      `observationAbout: ${about}`,
      `observationDate: ${date}`,
      "value: C:t->d",
      ...(unit === null ? [] : [`unit: ${unit}`]),
    ].join("\n"),
  );
const properties = fc.uniqueArray(
  fc.tuple(fc.constantFrom("typeOf", "name", "near", "containedInPlace"), value),
  { selector: ([property]) => property, maxLength: 3 },
);
const lines = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([property, one]) => `${property}: ${one}`).join("\n");
const template = fc
  .record({
    first: observation,
    second: fc.option(observation),
    node: properties,
    dcid: fc.constantFrom("C:t->a", "C:t->b", "dcid:n"),
    place: fc.constantFrom("name: C:t->a", "isoCode: C:t->b", "geoId: C:t->a\nname: C:t->b"),
    type: fc.constantFrom("dcs:Country", "dcs:Thing", "C:t->b"),
    hopeless: fc.option(properties),
  })
  .map(({ first, second, node, dcid, place, type, hopeless }) =>
    [
      `Node: E:t->O\n${first}`,
      ...(second === null ? [] : [`Node: E:t->O2\n${second}`]),
      `Node: E:t->N\ndcid: ${dcid}\n${lines(node)}`,
      `Node: E:t->P\ntypeOf: ${type}\n${place}`,
      ...(hopeless === null ? [] : [`Node: E:t->H\ntypeOf: dcs:House\n${lines(hopeless)}`]),
    ].join("\n\n"),
  );

/** @returns how many statements there were. */
async function requireTwins(files: Readonly<Record<string, string>>): Promise<number> {
  return await withFolder(files, async (folder) => {
    const [asBytes, asTexts] = [new RecordingSink(), new PlacedSink()];
    const found = await loaded(folder, asBytes);
    expect(found).toEqual(await loaded(folder, asTexts));
    expect(asBytes.observations).toStrictEqual(asTexts.observations);
    expect(triplesOf(asBytes)).toEqual(triplesOf(asTexts));
    expect(asBytes.nodes).toEqual(asTexts.nodes);
    return asBytes.observations.length + asBytes.triples.length;
  });
}

test("of a template are the same statements and diagnostics", async () => {
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 5 }), { maxLength: 12 });
  let statements = 0;
  await fc.assert(
    fc.asyncProperty(template, rows, async (tmcf, cells) => {
      const csv = ["a,b,c,d", ...cells.map((row) => row.join())].join("\n");
      statements += await requireTwins({ "t.tmcf": tmcf, "t.csv": csv });
    }),
    { numRuns: 3 * numRuns },
  );
  expect(statements).toBeGreaterThan(numRuns);
});

test("of nodes that get no dcid are as many mistakes, beside those of odd cells", async () => {
  const node = "Node: E:t->H\ntypeOf: dcs:House\nname: C:t->a\naddress: C:t->b\nnear: C:t->c\n";
  const odd = fc.tuple(cell, fc.integer({ min: 0, max: 3 }));
  const row = odd.map(([one, at]) => ["a", "7", "dcid:b"].toSpliced(at, 1, one));
  const rows = fc.array(row, { maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom("", "note: [m 1]", 'note: "x"'), async (cells, note) => {
      const csv = ["a,b,c", ...cells.map((row) => row.join())].join("\n");
      await requireTwins({ "t.tmcf": node + note, "t.csv": csv });
    }),
    { numRuns },
  );
});

test("of a template whose value is refused number no nodes", async () => {
  const tmcf = [
    "Node: E:t->O\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:v0",
    "observationAbout: C:t->a\nobservationDate: C:t->c\nvalue: C:t->d\n",
    "Node: E:t->N\ndcid: dcid:n\n",
    "Node: E:t->P\ntypeOf: dcs:Country\ngeoId: C:t->a\nname: C:t->b",
  ].join("\n");
  const csv = "a,b,c,d\n7,dcid:b,a,a\n7,dcid:b,2020,dcs:\n";
  expect(await requireTwins({ "t.tmcf": tmcf, "t.csv": csv })).toBeGreaterThan(0);
});

const customCell = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("geoId/06", "dcid:b", "2020", "7", "1.5", "06", "Town") },
  {
    weight: 3,
    arbitrary: fc.constantFrom("", " ", "n/a", '"1,234"', "1x", "-", "dcid:", '"a""b"'),
  },
  { weight: 1, arbitrary: fc.constantFrom("2020-1", "1e999", "Village", "2020-07-31", '" 8 "') },
);
const facts = fc.constantFrom({}, { unit: "USDollar" }, { note: "further" });
const places = `Node: dcid:geoId/06\ntypeOf: City\nname: "Town"\n\nNode: dcid:t2\ntypeOf: City\nname: "Town"`;

test("of a custom folder are the same statements and diagnostics", async () => {
  const heading = fc.constantFrom("entity", "geoId", "place", "dcid", "name");
  const entry = fc.record({
    format: fc.constantFrom("variablePerColumn", "variablePerRow"),
    entityType: fc.constantFrom("", "City"),
    observationProperties: facts,
    columnsToResolve: fc.constantFrom([], ["first"]),
    isMapped: fc.boolean(),
    unitAt: fc.constantFrom("unit", "dcid:unit", "note"),
  });
  const rows = fc.array(fc.array(customCell, { minLength: 4, maxLength: 6 }), { maxLength: 12 });
  let statements = 0;
  await fc.assert(
    fc.asyncProperty(entry, heading, rows, async ({ isMapped, unitAt, ...given }, first, cells) => {
      const isLong = given.format === "variablePerRow";
      const mapped = { entity: first, date: "date" };
      const long = { ...mapped, variable: "w", value: "x", [unitAt]: "u" };
      const mappings = isLong ? long : mapped;
      const settings = {
        inputFiles: {
          "a.csv": {
            importType: "observations",
            provenance: "P",
            ...given,
            columnsToResolve: given.columnsToResolve.map(() => first),
            ...(isMapped || isLong ? { columnMappings: mappings } : {}),
          },
        },
        variables: { w: { properties: { populationType: "Person" } } },
        sources: { S: { url: "https://a.b", provenances: { P: "https://a.b/c" } } },
      };
      const csv = [`${first},date,w,x,u`, ...cells.map((row) => row.join())].join("\n");
      statements += await requireTwins({
        "custom/config.json": JSON.stringify(settings),
        "custom/a.csv": csv,
        "places.mcf": places,
      });
    }),
    { numRuns },
  );
  expect(statements).toBeGreaterThan(numRuns / 3);
});

const exportCell = fc.record({
  entity: fc.constantFrom("a", "b", "geoId/06", ""),
  variable: fc.constantFrom("v", "w", "dcid:x", ""),
  date: fc.constantFrom("2020", "2020", "2021-1", "x"),
  value: fc.constantFrom("1", "2.5", "1,0", '"1,000"', "n", ""),
  provenance: fc.constantFrom("", "dc/base/P"),
  unit: fc.constantFrom("", "", "USDollar"),
  observation_period: fc.constantFrom("", "P1Y"),
  properties: fc.constantFrom("", "{}", "{}", '"{""to"":""dcid:c""}"', '"{""note"":""n""}"', "x"),
});

test("of a database's table are the same statements and diagnostics", async () => {
  const optional = ["provenance", "unit", "observation_period", "is_dc_aggregate"];
  const columns = fc.subarray(optional).chain((some) =>
    fc.shuffledSubarray(["entity", "variable", "date", "value", "properties", ...some], {
      minLength: 5 + some.length,
    }),
  );
  const rows = fc.array(exportCell, { maxLength: 12 });
  let statements = 0;
  await fc.assert(
    fc.asyncProperty(columns, rows, async (header, cells) => {
      const lines = cells.map((row) =>
        header.map((column) => Object.entries(row).find(([name]) => name === column)?.[1] ?? ""),
      );
      const csv = [header, ...lines].map((row) => row.join()).join("\n");
      statements += await requireTwins({ "a.csv": csv });
    }),
    { numRuns: 3 * numRuns },
  );
  expect(statements).toBeGreaterThan(numRuns);
});

const mcfValue = fc.constantFrom("dcid:a", "b", '"2020"', "2020", "2021-1", "7", "1.5", "x", '""');
const mcfLine = fc
  .tuple(
    fc.constantFrom(
      "unit",
      "measurementMethod",
      "observationPeriod",
      "note",
      "typeOf",
      "dcid",
      "value",
    ),
    fc.oneof(mcfValue, fc.constantFrom("a, b", "[7 m]", "l:other", '"a\\"b"', "", "dcs:")),
  )
  .map(([property, value]) => `${property}: ${value}`);
const mcfNode = fc
  .record({
    name: fc.constantFrom("o", "dcid:o", "l:x", "other", "dcs:dc/o/1"),
    parts: fc.tuple(mcfValue, mcfValue, fc.constantFrom('"2020"', "2021", "2021-1", "x"), mcfValue),
    some: fc.subarray([0, 1, 2, 3, 4], { minLength: 4 }),
    more: fc.array(mcfLine, { maxLength: 2 }),
  })
  .map(({ name, parts: [about, of, date, value], some, more }) => {
    const lines = [
      "typeOf: dcs:StatVarObservation",
      `variableMeasured: ${of}`,
      `observationAbout: ${about}`,
      `observationDate: ${date}`,
      `value: ${value}`,
    ];
    return [`Node: ${name}`, ...some.map((at) => lines[at]!), ...more].join("\n");
  });

test("of instance MCF are the same statements and diagnostics", async () => {
  let statements = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(mcfNode, { maxLength: 6 }), async (nodes) => {
      statements += await requireTwins({ "a.mcf": nodes.join("\n\n") });
    }),
    { numRuns: 5 * numRuns },
  );
  expect(statements).toBeGreaterThan(numRuns);
});

/** A world holds each triple once. */
function triplesOf({ triples }: RecordingSink): string[] {
  return [...new Set(triples.map((triple) => JSON.stringify(triple)))].sort();
}

async function loaded(folder: string, sink: RecordingSink): Promise<unknown> {
  const told: Diagnostic[] = [];
  try {
    const report = await load(onDisk(folder), sink, { onDiagnostic: (one) => told.push(one) });
    return { told, report };
  } catch (error) {
    return { told, error: String(error) };
  }
}
