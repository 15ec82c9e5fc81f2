/** What tools answer: pages, what is unknown, entities by property, and why there is nothing. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { LargeAnswer } from "../../../../src/routes/tools/large-answer.ts";
import { reasonOf } from "../../../../src/routes/tools/table-tools.ts";
import {
  describeData,
  findVariables,
  getNode,
  multiEntityValues,
  runSparql,
  valuesOf,
} from "../../../../src/routes/tools/tool-answers.ts";
import { understandTool } from "../../../../src/routes/tools/understand-tool.ts";
import { wholeWorld } from "../whole-world.ts";

let commons: Commons;
let large: Commons;
beforeAll(async () => {
  commons = await wholeWorld();
  const members = Array.from({ length: 1201 }, (_, at) => `m${1000 + at}`);
  const years = Array.from({ length: 601 }, (_, at) => String(1000 + at));
  large = await open({
    "a.mcf": members
      .map((dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:Town\nin: dcid:top\n`)
      .join("\n"),
    "a.csv": [
      "entity,variable,date,value,import_name",
      ...years.map((year) => `m1000,V,${year},${year},A`),
      ...years.slice(0, 100).map((year) => `m1000,X,${year},${year},A`),
      ...Array.from({ length: 60 }, (_, at) => `m1001,W${100 + at},2020,1,A`),
    ].join("\n"),
  });
});

const context = { hasFolder: false };
const filled = { hasFolder: true };

interface Rows {
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  readonly next?: number;
  readonly hint?: string;
}

describe("a node's values", () => {
  const ask = (nodes: readonly string[], property: string, offset = 0, nextToken = "") =>
    getNode(large, { nodes, property, offset, nextToken }) as {
      readonly nodes: Readonly<
        Record<string, { readonly values: Record<string, { dcid: string }[]> }>
      >;
      readonly total: number;
      readonly next?: number;
      readonly nextToken?: string;
      readonly unknown?: readonly string[];
      readonly hint?: string;
    };

  test("come in pages, those of the endpoint after what is left of one", () => {
    const seen: string[] = [];
    let [offset, nextToken] = [0, ""];
    for (let pages = 0; pages < 9; pages++) {
      const answer = ask(["top"], "<-in", offset, nextToken);
      seen.push(...(answer.nodes["top"]?.values["in"] ?? []).map(({ dcid }) => dcid));
      expect(answer.next !== undefined && answer.nextToken !== undefined).toBe(false);
      if (answer.next === undefined && answer.nextToken === undefined) break;
      [offset, nextToken] =
        answer.next === undefined ? [0, answer.nextToken ?? ""] : [answer.next, nextToken];
    }
    expect(seen).toHaveLength(1201);
    expect(new Set(seen).size).toBe(1201);
  });

  test("of several nodes stand under each, and what is unknown is named", () => {
    const answer = ask(["m1000", "nobody", "m1001"], "->[in, typeOf]");
    const entry = (dcid: string) => expect.objectContaining({ dcid });
    const values = { in: [entry("top")], typeOf: [entry("Town")] };
    expect(answer.nodes).toEqual({
      m1000: { values },
      nobody: { values: {} },
      m1001: { values },
    });
    expect([answer.total, answer.next, answer.nextToken]).toEqual([4, undefined, undefined]);
    expect(answer.unknown).toEqual(["nobody"]);
    expect(answer.hint).toContain("nothing is known of these dcids");
    expect(ask(["m1000"], "->in")).not.toHaveProperty("unknown");
  });

  test("are names of properties, where no property is named", () => {
    expect(ask(["m1000"], "->").nodes["m1000"]).toEqual({ properties: ["in", "typeOf"] });
  });
});

describe("rows of a query", () => {
  const query = "SELECT ?s WHERE { ?s typeOf Town . } ORDER BY ?s";
  test("come in pages of two hundred; a long answer says what is better", () => {
    const first = runSparql(large, { query, offset: 0 }, context) as Rows;
    expect([first.rows.length, first.total, first.next]).toEqual([200, 1201, 200]);
    expect(first.hint).toContain("better aggregate, filter, or LIMIT, than read all pages");
    const last = runSparql(large, { query, offset: 1200 }, filled) as Rows;
    expect(last).toEqual({ columns: ["?s"], rows: [["m2200"]], total: 1201 });
    const short = `${query} LIMIT 500`;
    const whole = runSparql(large, { query: short, offset: 0 }, filled) as Rows;
    expect([whole.rows.length, whole.hint]).toEqual([200, undefined]);
    const exact = runSparql(large, { query: `${query} LIMIT 200`, offset: 0 }, filled) as Rows;
    expect([exact.rows.length, exact.next]).toEqual([200, undefined]);
  });

  test("become a file where there is a folder", () => {
    const answer = runSparql(large, { query, offset: 0 }, filled);
    expect(answer).toBeInstanceOf(LargeAnswer);
    expect(answer).toMatchObject({
      name: "sparql",
      format: "csv",
      about: { columns: ["?s"], total: 1201 },
      rows: { columns: ["?s"], length: 1201 },
    });
  });
});

describe("values", () => {
  const latest = { date: "latest", start: "", end: "", source: "" };
  const of = (variable: string, offset = 0, more = {}) => ({
    ...latest,
    ...more,
    variable,
    offset,
  });
  const about = (...dcids: readonly string[]) => ({ observationAbout: dcids });

  test("come in pages, with the places of these rows alone; the long way is named", async () => {
    const all = await valuesOf(large, of("V", 0, { date: "all" }), about("m1000"), context);
    expect(all).toMatchObject({
      total: 601,
      next: 200,
      hint: expect.stringContaining("fewer dates"),
    });
    const last = await valuesOf(large, of("V", 600, { date: "all" }), about("m1000"), filled);
    expect(last).toMatchObject({
      data: { columns: ["observationAbout", "date", "value"], rows: [["m1000", "1600", 1600]] },
      entityMetadata: { rows: [["m1000", "", ["Town"]]] },
      total: 601,
      citations: [expect.stringContaining("A")],
    });
    expect(last).not.toHaveProperty("next");
    expect(last).not.toHaveProperty("hint");
    const two = await valuesOf(commons, of("Income"), about("geoId/06", "geoId/48"), context);
    const { data, entityMetadata } = two as Readonly<Record<string, { readonly rows: string[][] }>>;
    expect(entityMetadata?.rows.map(([dcid]) => dcid)).toEqual(data?.rows.map(([dcid]) => dcid));
  });

  test("become a file named after the variable and the place, where there is a folder", async () => {
    const written = await valuesOf(large, of("V", 0, { date: "all" }), about("m1000"), filled);
    expect(written).toBeInstanceOf(LargeAnswer);
    expect(written).toMatchObject({ name: "V_m1000", format: "csv", rows: { length: 601 } });
  });

  test("that are none say why", async () => {
    const none = await valuesOf(commons, of("Incme"), about("geoId/06"), context);
    expect(none).toMatchObject({ total: 0, reason: expect.any(String), hint: expect.any(String) });
    const other = await valuesOf(commons, of("Exports"), about("geoId/06"), context);
    expect(other).toMatchObject({
      reason: "observations of this variable are about entities by exporter, importer",
    });
  });

  test.each([
    [["geoId/06"], "entities must be an object of lists of texts"],
    [{ a: "b" }, "entities must be an object of lists of texts"],
    [{ a: ["b", 5] }, "entities must be an object of lists of texts"],
    [{ a: ["b"], c: 5 }, "entities must be an object of lists of texts"],
    [null, "entities must be an object of lists of texts"],
  ])("of entities %j are refused", (lists, message) => {
    const question = { ...of("Exports"), lists, property: "", parent: "", type: "" };
    expect(() => multiEntityValues(commons, question, context)).toThrow(message);
  });

  test.each([
    ["importer", "", ""],
    ["", "country/USA", ""],
    ["", "", "State"],
    ["importer", "country/USA", ""],
    ["importer", "", "State"],
    ["", "country/USA", "State"],
  ])("inside of a place by %j, %j and %j need all of these", (property, parent, type) => {
    const question = { ...of("Exports"), lists: {}, property, parent, type };
    const message =
      "send all of parent_entity_property, parent_entity_dcid, child_entity_type, or none";
    expect(() => multiEntityValues(commons, question, context)).toThrow(message);
  });

  test("by several properties are those of a list, or of what is inside of a place", async () => {
    const inside = { property: "importer", parent: "country/USA", type: "State" };
    const lists = { exporter: ["country/USA"] };
    const found = await multiEntityValues(commons, { ...of("Exports"), lists, ...inside }, context);
    const states = { ...lists, importer: ["geoId/06", "geoId/48"] };
    const none = { property: "", parent: "", type: "" };
    const listed = await multiEntityValues(
      commons,
      { ...of("Exports"), lists: states, ...none },
      context,
    );
    expect(found).toEqual(listed);
    expect(found).toMatchObject({ total: 2 });
    const twice = { ...of("Exports"), lists: { importer: ["a"] }, ...inside };
    expect(() => multiEntityValues(commons, twice, context)).toThrow(
      "importer is in entities already: send it once",
    );
  });
});

describe("why there is nothing", () => {
  const together =
    "there are no values of these entities together, of these dates or of this source";
  const byOthers = "observations of this variable are about entities by exporter, importer";
  test.each([
    ["Exports", { exporter: ["a"], importer: ["b"] }, together],
    ["Exports", { exporter: ["a"] }, together],
    ["Exports", { seller: ["a"], importer: ["b"] }, byOthers],
    ["Exports", ["geoId/06"], byOthers],
    ["Exports", "country/USA<-containedInPlace+{typeOf:State}" as const, byOthers],
    [
      "Income",
      { seller: ["a"] },
      "observations of this variable are about entities by observationAbout",
    ],
  ])("of %s and %j", async (variable, entities, reason) => {
    expect(await reasonOf(commons, variable, entities)).toEqual({ reason });
  });

  test.each([
    [["geoId/06"]],
    [{ observationAbout: ["geoId/06"] }],
    ["country/USA<-containedInPlace+{typeOf:State}" as const],
  ])("of %j that have values, but not those", async (entities) => {
    expect(await reasonOf(commons, "Income", entities)).toEqual({
      reason: "there are values, but not of these dates or this source",
      hint: "search_indicators finds variables that have data of a place",
    });
  });
});

test("variables come in pages of fifty, and what is not found is said", () => {
  const pages = [0, 50].map(
    (offset) =>
      describeData(large, { search: "", offset }) as {
        readonly variables: readonly {
          readonly dcid: string;
          readonly sources: readonly object[];
        }[];
        readonly total: number;
        readonly next?: number;
      },
  );
  expect(pages.map(({ variables }) => variables.length)).toEqual([50, 12]);
  expect(pages.map(({ total, next }) => [total, next])).toEqual([
    [62, 50],
    [62, undefined],
  ]);
  expect(pages[0]?.variables[0]?.sources).toEqual([
    { sourceId: expect.any(String), importName: "A" },
  ]);
  expect(findVariables(commons, { query: "nothing of this" })).toMatchObject({
    hint: "nothing is about that: try other words, or describe_data",
  });
  for (const includeTopics of [true, false]) {
    const found = findVariables(commons, { query: "income", include_topics: includeTopics });
    expect(found).not.toHaveProperty("hint");
  }
});

describe("a question in plain words", () => {
  const ask = (variable: string, hasFolder: boolean) => {
    const places = ["m1000"];
    const fields = { question: `${variable} over time`, places, variables: [variable] };
    return understandTool.answer(large, fields as never, { hasFolder }) as Promise<object>;
  };

  test("of many rows has the first hundred, cites these, and names who has all", async () => {
    const answer = (await ask("V", false)) as { readonly rows: readonly object[] };
    expect(answer).toMatchObject({
      total: 601,
      columns: ["dcid", "variable", "date", "value", "sourceId"],
      citations: ["A, 1000\u20131099"],
      hint: expect.stringContaining("get_observations have all"),
    });
    expect(answer.rows).toHaveLength(100);
  });

  test("of a hundred rows has all of them", async () => {
    const answer = (await ask("X", true)) as { readonly rows: readonly object[] };
    expect(answer).toMatchObject({ total: 100, citations: ["A, 1000\u20131099"] });
    expect(answer).not.toHaveProperty("hint");
    expect(answer.rows).toHaveLength(100);
  });

  test("becomes a file, which is cited with all of its dates, where there is a folder", async () => {
    const answer = await ask("V", true);
    expect(answer).toBeInstanceOf(LargeAnswer);
    expect(answer).toMatchObject({
      name: "V",
      rows: { length: 601 },
      about: { total: 601, citations: ["A, 1000\u20131600"] },
    });
  });
});
