import { inspect } from "node:util";
import { describe, expect, expectTypeOf, test } from "vitest";
import { CommonsError, open, type TableQuestion } from "../../../src/index.ts";
import { Governor } from "../../../src/options/governor.ts";
import { tableOf } from "../../../src/tables/table-of.ts";

const commons = await open({
  "places.mcf": ["a", "b", "c"]
    .map(
      (id) => `Node: dcid:geo/${id}
typeOf: dcid:Town
name: "Town ${id.toUpperCase()}"
containedInPlace: dcid:geo/all
`,
    )
    .join("\n"),
  "obs.csv": `entity,variable,date,value,unit,import_name
geo/a,Count_Person,2018,100,,Census
geo/a,Count_Person,2020,200,,Census
geo/a,Count_Person,2020,250,,Survey
geo/a,Count_Person,2021,260,,Survey
geo/b,Count_Person,2020,0,,Census
geo/b,Count_Person,2021,50,,Survey
geo/a,Jobs,2019,10,,Census
geo/a,Jobs,2019-12,30,,Other
geo/b,Jobs,2020,5,,Census
geo/c,Jobs,2020,7,,Census
geo/c,Jobs,2021,n/a,,Census
geo/c,Jobs,2022,9,,Census
geo/a,__proto__,2020,1,Kilo,Census
`,
});
const towns = ["geo/a", "geo/b", "geo/c"] as const;
const jobs: TableQuestion = { entities: towns, variables: ["Jobs"] };
const table = (question: Partial<TableQuestion> = {}) =>
  tableOf(commons.engine, { ...jobs, ...question }, new Governor());

/** Cells of a table, without its line of names. */
function cells(question: Partial<TableQuestion>, ...columns: readonly string[]): unknown[] {
  return table(question)
    .toJSON()
    .map((row) => columns.map((column) => row[column]));
}

describe("records", () => {
  test("have the columns of the official Python client's data frame", () => {
    expect(table({ names: true }).columns.map(({ name }) => name)).toEqual([
      "date",
      "entity",
      "entity_name",
      "variable",
      "variable_name",
      "facetId",
      "importName",
      "measurementMethod",
      "observationPeriod",
      "provenanceUrl",
      "unit",
      "value",
    ]);
    expect(table({ names: true }).toJSON()[0]).toMatchObject({
      entity_name: "Town A",
      variable_name: null,
      unit: null,
      value: 30,
    });
  });

  test("share codes where columns say different things of the same", () => {
    const entity = table({ names: true }).column("entity");
    const name = table({ names: true }).column("entity_name");
    expect(entity).toMatchObject({ kind: "text", texts: [...towns] });
    expect(name).toMatchObject({ codes: new Uint32Array([0, 1, 2]) });
  });

  test("have null for what is no number, and count it", () => {
    const all = table({ date: "all", entities: ["geo/c"] });
    expect([...all.rows()].map((row) => row.at(-1))).toEqual([7, null, 9]);
    expect(all.counts).toEqual({ notNumbers: 1, undivided: 0, unknown: [] });
    expect(all.column("value")).toMatchObject({
      kind: "number",
      name: "value",
      values: new Float64Array([7, Number.NaN, 9]),
      validity: new Uint8Array([0b101]),
      nullCount: 1,
    });
  });

  test("are nothing where nothing is known", () => {
    for (const question of [{ entities: [] }, { variables: ["none"] }, { entities: ["none"] }]) {
      expect(table(question).length).toBe(0);
      expect(table(question).csv()).toMatch(/^date,entity,.*,value\n$/);
    }
  });
});

describe("dates", () => {
  test("are the latest by default, one, all, or a range with both ends", () => {
    expect(cells({ entities: ["geo/c"] }, "date")).toEqual([["2022"]]);
    expect(cells({ date: "2020" }, "entity")).toEqual([["geo/b"], ["geo/c"]]);
    const range = { facet: "all" as const, date: { from: "2019-01", to: "2021" } };
    expect(cells(range, "entity", "date")).toEqual([
      ["geo/a", "2019-12"],
      ["geo/b", "2020"],
      ["geo/c", "2020"],
      ["geo/c", "2021"],
    ]);
    expect(cells({ facet: "all", date: { to: "2019" } }, "date")).toEqual([["2019-12"], ["2019"]]);
  });
});

describe("the facet", () => {
  const people = { variables: ["Count_Person"], date: "all" };

  test("is the best of each series", () => {
    expect(cells(people, "entity", "importName", "date")).toEqual([
      ["geo/a", "Survey", "2020"],
      ["geo/a", "Survey", "2021"],
      ["geo/b", "Survey", "2021"],
    ]);
    expect(cells({ ...people, date: { to: "2020" } }, "entity", "importName", "date")).toEqual([
      ["geo/a", "Survey", "2020"],
      ["geo/b", "Census", "2020"],
    ]);
  });

  test("is the one that most entities have", () => {
    const found = cells({ facet: "best-for-all", date: "all" }, "entity", "importName");
    expect(new Set(found.map(String))).toEqual(
      new Set(["geo/a,Census", "geo/b,Census", "geo/c,Census"]),
    );
  });

  test("of two that as many have is the one with the later date", () => {
    expect(cells({ ...people, facet: "best-for-all" }, "importName")).toEqual(
      Array(3).fill(["Survey"]),
    );
  });

  test("is chosen among those that pass the filter", () => {
    const census = { ...people, filter: { importName: "Census" } };
    expect(cells(census, "value")).toEqual([[100], [200], [0]]);
    expect(cells({ ...census, filter: { importName: ["Survey", "None"] } }, "value")).toEqual([
      [250],
      [260],
      [50],
    ]);
    const [{ facetId = "" } = {}] = table(census).toJSON();
    expect(cells({ ...people, facet: [String(facetId)] }, "value")).toEqual([[100], [200], [0]]);
    expect(cells({ ...people, filter: { facetIds: [String(facetId)] } }, "value")).toEqual([
      [100],
      [200],
      [0],
    ]);
  });
});

describe("per capita", () => {
  test("divides by the number of the same facet with the nearest date, of two the earlier", () => {
    const question = { perCapita: true, filter: { importName: "Census" }, date: "all" };
    const found = cells(question, "entity", "date", "value", "denominator", "denominatorDate");
    expect(found.slice(0, 1)).toEqual([["geo/a", "2019", 10 / 100, 100, "2018"]]);
  });

  test("takes the best facet where the entity does not have the same", () => {
    expect(
      cells({ perCapita: true, entities: ["geo/a"] }, "importName", "value", "denominatorDate"),
    ).toEqual([["Other", 30 / 250, "2020"]]);
  });

  test("is null without a denominator, or with 0, and counted", () => {
    const question = { perCapita: true, date: "2020" };
    expect(cells(question, "entity", "value", "denominator", "denominatorDate")).toEqual([
      ["geo/b", null, 0, "2020"],
      ["geo/c", null, null, null],
    ]);
    expect(table(question).counts).toEqual({ notNumbers: 0, undivided: 2, unknown: [] });
    expect(table({ denominator: "none" }).counts.undivided).toBe(3);
  });

  test("divides in all shapes", () => {
    const question = { denominator: "Jobs", variables: ["Count_Person"], date: "2021" };
    expect(cells({ ...question, shape: "dates" }, "entity", "2021")).toEqual([
      ["geo/a", 260 / 30],
      ["geo/b", 10],
    ]);
    expect(cells({ ...question, shape: "variables" }, "Count_Person")).toEqual([[260 / 30], [10]]);
  });
});

describe("shapes", () => {
  test("have a column per date, ascending", () => {
    expect(table({ shape: "dates", date: "all", names: true, facet: "all" }).csv()).toBe(
      `entity,entity_name,variable,variable_name,facetId,importName,measurementMethod,observationPeriod,provenanceUrl,unit,2019,2019-12,2020,2021,2022
geo/a,Town A,Jobs,,${idOf("Other")},Other,,,,,,30,,,
geo/a,Town A,Jobs,,${idOf("Census")},Census,,,,,10,,,,
geo/b,Town B,Jobs,,${idOf("Census")},Census,,,,,,,5,,
geo/c,Town C,Jobs,,${idOf("Census")},Census,,,,,,,7,,9
`,
    );
  });

  test("have a column per variable: a row per entity for one date, else per entity and date", () => {
    const variables = ["Jobs", "Count_Person", "none", "Jobs"];
    const shape = { variables, entities: ["geo/b", "geo/a", "none"], shape: "variables" } as const;
    expect(table(shape).csv()).toBe("entity,Jobs,Count_Person,none\ngeo/b,5,50,\ngeo/a,30,260,\n");
    expect(table({ ...shape, date: { from: "2020" }, names: true }).csv()).toBe(
      `entity,entity_name,date,Jobs,Count_Person,none
geo/b,Town B,2020,5,,
geo/b,Town B,2021,,50,
geo/a,Town A,2020,,250,
geo/a,Town A,2021,,260,
`,
    );
  });

  test("hold names that are members of every object", () => {
    const question = { variables: ["__proto__"], shape: "variables" } as const;
    const [row = {}] = table(question).toJSON();
    expect(JSON.stringify(row)).toBe('{"entity":"geo/a","__proto__":1}');
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });
});

describe("rows", () => {
  test("are sorted by numbers or texts, null last, equal ones in their order", () => {
    const all = table({ date: "all", facet: "all" });
    const valuesOf = (order: "ascending" | "descending") =>
      all
        .sorted("value", order)
        .toJSON()
        .map(({ value }) => value);
    expect(valuesOf("ascending")).toEqual([5, 7, 9, 10, 30, null]);
    expect(valuesOf("descending")).toEqual([30, 10, 9, 7, 5, null]);
    const dates = all.sorted("date", "descending").toJSON();
    expect(dates.map(({ date, entity }) => [date, entity])).toEqual([
      ["2022", "geo/c"],
      ["2021", "geo/c"],
      ["2020", "geo/b"],
      ["2020", "geo/c"],
      ["2019-12", "geo/a"],
      ["2019", "geo/a"],
    ]);
    expect(() => all.sorted("size")).toThrow(/no column 'size', but date, entity/);
    expect(() => all.sorted("value", "desc" as never)).toThrow(
      `sorted: 'order' is one of ascending, descending, not "desc"`,
    );
  });

  test("are cut at the end", () => {
    const two = table().sorted("value").head(2);
    expect([...two.rows()].map((row) => row.at(-1))).toEqual([5, 9]);
    expect(two.length).toBe(2);
    expect(table().head(9).length).toBe(3);
    expect(table().head(0).toJSON()).toEqual([]);
    expect(() => table().head("3" as never)).toThrow(
      `'count' is a whole number from 0 on, not "3"`,
    );
  });

  test("have the columns that are selected", () => {
    const some = table({ names: true }).select({ amount: "value", place: "entity_name" }).head(1);
    expect(some.csv()).toBe("amount,place\n30,Town A\n");
    expect(() => table().select({ size: "size" })).toThrow(/no column 'size', but date, entity/);
    expect(() => table().select("value" as never)).toThrow(`'columns' is an object, not "value"`);
  });

  test("are CSV with quotes where they are needed", async () => {
    const odd = await open({
      "obs.csv": 'entity,variable,date,value,unit\na,"x,y",2020,1.50,"say ""m"""\n',
    });
    const question = { entities: ["a"], variables: ["x,y"] };
    expect((await odd.table(question)).csv()).toMatch(
      /\n2020,a,"x,y",\d+,obs,,,,"say ""m""",1.5\n$/,
    );
  });

  test("come in parts of CSV", () => {
    const long = table().sorted("value");
    expect([...long.csvParts()].join("")).toBe(long.csv());
  });
});

describe("a question", () => {
  test.each([
    [{ entities: "geo/a" }, /invalid expression/],
    [
      { entities: [1] },
      /'entities' is a text, or a list of texts, or an object, not a list with 1/,
    ],
    [{ variables: "Jobs" }, /'variables' is a list of texts, not "Jobs"/],
    [{ shape: "long" }, /'shape' is one of records, dates, variables, not "long"/],
    [{ facet: "worst" }, /'facet' is one of best, best-for-all, all, not "worst"/],
    [{ facet: "all", shape: "variables" }, /'facet' cannot be 'all'/],
    [{ filter: { unity: "x" } }, /there is no option "filter.unity"; did you mean 'unit'/],
    [{ filter: { unit: 5 } }, /'filter.unit' is a text, or a list of texts, not 5/],
    [{ variables: undefined }, /'variables' is a list of texts, not undefined/],
    [{ date: 2020 }, /'date' is a text, or an object, not 2020/],
    [{ date: { from: 2020 } }, /'date.from' is a text, not 2020/],
    [{ date: { form: "2020" } }, /there is no option "date.form"; did you mean 'from'/],
    [
      { date: { from: "2021", to: "2020" } },
      /'date' ends before it begins: from "2021" to "2020"$/,
    ],
    [{ date: { from: "01/01/2015" } }, /'date' has the end ".*", and no date begins so: /],
    [{ date: "2015/01" }, /'date' is latest, latest-common, all, a date or .*, not "2015\/01"$/],
    [{ join: { x: {} } }, /'join.x.path' is a text, not undefined/],
  ])("such as %j is refused", (wrong, message) => {
    expect(() => table(wrong as unknown as TableQuestion)).toThrow(message);
  });

  test("is held to the limits of a request", async () => {
    const all = { ...jobs, date: "all", perCapita: true };
    for (const limits of [{ maxRows: 3 }, { maxMemoryBytes: 200 }]) {
      const error = await commons.table(all, limits).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CommonsError);
      expect(error).toMatchObject({ code: "LIMIT", rpc: { code: 8 } });
    }
    const many = { ...all, entities: Array.from({ length: 9_000 }, (_, at) => `none/${at}`) };
    await expect(commons.table(many, { timeout: 0 })).rejects.toThrow(/takes longer than 0 ms/);
    const aborted = { signal: AbortSignal.abort() };
    await expect(commons.table(all, aborted)).rejects.toThrow(/abort/);
    expect((await commons.table(all, { maxRows: 20 })).length).toBe(5);
  });
});

function idOf(importName: string): string {
  const facets = commons.engine.observations.facets;
  return facets.find((one) => one.importName === importName && one.unit === "")!.facetId;
}

describe("rows as objects", () => {
  const asked = { date: "all" } as const;

  test("are what a table iterates over, and its JSON", () => {
    const made = table(asked);
    expect([...made]).toEqual([...made.objects()]);
    expect(JSON.parse(JSON.stringify(made))).toEqual([...made]);
    expect([...made].map((row) => Object.values(row))).toEqual([...made.rows()]);
    expect([...table(asked).head(0)]).toEqual([]);
  });

  test("are printed by Node as a table of the first ten", () => {
    const shown = inspect(table({ ...asked, names: true }));
    const [title, names] = shown.split("\n");
    expect(title).toMatch(/^Table of \d+ rows$/);
    expect(names).toMatch(/^date +entity +entity_name +variable/);
    expect(shown.split("\n").length).toBeLessThan(16);
    expect(inspect(table(asked).head(1))).toContain("Table of 1 row\n");
  });

  test("have no control characters when they are printed", async () => {
    const evil = await open({ "a.csv": "entity,variable,date,value\na\u001b[2J,v,2020,1\n" });
    const shown = inspect(await evil.table({ entities: ["a\u001b[2J"], variables: ["v"] }));
    expect(shown).not.toContain("\u001b");
  });
});

test("a variable that is called as another column has a name of its own", async () => {
  const names = ["entity", "entity_2", "date", "v"];
  const rows = names.map((name, at) => `a,${name},2020,${at}`);
  const odd = await open({ "a.csv": `entity,variable,date,value\n${rows.join("\n")}\n` });
  const made = await odd.table({
    entities: ["a"],
    variables: names,
    shape: "variables",
    date: "all",
  });
  const columns = made.columns.map(({ name }) => name);
  expect(columns).toEqual(["entity", "date", "entity_3", "entity_2", "date_2", "v"]);
  expect([...made]).toEqual([
    { entity: "a", date: "2020", entity_3: 0, entity_2: 1, date_2: 2, v: 3 },
  ]);
  expect(made.csv()).toBe("entity,date,entity_3,entity_2,date_2,v\na,2020,0,1,2,3\n");
});

test("TypeScript knows the columns from the question", async () => {
  const wide = await commons.table({
    entities: ["geo/a"],
    variables: ["Jobs"],
    shape: "variables",
  });
  for (const row of wide) {
    expectTypeOf(row.entity).toEqualTypeOf<string>();
    expectTypeOf(row.Jobs).toEqualTypeOf<number | null>();
    // @ts-expect-error: there is no such column
    expect(row.Others).toBeUndefined();
  }
  const records = await commons.table({ entities: ["geo/a"], variables: ["Jobs"], names: true });
  for (const { date, value, entity_name } of records) {
    expectTypeOf(date).toEqualTypeOf<string>();
    expectTypeOf(value).toEqualTypeOf<number | null>();
    expectTypeOf(entity_name).toEqualTypeOf<string | null>();
  }
  const renamed = records.select({ place: "entity", people: "value" }).sorted("people");
  expectTypeOf([...renamed][0]!.people).toEqualTypeOf<number | null>();
  const wrong = { entities: ["geo/a"], variables: ["Jobs"], shape: "rows" };
  // @ts-expect-error: there is no such shape
  await expect(commons.table(wrong)).rejects.toThrow("'shape'");
});
