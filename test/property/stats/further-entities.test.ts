/** Observations about one to three entities: what a world has of them is what a list of rows has. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { entityPropertiesOf, seriesAmong } from "../../../src/stats/read/entity-properties.ts";
import { freezeWith } from "../../../src/store/columns/column-source.ts";
import { doWorldShares, type World, WorldBuilder } from "../../../src/world/world.ts";
import { type ObservationRow, type SeveralRow, writeRows } from "../../oracle/small-world.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { runs } from "../runs.ts";

type Row = ObservationRow | SeveralRow;

const entity = fc.constantFrom("a", "b", "c", "Air", "\u{10000}");
const properties = ["from", "mode", "observationAbout", "to"];
const about = fc.oneof(
  entity,
  fc
    .subarray(properties, { minLength: 1, maxLength: 3 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, entity])))),
);
const row: fc.Arbitrary<Row> = fc.tuple(
  fc.constantFrom("v", "w", "x"),
  about as fc.Arbitrary<string>,
  fc.constantFrom("2019", "2020", "2020-05"),
  fc.constantFrom("1", "2.50", "70000", "some"),
  fc.record({ unit: fc.constantFrom("", "M") }),
);
const named = fc.dictionary(
  fc.constantFrom("v", "w"),
  fc.subarray(properties, { minLength: 1, maxLength: 3 }),
  { maxKeys: 2 },
);

type Named = Readonly<Record<string, readonly string[]>>;

const entitiesOf = ([, given]: Row): Readonly<Record<string, string>> =>
  typeof given === "string" ? { observationAbout: given } : given;
const listOf = (one: Row) => Object.keys(entitiesOf(one)).sort();
const sameList = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Properties of a variable: those that it names, or those of most of its rows, the most of equals. */
function naiveProperties(rows: readonly Row[], names: Named, variable: string): readonly string[] {
  if (names[variable] !== undefined) return [...names[variable]].sort();
  const lists = rows.filter(([of]) => of === variable).map(listOf);
  const count = (list: readonly string[]) => lists.filter((one) => sameList(one, list)).length;
  // An ordinary row has no list of its own: it is the shortest.
  const length = (list: readonly string[]) =>
    sameList(list, ["observationAbout"]) ? 0 : list.length;
  const best = lists.reduce<readonly string[] | undefined>((one, other) => {
    if (one === undefined) return other;
    const difference = count(other) - count(one) || length(other) - length(one);
    return difference > 0 ? other : one;
  }, undefined);
  return best ?? ["observationAbout"];
}

/** Series as lines: variable, entities, unit, and points of which the last one of a date counts. */
function naiveLines(rows: readonly Row[], names: Named): string[] {
  const series = new Map<string, Map<string, string>>();
  for (const one of rows) {
    const [variable, , date, value, { unit = "" } = {}] = one;
    const wanted = naiveProperties(rows, names, variable);
    if (!sameList(wanted, listOf(one))) continue;
    const entities = wanted.map((property) => entitiesOf(one)[property]);
    const key = JSON.stringify([variable, wanted, entities, unit]);
    const points = series.get(key) ?? new Map<string, string>();
    series.set(key, points.set(date, value));
  }
  return Array.from(series, ([key, points]) =>
    JSON.stringify([key, [...points].sort(([a], [b]) => (a < b ? -1 : 1))]),
  ).sort();
}

function linesOf(world: World, among?: readonly number[]): string[] {
  const { graph, observations } = world;
  const { dictionary } = graph;
  const all = Array.from({ length: observations.seriesCount }, (_, series) => series);
  return (among ?? all)
    .map((series) => {
      const variable = observations.variableOf(series);
      const entities = observations.allEntitiesOf(series).map((node) => dictionary.textOf(node));
      const { unit } = observations.facetOf(series);
      const named = entityPropertiesOf(graph, variable);
      const key = JSON.stringify([dictionary.textOf(variable), named, entities, unit]);
      const { start, end } = observations.pointsOf(series);
      const points = Array.from({ length: end - start }, (_, at) => [
        observations.dateOf(start + at),
        observations.textOf(start + at),
      ]);
      return JSON.stringify([key, points]);
    })
    .sort();
}

/** Ties between lists as long as each other are settled by what was loaded first: there are none. */
function isClear(rows: readonly Row[], names: Named): boolean {
  return ["v", "w", "x"].every((variable) =>
    sameList(
      naiveProperties(rows, names, variable),
      naiveProperties(rows.toReversed(), names, variable),
    ),
  );
}

const triplesOf = (names: Named) =>
  Object.entries(names).flatMap(([variable, list]) =>
    list.map((property) => [variable, "observationProperties", property] as const),
  );

function worldWith(rows: readonly Row[], names: Named): World {
  const builder = new WorldBuilder();
  writeRows(builder, triplesOf(names), rows);
  return builder.freeze().world;
}

describe("observations about several entities", () => {
  test("are series by all their entities, and found by each of them", () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 25 }),
        named,
        fc.dictionary(fc.constantFrom(...properties), fc.uniqueArray(entity)),
        (rows, names, asked) => {
          fc.pre(isClear(rows, names));
          const world = worldWith(rows, names);
          const lines = naiveLines(rows, names);
          expect(linesOf(world)).toEqual(lines);
          const { graph, observations } = world;
          const wanted = new Map(
            Object.entries(asked).map(([property, dcids]) => {
              const nodes = dcids.map((dcid) => graph.dictionary.nodeOf(dcid));
              return [property, new Set(nodes.filter((node) => node !== undefined))] as const;
            }),
          );
          for (const variable of observations.variables) {
            const dcid = graph.dictionary.textOf(variable);
            const found = linesOf(world, seriesAmong(world, variable, wanted));
            const expected = lines.filter((line) => {
              const [of, list, entities] = JSON.parse(JSON.parse(line)[0]);
              const has = ([property, dcids]: readonly [string, readonly string[]]) =>
                dcids.includes(entities[list.indexOf(property)]);
              return of === dcid && Object.entries(asked).every(has);
            });
            expect(found).toEqual(expected);
          }
        },
      ),
      runs(150),
    );
  });

  test("are the same whoever collected what, and however many threads freeze", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(row, { maxLength: 5 }), { maxLength: 6 }),
        named,
        fc.integer({ min: 1, max: 3 }),
        (chunks, names, count) => {
          fc.pre(isClear(chunks.flat(), names));
          const builders = Array.from({ length: count }, () => new WorldBuilder());
          writeRows(builders[0]!, triplesOf(names), []);
          for (const [number, rows] of chunks.entries()) {
            const builder = builders[number % count]!;
            builder.begin(number + 1);
            writeRows(builder, [], rows);
          }
          const [own, ...others] = builders;
          const collected = others.map((other) => other.collect());
          const options = { others: collected, threads: count, dividedMin: 1 };
          const { world } = freezeWith(own!.freezing(options), doWorldShares);
          expect(linesOf(world)).toEqual(naiveLines(chunks.flat(), names));
        },
      ),
      runs(100),
    );
  });

  test("are the same from a snapshot that is verified, far away, and in a world on top", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 15 }),
        named,
        async (rows, names) => {
          fc.pre(isClear(rows, names));
          const table = { "a.mcf": 'Node: dcid:n\nname: "n"\n' };
          const base = await openedWith(rows, names);
          const lines = linesOf(base.engine);
          expect(lines).toEqual(naiveLines(rows, names));
          const bytes = snapshotOf(base, 512);
          expect(linesOf((await open(bytes, { verify: "structure" })).engine)).toEqual(lines);
          expect(linesOf((await open([base, table])).engine)).toEqual(lines);
          const remote = await openRemote(new MemoryStore(bytes), { maxCacheBytes: 0 });
          const request = {
            select: ["variable", "entity", "date", "value", "facet"] as const,
            entity: { dcids: ["a", "b", "c", "Air"] },
          };
          const asked = { ...request, select: [...request.select] };
          expect(await remote.v2.observation(asked)).toEqual(base.v2.observation(asked));
        },
      ),
      runs(15),
    );
  });
});

/** Our own table of observations. */
async function openedWith(rows: readonly Row[], names: Named): Promise<Commons> {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map(([variable, given, date, value, { unit = "" } = {}]) => {
    const isOne = typeof given === "string";
    const json = isOne ? "" : JSON.stringify(given);
    return [variable, isOne ? given : "", date, value, unit, "", json].map(cell).join(",");
  });
  const header = "variable,entity,date,value,unit,import_name,properties";
  const triples = triplesOf(names).map((triple) => `${triple.map(cell).join(",")},`);
  return await open({
    "t.csv": ["subject_id,predicate,object_id,object_value", ...triples, "n,typeOf,T,"].join("\n"),
    "o.csv": [header, ...lines].join("\n"),
  });
}
