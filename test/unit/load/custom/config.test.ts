import { describe, expect, test } from "vitest";
import { isCustomConfig, parseConfig } from "../../../../src/load/custom/config.ts";

const parse = (value: unknown) => parseConfig(JSON.stringify(value, undefined, 1), "config.json");

const told = (text: string) =>
  parseConfig(text, "config.json").findings.map(
    ({ level, counter, line, message }) => `${level} ${counter}:${line} ${message()}`,
  );

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
    expect(parse({ inputFiles: {} })).toMatchObject({
      entries: [],
      includesSubfolders: false,
      groupsByProperty: false,
      rootGroupName: "Custom Variables",
      namespace: "custom",
      groupPrefix: "c/g/",
      provenances: [],
      findings: [],
    });
    expect(parse({ inputFiles: {}, customIdNamespace: "ONE" }).groupPrefix).toBe("ONE/g/");
  });

  test("reads variables, types and sources", () => {
    const config = parse({
      inputFiles: {},
      variables: {
        v: {
          name: "V",
          nlSentences: ["n"],
          searchDescriptions: ["s"],
          aggregation: { period: "day" },
        },
      },
      events: { E: { name: "Event" } },
      entities: { __proto__x: {}, ["__proto__"]: { description: "d" } },
      sources: { S: { url: "http://s", provenances: { P: "http://p", Q: "" } } },
    });
    expect(config.variables.get("v")).toMatchObject({
      name: "V",
      searchDescriptions: ["s", "n"],
      period: "day",
    });
    expect(config.events.get("E")).toEqual({ name: "Event", description: "" });
    expect(config.entities.get("__proto__")).toEqual({ name: "__proto__", description: "d" });
    expect(config.provenances).toEqual([
      { name: "P", url: "http://p", source: "S", sourceUrl: "http://s" },
      { name: "Q", url: "", source: "S", sourceUrl: "http://s" },
    ]);
  });
});

describe("what is wrong with a config is reported with its line", () => {
  test.each([
    [
      '{"inputFiles": {\n"a.csv": {\n"formatt": "x"}}}',
      "warning Config_UnknownKey:3 the key 'formatt' of 'a.csv' of inputFiles is not read",
    ],
    [
      '{"inputFiles": {},\n"souces": {}}',
      "warning Config_UnknownKey:2 the key 'souces' of the config is not read",
    ],
    [
      '{"inputFiles": {\n"a.csv": {"importType":\n"stuff"}}}',
      "error Config_BadValue:2 the importType of 'a.csv' is 'stuff'",
    ],
    [
      '{"inputFiles": {"a.csv":\n{"format": "wide"}}}',
      "error Config_BadValue:2 the format of 'a.csv' is 'wide'",
    ],
    [
      '{"inputFiles": {"a.csv":\n{"ignoreColumns": "x"}}}',
      "error Config_BadValue:2 expected a list of texts as 'ignoreColumns'",
    ],
    [
      '{"inputFiles":\n[{"provenance": "dcid:P"}]}',
      "error Config_NoPattern:2 an entry of inputFiles needs a pattern",
    ],
    [
      '{"inputFiles": [\n{"pattern": "../../etc/passwd"}]}',
      "error Config_PathOutside:2 expected a file of this folder in inputFiles, found '../../etc/passwd'",
    ],
    [
      '{"inputFiles": {"a.csv": {},\n"a.csv": {}}}',
      "error Config_DoubledKey:2 the key 'a.csv' of inputFiles is there twice",
    ],
    [
      '{"inputFiles": {\n"a.csv": {"columnMappings": {\n"entitty": "x"}}}}',
      "warning Config_UnknownKey:3 the key 'entitty' of columnMappings is not read",
    ],
    [
      '{"inputFiles": [{"pattern": "a", "columnMappings": {"dcid:value": "v",\n"dcid:unti": "u"}}]}',
      "warning Config_UnknownKey:2 the key 'dcid:unti' of columnMappings makes a dimension of observations; is 'dcid:unit' meant?",
    ],
    [
      '{"inputFiles": [{"pattern": "a", "columnMappings": {\n"Dcid:observatonAboud": "e"}}]}',
      "warning Config_UnknownKey:2 the key 'Dcid:observatonAboud' of columnMappings makes a dimension of observations; is 'dcid:observationAbout' meant?",
    ],
    [
      '{"inputFiles": {},\n"dataDownloadUrl": ["/x"]}',
      "info Config_KeyWithoutEffect:2 'dataDownloadUrl' has no effect",
    ],
    [
      '{"inputFiles": {},\n"variables": {"v": {"aggregation": {"period": "hour"}}}}',
      "error Config_BadValue:2 the period of an aggregation is day, month or year, not 'hour'",
    ],
    [
      '{"inputFiles": {},\n"variables": {"v": {"aggregation": {"method": "sum"}}}}',
      "error Config_BadValue:2 the only method of an aggregation is count, not 'sum'",
    ],
    ['{"includeInputSubdirs": true}', "error Config_NoInputFiles:1 inputFiles is missing"],
    ['{"inputFiles": 5}', "error Config_BadValue:1 expected an object as inputFiles"],
    [
      '{"inputFiles": {},\n"variables": {"v": 1}}',
      "error Config_BadValue:2 expected an object as 'v' of variables",
    ],
  ])("%s", (text, expected) => {
    const findings = told(text);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(new RegExp(`^${expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  });

  test("a huge list is cut and reported", () => {
    const inputFiles = Array.from({ length: 20_001 }, () => ({ pattern: "a" }));
    const config = parseConfig(JSON.stringify({ inputFiles }), "config.json");
    expect(config.entries).toHaveLength(20_000);
    expect(config.findings.map(({ message }) => message())).toEqual([
      "inputFiles has 20001 entries; the first 20000 are read",
    ]);
  });
});
