import { describe, expect, test } from "vitest";
import { isCustomConfig, parseConfig } from "../../../../src/load/custom/config.ts";

const parse = (value: unknown) => parseConfig(JSON.stringify(value, undefined, 1), "config.json");

describe("the dialect of a config", () => {
  test("is the documented one for files by name", () => {
    const { dialect, entries } = parse({
      inputFiles: { "a.csv": { entityType: "Country", columnMappings: { entity: "Where" } } },
    });
    expect(dialect).toBe("documented");
    expect(entries).toMatchObject([
      { pattern: "a.csv", importType: "observations", form: undefined, entityType: "Country" },
    ]);
    expect(entries[0]?.mappings).toMatchObject([{ key: "entity", column: "Where" }]);
  });

  test.each([
    { columnMappings: { "dcid:observationAbout": "place" } },
    { columnMappings: { entity: "place", "dcid:value": "n" } },
    { columnsToResolve: ["place"] },
  ])("is the importer's for %j", (entry) => {
    expect(parse({ inputFiles: { "a.csv": entry } }).dialect).toBe("importer");
  });

  test("is the platform's for a list", () => {
    const { dialect, entries } = parse({
      inputFiles: [{ pattern: "*.csv", provenance: "dcid:P" }, { filename: "b.mcf" }],
      includeInputSubdirs: "true",
    });
    expect(dialect).toBe("platform");
    expect(entries.map(({ pattern }) => pattern)).toEqual(["*.csv", "b.mcf"]);
  });
});

test("a key whose value is null says nothing", () => {
  const { entries, findings } = parse({ inputFiles: { "a.csv": { entityType: null } } });
  expect(findings).toEqual([]);
  expect(entries).toMatchObject([{ entityType: "" }]);
});

describe("a key that is not a known one", () => {
  test("names a dimension of the newer dialects", () => {
    const columnMappings = { "dcid:destination": "a", "dcid:state": "b", "x:date": "c" };
    const config = parse({ inputFiles: [{ pattern: "a.csv", columnMappings }] });
    expect(config.findings).toEqual([]);
    expect(config.entries[0]?.mappings).toHaveLength(3);
  });
});

describe("a config", () => {
  test("is known by keys that nothing else has", () => {
    expect(isCustomConfig('{"inputFiles": {}}')).toBe(true);
    expect(isCustomConfig('{"inputfiles": {}}')).toBe(true);
    expect(isCustomConfig('{"name": "something", "sources": []}')).toBe(false);
    const nearly = ["input_files", "Input-File", "input files", "INPUTFILE"];
    const marks = ["includeInputSubdirs", "GROUPSTATVARSBYPROPERTY", "customidnamespace"];
    for (const key of [...nearly, ...marks]) {
      expect([key, isCustomConfig(`{"other": 1, "${key}": 1}`)]).toEqual([key, true]);
    }
    for (const key of ["input__files", "inputs", "files"]) {
      expect([key, isCustomConfig(`{"other": 1, "${key}": 1}`)]).toEqual([key, false]);
    }
  });

  test("that forgets inputFiles is known by what else it says, if all of that is ours", () => {
    expect(isCustomConfig('{"variables": {}, "database": {}}')).toBe(true);
    expect(isCustomConfig('\ufeff{"sources": {}}')).toBe(true);
    expect(isCustomConfig('{"database": {}}')).toBe(false);
    expect(isCustomConfig('{"variables": {}, "port": 80}')).toBe(false);
    expect(isCustomConfig('{"variables": {}')).toBe(false);
    expect(isCustomConfig('{"toString": 1, "variables": {}}')).toBe(false);
    expect(isCustomConfig('["variables"]')).toBe(false);
  });

  test("has defaults for all that it does not say", () => {
    expect(parse({ inputFiles: {} })).toEqual({
      path: "config.json",
      dialect: "documented",
      entries: [],
      refused: [],
      includesSubfolders: false,
      variables: new Map(),
      hasFields: false,
      events: new Map(),
      entities: new Map(),
      provenances: [],
      groupsByProperty: false,
      verticalSpecs: "",
      rootGroupName: "Custom Variables",
      namespace: "custom",
      groupPrefix: "c/g/",
      hiddenProperties: [],
      findings: [],
    });
    expect(parse({ inputFiles: {}, customIdNamespace: "ONE" })).toMatchObject({
      namespace: "ONE",
      groupPrefix: "ONE/g/",
    });
  });

  test("says where its groups and files are", () => {
    const said = {
      includeInputSubdirs: "true",
      groupStatVarsByProperty: true,
      verticalSpecsFile: "specs.json",
      defaultCustomRootStatVarGroupName: "Ours",
      customIdNamespace: "ONE",
      customSvgPrefix: "two/",
      svHierarchyPropsBlocklist: ["a", "b"],
    };
    expect(parse({ inputFiles: {}, ...said })).toMatchObject({
      includesSubfolders: true,
      groupsByProperty: true,
      verticalSpecs: "specs.json",
      rootGroupName: "Ours",
      namespace: "ONE",
      groupPrefix: "two/",
      hiddenProperties: ["a", "b"],
      findings: [],
    });
  });

  test("has entries with defaults, and the lines of what they say", () => {
    const none = {
      pattern: "a.csv",
      line: 3,
      importType: "observations",
      form: undefined,
      entityType: "",
      entityTypeLine: 3,
      provenance: "",
      provenanceLine: 3,
      mappings: [],
      ignoredColumns: [],
      entityColumns: [],
      observationProperties: new Map(),
      observationPropertiesLine: 3,
      eventType: "",
      rowEntityType: "",
      idColumn: "",
      computedVariables: [],
    };
    expect(parse({ inputFiles: { "a.csv": {} } }).entries).toEqual([none]);
    const whole = {
      importType: "variables",
      format: "variablePerRow",
      entityType: "dcs:Country",
      provenance: "dcid:P",
      columnMappings: { entity: "where", "dcid:date": "when" },
      ignoreColumns: ["i"],
      entityColumns: ["e"],
      columnsToResolve: ["r"],
      observationProperties: { unit: "u" },
      eventType: "dcs:E",
      rowEntityType: "dcs:R",
      idColumn: "id",
      computedVariables: ["c"],
      importName: "I",
    };
    expect(parse({ inputFiles: { "a.csv": whole } }).entries).toEqual([
      {
        pattern: "a.csv",
        line: 3,
        importType: "observations",
        form: "variablePerRow",
        entityType: "Country",
        entityTypeLine: 6,
        provenance: "dcid:P",
        provenanceLine: 7,
        mappings: [
          { key: "entity", column: "where", line: 9 },
          { key: "dcid:date", column: "when", line: 10 },
        ],
        ignoredColumns: ["i"],
        entityColumns: ["e", "r"],
        observationProperties: new Map([["unit", "u"]]),
        observationPropertiesLine: 21,
        eventType: "dcs:E",
        rowEntityType: "dcs:R",
        idColumn: "id",
        computedVariables: ["c"],
      },
    ]);
  });

  test.each([
    [{}, "observations"],
    [{ eventType: "E" }, "events"],
    [{ rowEntityType: "R" }, "entities"],
    [{ eventType: "E", rowEntityType: "R" }, "events"],
    [{ importType: "observations", eventType: "E" }, "observations"],
    [{ importType: "variables", rowEntityType: "R" }, "observations"],
    [{ importType: "events" }, "events"],
    [{ importType: "entities" }, "entities"],
  ])("has entries of a type, which may follow from what they say: %j", (entry, expected) => {
    const { entries, findings } = parse({ inputFiles: { "a.csv": entry } });
    expect([entries[0]?.importType, findings]).toEqual([expected, []]);
  });

  test("leaves out mappings under keys that it does not know, and turns those that are turned around", () => {
    const mappingsOf = (columnMappings: object) =>
      parse({ inputFiles: { "a.csv": { columnMappings } } }).entries[0]?.mappings;
    expect(mappingsOf({ entitty: "x", date: "y" })).toEqual([
      { key: "date", column: "y", line: 6 },
    ]);
    expect(mappingsOf({ when: "date", n: "value", x: "y" })).toEqual([
      { key: "date", column: "when", line: 5 },
      { key: "value", column: "n", line: 6 },
    ]);
  });

  test("keeps the names of entries that it cannot read", () => {
    const { entries, refused } = parse({
      inputFiles: { "a.csv": { importType: "none" }, "../b.csv": {}, "c.csv": {} },
    });
    expect(refused).toEqual(["a.csv", "../b.csv"]);
    expect(entries.map(({ pattern }) => pattern)).toEqual(["c.csv"]);
  });

  test("reads variables, types and sources", () => {
    const config = parse({
      inputFiles: {},
      variables: {
        v: {
          name: "V",
          nlSentences: ["n"],
          searchDescriptions: ["s"],
          description: "D",
          group: "G/H",
          properties: { p: "q" },
          aggregation: { period: "day" },
          unit: "dcs:Percent",
          scalingFactor: 100,
        },
        w: {},
      },
      events: { E: { name: "Event" } },
      entities: { __proto__x: {}, ["__proto__"]: { description: "d" } },
      sources: { S: { url: "http://s", provenances: { P: "http://p", Q: "" } } },
    });
    expect([...config.variables]).toEqual([
      [
        "v",
        {
          name: "V",
          description: "D",
          searchDescriptions: ["s", "n"],
          group: "G/H",
          properties: new Map([["p", "q"]]),
          facet: new Map([
            ["unit", "Percent"],
            ["scalingFactor", "100"],
          ]),
          facetLines: new Map([
            ["scalingFactor", 21],
            ["unit", 20],
          ]),
          period: "day",
          line: 4,
        },
      ],
      [
        "w",
        {
          name: "w",
          description: "",
          searchDescriptions: [],
          group: "",
          properties: new Map(),
          facet: new Map(),
          facetLines: new Map(),
          period: "year",
          line: 23,
        },
      ],
    ]);
    expect(config.hasFields).toBe(true);
    expect(config.events.get("E")).toEqual({ name: "Event", description: "" });
    expect(config.entities.get("__proto__")).toEqual({ name: "__proto__", description: "d" });
    expect(config.provenances).toEqual([
      { name: "P", url: "http://p", source: "S", sourceUrl: "http://s" },
      { name: "Q", url: "", source: "S", sourceUrl: "http://s" },
    ]);
  });
});
