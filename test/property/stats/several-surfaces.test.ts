/**
 * Observations about one to three entities: tables, SPARQL, SDMX and observations give the rows that were loaded, and
 * nodes what a variable is about, near and far, from each export again, and several threads load what one loads.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRow } from "../../../src/export/csv-text.ts";
import { type Commons, open } from "../../../src/index.ts";
import { Export } from "../../../src/publish/export-formats.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { runs } from "../runs.ts";
import { expectSameInChunks } from "../threads/pretended-threads.ts";

const properties = {
  One: ["observationAbout"],
  Two: ["from", "to"],
  Three: ["by", "observationAbout", "to"],
} as const;
type Variable = keyof typeof properties;

const entity = fc.constantFrom("geo/a", "geo/b", "geo/c", "Air", "\u{10000}");
const row = fc.record({
  variable: fc.constantFrom(...(Object.keys(properties) as Variable[])),
  about: fc.tuple(entity, entity, entity),
  date: fc.constantFrom("2019", "2020", "2020-05"),
  value: fc.constantFrom("1", "2.5", "-70000"),
});
type Row = typeof row extends fc.Arbitrary<infer One> ? One : never;

/** A row as a text: its variable, its entities by property, date and value. */
const lineOf = ({ variable, about, date, value }: Row) =>
  JSON.stringify([variable, ...about.slice(0, properties[variable].length), date, Number(value)]);

/** Of rows about the same at one date the last one counts. */
const distinct = (rows: readonly Row[]): Row[] => {
  const last = rows.map((one) => [lineOf({ ...one, value: "1" }), one] as const);
  return [...new Map(last).values()];
};

function filesOf(rows: readonly Row[]) {
  const nodes = Object.entries(properties).map(([variable, names]) => {
    const named = names.map((name) => `dcid:${name}`).join(", ");
    return `Node: dcid:${variable}\ntypeOf: dcs:StatisticalVariable\nobservationProperties: ${named}\n`;
  });
  const lines = rows.map(({ variable, about, date, value }) => {
    const entities = properties[variable].map((name, at) => [name, about[at]]);
    const isOne = entities.length === 1;
    const json = isOne ? "{}" : JSON.stringify(Object.fromEntries(entities));
    return [isOne ? about[0] : "", variable, date, value, json];
  });
  const header = ["entity", "variable", "date", "value", "properties"];
  return { "g.mcf": nodes.join("\n"), "o.csv": [header, ...lines].map(csvRow).join("") };
}

type Answered = Pick<Commons, "sdmx"> & {
  table(question: Parameters<Commons["table"]>[0]): ReturnType<Commons["table"]>;
  readonly v2: {
    sparql(...asked: Parameters<Commons["v2"]["sparql"]>): unknown;
    observation(...asked: Parameters<Commons["v2"]["observation"]>): unknown;
    node(...asked: Parameters<Commons["v2"]["node"]>): unknown;
  };
};

/** The rows that a table, a query and an SDMX answer have of a variable and one of its entities. */
async function found(world: Answered, variable: Variable, place: number, wanted: string) {
  const names = properties[variable];
  const property = names[place]!;
  const question = { variables: [variable], date: "all", facet: "all" } as const;
  const table = await world.table({ ...question, entities: { [property]: [wanted] } });
  const columns = table.columns.map(({ name }) => name);
  const ofTable = Array.from(table.rows(), (cells) =>
    JSON.stringify(
      ["variable", ...names, "date", "value"].map((name) => cells[columns.indexOf(name)]),
    ),
  );

  const patterns = names.map((name, at) => `?o ${name} ?e${at} .`).join(" ");
  const query = `SELECT ${names.map((_, at) => `?e${at}`).join(" ")} ?date ?value WHERE {
    ?o typeOf StatVarObservation . ?o variableMeasured ${variable} . ${patterns}
    ?o observationDate ?date . ?o value ?value . ?o ${property} "${wanted}" }`;
  const answer = (await world.v2.sparql({ query })) as {
    rows?: { cells: { value: string }[] }[];
  };
  const ofQuery = (answer.rows ?? []).map(({ cells }) => {
    const texts = cells.map(({ value }) => value);
    return JSON.stringify([variable, ...texts.slice(0, -1), Number(texts.at(-1))]);
  });

  const filters = { variableMeasured: variable, [property]: wanted };
  const { series } = await world.sdmx.data({ filters });
  const ofSdmx = series.flatMap(({ dimensions, points }) =>
    points.map(({ timePeriod, observationValue }) =>
      JSON.stringify([
        variable,
        ...names.map((name) => dimensions[name]),
        timePeriod,
        Number(observationValue),
      ]),
    ),
  );
  return [ofTable, ofQuery, ofSdmx].map((lines) => lines.sort());
}

/** Dates and values that answers about the first entity have of a variable. */
async function observed(world: Answered, variable: Variable, first: string): Promise<string[]> {
  const answer = (await world.v2.observation({
    variable: { dcids: [variable] },
    entity: { dcids: [first] },
    select: ["variable", "entity", "date", "value"],
  })) as Awaited<ReturnType<Commons["v2"]["observation"]>>;
  const series = answer.byVariable?.[variable]?.byEntity?.[first]?.orderedFacets ?? [];
  return series
    .flatMap(({ observations = [] }) => observations.map(({ date, value }) => `${date}=${value}`))
    .sort();
}

/** What nodes say: the properties of a variable, whether each leads back to it, and all that names an entity. */
async function saidByNodes(world: Answered, variable: Variable, entity: string) {
  const dcidsOf = async (node: string, property: "->observationProperties" | `<-${string}`) => {
    const answer = await world.v2.node({ nodes: [node], property });
    const { data = {} } = answer as Awaited<ReturnType<Commons["v2"]["node"]>>;
    const arcs = Object.values(data[node]?.arcs ?? {});
    return arcs.flatMap(({ nodes = [] }) => nodes.map(({ dcid = "" }) => dcid));
  };
  const names = await dcidsOf(variable, "->observationProperties");
  const back = names.map((name) => dcidsOf(name, "<-observationProperties"));
  const leadsBack = (await Promise.all(back)).every((found) => found.includes(variable));
  return { names, leadsBack, namers: await dcidsOf(entity, "<-*") };
}

/** A world of what another one exports. */
async function again(world: Commons, format: (typeof formats)[number]): Promise<Commons> {
  const { files } = new Export(world.engine, format);
  return await open(
    Object.fromEntries(files.map(({ name, text }) => [name, [...text()].join("")])),
  );
}

const formats = ["tables", "mcf", "nquads", "ntriples", "turtle", "sdmx-csv", "json-stat"] as const;
const statistics: readonly string[] = ["sdmx-csv", "json-stat"];

test("every surface has the rows about an entity, near and far, and after an export", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 25 }),
      fc.nat(2),
      fc.constantFrom(...formats),
      async (given, at, format) => {
        const near = await open(filesOf(given));
        const far = await openRemote(new MemoryStore(snapshotOf(near, 512)), { maxCacheBytes: 0 });
        const { variable, about } = given[0]!;
        const place = at % properties[variable].length;
        const ofVariable = distinct(given).filter((one) => one.variable === variable);
        const expected = ofVariable
          .filter((one) => one.about[place] === about[place])
          .map(lineOf)
          .sort();
        const ofFirst = ofVariable
          .filter((one) => one.about[0] === about[0])
          .map(({ date, value }) => `${date}=${Number(value)}`)
          .sort();
        const loadedAgain = await again(near, format);
        // A file of statistics has no nodes: a series about one entity does not say by which property.
        const isStated = properties[variable].length > 1 || !statistics.includes(format);
        for (const world of [near, far, loadedAgain] as Answered[]) {
          const [ofTable, ofQuery, ofSdmx] = await found(world, variable, place, about[place]!);
          expect(ofTable, "table").toEqual(expected);
          expect(ofQuery, "SPARQL").toEqual(expected);
          expect(ofSdmx, "SDMX").toEqual(expected);
          expect(await observed(world, variable, about[0]), "observation").toEqual(ofFirst);
          // Observations are no nodes: nothing but other nodes names an entity.
          const names = world === loadedAgain && !isStated ? [] : properties[variable];
          const said = { names, leadsBack: true, namers: [] };
          expect(await saidByNodes(world, variable, about[place]!), "node").toEqual(said);
        }
      },
    ),
    runs(60),
  );
});

test("several threads load the same rows as one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 40, max: 400 }),
      async (given, chunkBytes) => {
        const division = { threads: 2, chunkBytes, delay: () => 0 };
        await expectSameInChunks(filesOf(given), division);
      },
    ),
    runs(20),
  );
});
