import { describe, expect, test } from "vitest";
import { LoadError } from "../../../src/errors/errors.ts";
import { type Commons, open, type WorldMaker, world } from "../../../src/index.ts";

const california = () =>
  world()
    .place("geoId/06", "California", "State", "country/USA")
    .series("Count_Person", "geoId/06", { 2022: 39_029_342, 2023: 38_965_193 });

describe("a world that code writes", () => {
  test("answers names, types and places", async () => {
    const commons = await open(california());
    expect(commons.v2.node({ nodes: ["geoId/06"], property: "->[name, typeOf]" })).toStrictEqual({
      data: {
        "geoId/06": {
          arcs: {
            name: { nodes: [{ value: "California" }] },
            typeOf: { nodes: [{ dcid: "State", types: ["Thing"] }] },
          },
        },
      },
    });
  });

  test.each(["2023-02-30", "2023-04-31", "2023-02-30T10:00", "2023-13-01", "2023-00-10"])(
    "refuses %s, a day that there is not",
    (date) => {
      expect(() => california().series("Count_Person", "geoId/06", { [date]: 3 })).toThrow(
        `a point of 'Count_Person' of 'geoId/06' at '${date}': there is no such day`,
      );
    },
  );

  test("takes the 29th of February in a leap year alone", async () => {
    const commons = await open(california().series("v", "geoId/06", { "2024-02-29": 3 }));
    expect(commons.latest("v", "geoId/06")?.date).toBe("2024-02-29");
    expect(() => california().series("v", "geoId/06", { "2023-02-29": 3 })).toThrow("no such day");
  });

  test("refuses a date with two readings", () => {
    expect(() => california().series("v", "geoId/06", { "01/02/2023": 3 })).toThrow(
      "a point of 'v' of 'geoId/06' at '01/02/2023': the date has two readings",
    );
    expect(() => california().series("v", "geoId/06", { "01/31/2023": 3 })).not.toThrow();
  });

  test("refuses a list of places as one place that contains another", () => {
    const within = ["country/USA"] as unknown as string;
    expect(() => world().place("geoId/06", "California", "State", within)).toThrow(
      /^a value of 'containedInPlace' of 'geoId\/06' is a text, .*, not a list of 1$/,
    );
  });

  test.each([
    [new Map([["2020", 1]]), "a Map"],
    [new Date(0), "a Date"],
    [new Set([1]), "a Set"],
    [[["2020", 1]], "a list of 1"],
  ])("refuses points and arcs whose members are not their own: %s", (given, shown) => {
    const points = given as unknown as Record<string, number>;
    expect(() => world().series("v", "geoId/06", points)).toThrow(
      new TypeError(`points of 'v' are an object, as { 2020: 1 }, not ${shown}`),
    );
    expect(() => world().node("x", points)).toThrow(
      new TypeError(`arcs of 'x' are an object, as { name: "A" }, not ${shown}`),
    );
  });

  test.each([
    [{ value: 3 }, "an object"],
    [new Date(0), "a Date"],
    [() => 3, "a function"],
  ])("refuses a value that is no text, number or reference: %s", (value, shown) => {
    const what = `a value of 'area' of 'x' is a text, a number, { dcid } or { text }, not ${shown}`;
    expect(() => world().node("x", { area: value as unknown as string })).toThrow(
      new TypeError(what),
    );
  });

  test("answers observations of several dates and facets", async () => {
    const commons = await open(
      california().series(
        "Count_Person",
        "geoId/06",
        { 2023: 39e6 },
        { importName: "Other", unit: "People" },
      ),
    );
    const { byVariable, facets } = commons.v2.observation({
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
      select: ["variable", "entity", "date", "value"],
    });
    const series = byVariable!["Count_Person"]!.byEntity!["geoId/06"]!.orderedFacets!;
    expect(series.map(({ observations }) => observations)).toEqual([
      [
        { date: "2022", value: 39_029_342 },
        { date: "2023", value: 38_965_193 },
      ],
      [{ date: "2023", value: 39_000_000 }],
    ]);
    expect(Object.values(facets!)).toContainEqual({ importName: "Other", unit: "People" });
  });

  test("takes texts, numbers, flags and nodes as values", async () => {
    const commons = await open(
      world().node("x", {
        note: 'a "quoted", long\ntext',
        area: 7,
        open: true,
        near: { dcid: "y" },
      }),
    );
    const { arcs } = commons.v2.node({ nodes: ["x"], property: "->*" }).data!["x"]!;
    expect(arcs).toMatchObject({
      note: { nodes: [{ value: 'a "quoted", long\ntext' }] },
      area: { nodes: [{ value: "7" }] },
      open: { nodes: [{ value: "true" }] },
      near: { nodes: [{ dcid: "y" }] },
    });
  });

  test("takes several values, and a dcid that is a member of every object", async () => {
    const commons = await open(world().node("__proto__", { name: ["A", "B"] }));
    const { data } = commons.v2.node({ nodes: ["__proto__"], property: "->name" });
    expect(Object.hasOwn(data!, "__proto__")).toBe(true);
    const { arcs } = Object.entries(data!)[0]![1];
    expect(arcs!["name"]!.nodes!.map(({ value }) => value)).toEqual(["A", "B"]);
  });

  test("holds what is added: files, a Commons, another world", async () => {
    const first = await open(california());
    const commons = await open(
      world()
        .add(first)
        .add({ "a.mcf": "Node: dcid:a\ntypeOf: dcs:City\n" })
        .add(new File(["Node: dcid:b\ntypeOf: dcs:City\n"], "a.mcf"))
        .add(world().place("c", "C", "City").add({ "a.mcf": "Node: dcid:d\ntypeOf: dcs:City\n" }))
        .place("e", "E", "City"),
    );
    expect(commons.info.observationCount).toBe(2);
    for (const dcid of ["geoId/06", "a", "b", "c", "d", "e"]) {
      expect(commons.engine.graph.dictionary.nodeOf(dcid)).toBeDefined();
    }
  });

  test("adds a snapshot", async () => {
    const chunks: Uint8Array[] = [];
    await (await open(california())).save(
      new WritableStream({ write: (chunk: Uint8Array) => void chunks.push(chunk) }),
    );
    const bytes = Buffer.concat(chunks);
    for (const snapshot of [bytes, new Blob([bytes])]) {
      expect((await open(world().add(snapshot))).info.observationCount).toBe(2);
    }
  });

  test("may be empty", async () => {
    const commons = await open(world());
    expect(commons.info.observationCount).toBe(0);
    expect(commons.v2.node({ nodes: ["x"], property: "->" })).toEqual({ data: { x: {} } });
  });

  test("refuses a node without a dcid, and other mistakes, where they are made", () => {
    expect(() => world().node("", {})).toThrow("a node needs a dcid");
    expect(() => world().node("x", { "": "y" })).toThrow("an arc of 'x' needs a property");
    expect(() => world().series("", "x", {})).toThrow(
      /^a series needs a variable, then an entity$/,
    );
    expect(() => world().series("v", "", {})).toThrow("a series of 'v' needs an entity");
    expect(() => world().node("x", "A" as never)).toThrow(
      `arcs of 'x' are an object, as { name: "A" }, not "A"`,
    );
    expect(() => world().place("x", undefined as never, "City")).toThrow(
      "a value of 'name' of 'x' is undefined",
    );
    expect(() => world().series("v", "x", [1, 2] as never)).toThrow(
      "points of 'v' are an object, as { 2020: 1 }, not a list of 2",
    );
    expect(() => world().series("v", "x", { 2020: null } as never)).toThrow(
      "a point of 'v' of 'x' at '2020' is null",
    );
  });
  test("says what of a series stands in the place of what", () => {
    const points = { 2023: 1 };
    const variable = () => world().node("Count_Person", { typeOf: "StatisticalVariable" });
    const series = (maker: WorldMaker, ...given: unknown[]) => {
      return () => Reflect.apply(maker.series, maker, given);
    };
    expect(series(variable(), "geoId/06", "Count_Person", points)).toThrow(
      new TypeError(
        "series takes a variable, then an entity: 'Count_Person' is a StatisticalVariable",
      ),
    );
    for (const maker of [
      california(),
      world().node("geoId/06", { containedInPlace: "country/USA" }),
    ]) {
      expect(series(maker, "geoId/06", "Count_Person", points)).toThrow(
        new TypeError("series takes a variable, then an entity: 'geoId/06' is a place"),
      );
    }
    const partners = { sourceCountry: "country/USA", destinationCountry: "Count_Person" };
    expect(series(variable(), "v", partners, points)).toThrow("'Count_Person' is a Stat");
    expect(series(world(), points, "v", "geoId/06")).toThrow(
      new TypeError("a series needs a variable, then an entity, not an object"),
    );
    expect(series(world(), "v", points, "geoId/06")).toThrow(
      new TypeError("a series of 'v' needs an entity, then points, not an object"),
    );
    expect(series(world(), "v", "geoId/06", 2023, 1)).toThrow(
      new TypeError("points of 'v' are an object, as { 2020: 1 }, not 2023"),
    );
  });

  test("takes a series about a variable, and one of a place, where the other argument has its type", async () => {
    const commons = await open(
      california()
        .node("v", { typeOf: "StatisticalVariable" })
        .node("w", { typeOf: "StatisticalVariable" })
        .series("v", "w", { 2023: 1 })
        .place("p", "P", "City")
        .series("p", "geoId/06", { 2023: 2 }),
    );
    expect(commons.latest("v", "w")?.value).toBe(1);
    expect(commons.latest("p", "geoId/06")?.value).toBe(2);
  });
});

describe("rows that code makes", () => {
  const columns = {
    entity: { column: "station", prefix: "station/" },
    date: "day",
    variables: { celsius: { variable: "Mean_Temperature", unit: "Celsius" } },
  } as const;
  const asked = {
    variable: { dcids: ["Mean_Temperature"] },
    entity: { dcids: ["station/a", "station/b"] },
    date: "",
    select: ["variable", "entity", "date", "value"],
  } as const;
  const valuesOf = (commons: Commons) =>
    Object.entries(commons.v2.observation(asked).byVariable!["Mean_Temperature"]!.byEntity!).map(
      ([entity, { orderedFacets }]) => [entity, orderedFacets?.[0]?.observations],
    );
  const rows = [
    { station: "a", day: "2024-01-02", celsius: -1.5 },
    { station: "b", day: "2024-01-02", celsius: "3" },
    { station: "b", day: "2024-01-03", celsius: null },
    { station: "b", day: "2024-01-04", celsius: 4e-7 },
  ];
  const expected = [
    ["station/a", [{ date: "2024-01-02", value: -1.5 }]],
    [
      "station/b",
      [
        { date: "2024-01-02", value: 3 },
        { date: "2024-01-04", value: 4e-7 },
      ],
    ],
  ];
  async function* later() {
    for (const row of rows) yield row;
  }

  test("become observations, from a list and from a generator, of which each is read once", async () => {
    for (const given of [rows, later(), rows.values()]) {
      const written = world().rows(given, columns);
      for (let time = 0; time < 2; time++) {
        expect(valuesOf(await open(written))).toEqual(expected);
      }
    }
  });

  test("of several tables have their own columns, beside files and the option columns", async () => {
    const written = world()
      .rows(later(), columns)
      .rows([{ place: "geoId/06", people: 39 }], {
        entity: "place",
        date: { constant: "2020" },
        variables: { people: "Count_Person" },
      })
      .place("geoId/06", "California", "State");
    const csv = "place;year;cats\ngeoId/06;2021;2\n";
    const commons = await open([written, { "cats.csv": csv }], {
      columns: { entity: "place", date: "year", variables: ["cats"] },
    });
    expect(valuesOf(commons)).toEqual(expected);
    expect(commons.info.observationCount).toBe(5);
    const unread = open(written, { columns: { entity: "x", date: "y", variables: ["z"] } });
    await expect(unread).rejects.toThrow("no table in it has the columns");
  });

  test("hold quotes, commas and line ends, and headings of the dump's own tables", async () => {
    const name = 'A "b", c\nd';
    const entity = { name: "entity", type: "City", create: "city/" };
    const given = [{ entity: name, variable: "Count_Cat", date: 2020, value: 1n }];
    const description = { entity, variable: "variable", date: "date", value: "value" };
    const commons = await open(world().rows(given, description));
    const found = commons.v2.resolve({ nodes: [name], property: "<-description->dcid" });
    expect(found.entities![0]!.candidates).toHaveLength(1);
    expect(commons.info.observationCount).toBe(1);
  });

  test("are numbers with any decimal sign", async () => {
    const given = [
      { station: "a", day: "2024", celsius: 1234.5 },
      { station: "b", day: "2024", celsius: "1.234,5" },
    ];
    const commons = await open(world().rows(given, { ...columns, decimal: "," }));
    expect(valuesOf(commons).map(([, points]) => points)).toEqual([
      [{ date: "2024", value: 1234.5 }],
      [{ date: "2024", value: 1234.5 }],
    ]);
  });

  test.each<[string, unknown, string]>([
    ["a list", [["a", 1]], "world().rows/1.csv:2: a row is an object of cells, not a list of 2"],
    ["a day of no place", [{ a: new Date(0) }], "a cell is a text or a number, not a Date"],
    ["a further cell", [{ a: 1 }, { a: 1, b: 2 }], 'rows/1.csv:3: the first row has no "b"'],
    ["another heading", [{ a: 1 }], "'station'"],
    ["nothing", [], "it is empty"],
  ])("are refused with their place: %s", async (_, given, message) => {
    const opening = open(world().rows(given as never, columns));
    await expect(opening).rejects.toThrow(LoadError);
    await expect(opening).rejects.toThrow(message);
  });

  test("that are none, or whose description is none, are refused", async () => {
    expect(() => world().rows(7 as never, columns)).toThrow("rows needs a list or a generator");
    const opening = open(world().rows([], { entity: "a" } as never));
    await expect(opening).rejects.toThrow("columns needs one of value");
  });

  test("are diagnosed by row and column", async () => {
    const given = [{ ...rows[0], celsius: "warm" }, rows[1]!];
    const { info } = await open(world().rows(given, columns));
    const examples = info.diagnostics.counters.flatMap((counter) => counter.examples);
    expect(examples).toContainEqual(
      expect.objectContaining({ file: "world().rows/1.csv", line: 2, level: "error" }),
    );
  });
});

describe("a series about several entities", () => {
  test("is written by the properties of its variable", async () => {
    const source = world()
      .series("Loans", { donor: "country/USA", recipient: "dcid:odd" }, { 2020: 1, 2021: 2 })
      .series("Loans", { donor: "country/USA", recipient: "country/CAN" }, { 2020: 3 })
      .series("People", { observationAbout: "country/USA" }, { 2020: 4 });
    const { graph, observations } = (await open(source)).engine;
    const all = Array.from({ length: observations.seriesCount }, (_, series) => [
      ...observations.allEntitiesOf(series).map((node) => graph.dictionary.textOf(node)),
      observations.historyOf(series).map(([, value]) => value),
    ]);
    expect(all).toEqual([
      ["country/USA", "dcid:odd", [1, 2]],
      ["country/USA", "country/CAN", [3]],
      ["country/USA", [4]],
    ]);
  });

  test("has one to three, each with a text", () => {
    const four = { a: "1", b: "2", c: "3", d: "4" };
    expect(() => world().series("v", four, {})).toThrow("is about one to 3, not 4 entities");
    expect(() => world().series("v", {}, {})).toThrow("is about one to 3, not 0 entities");
    expect(() => world().series("v", { a: "" }, {})).toThrow("needs an entity");
  });
});
