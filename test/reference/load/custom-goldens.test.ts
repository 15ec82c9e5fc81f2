/**
 * Recorded runs of the official importer over its own test folders: what it wrote into its database
 * against what the folder loads as here. What differs is listed, and the lists are exact.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithReference } from "../reference-data.ts";
import { importerData, loadFolder, loadPaths, surplus } from "./custom-folders.ts";

interface Difference {
  readonly reason: string;
  readonly statements: RegExp;
  readonly count: number;
}

interface GoldenCase {
  readonly inputs: readonly string[];
  /** Of what the config is made, beside the folder's own. */
  readonly config?: string;
  readonly context?: string;
  readonly missing?: readonly Difference[];
  readonly extra?: readonly Difference[];
}

/** What the importer's tests answer in the network's place. */
const countries = Object.entries({
  AFG: "Afghanistan",
  YEM: "Yemen",
  AGO: "Angola",
  ZMB: "Zambia",
  ZWE: "Zimbabwe",
  ALB: "Albania",
  DZA: "Algeria",
  AND: "Andorra",
  ASM: "American Samoa",
  AIA: "Anguilla",
  WLF: "Wallis and Futuna Islands",
  ESH: "Western Sahara",
})
  .map(([code, name]) => `Node: dcid:country/${code}\ntypeOf: Country\nname: "${name}"\n`)
  .concat('Node: dcid:country/USA\nwikidataId: "Q30"\n')
  .concat('Node: dcid:country/IND\nwikidataId: "Q668"\n')
  .join("\n");

const fakes = Object.entries({ 1: "FakeType1", 2: "FakeType2", 3: "FakeType2", 4: "FakeType1" })
  .map(([number, type]) => `Node: dcid:country/FAKE${number}\ntypeOf: dcs:${type}\n`)
  .join("\n");

const typesOfTheGraph = (count: number): Difference => ({
  reason: "the importer copies types that it asks the network for; here the graph has them itself",
  statements: /^country\/FAKE\d typeOf FakeType\d$/,
  count,
});

const documentedMcf = (statements: RegExp, count: number): Difference => ({
  reason:
    "this config is in the documented dialect, in which MCF files belong to the folder; only the newest importer wants a pattern for them",
  statements,
  count,
});

const cases: Readonly<Record<string, GoldenCase>> = {
  input_dir_driven: { inputs: ["runner/input/input_dir_driven"], context: countries },
  config_driven: {
    inputs: ["runner/input/config_driven"],
    config: "config_driven",
    context: countries,
  },
  config_with_wildcards: {
    inputs: ["runner/input/config_with_wildcards"],
    config: "config_with_wildcards",
    context: countries,
  },
  with_subdirs_included: {
    inputs: ["runner/input/with_subdirs"],
    config: "config_include_subdirs",
    context: countries,
  },
  with_subdirs_excluded: {
    inputs: ["runner/input/with_subdirs"],
    config: "config_exclude_subdirs",
    context: countries,
  },
  input_dir_driven_with_existing_old_schema_data: {
    inputs: ["runner/input/input_dir_driven_with_existing_old_schema_data"],
    context: countries,
  },
  remote_entity_types: {
    inputs: ["runner/input/remote_entity_types"],
    context: fakes,
    missing: [typesOfTheGraph(4)],
    extra: [
      {
        reason: "the entityType of the config, which the importer drops for what the network says",
        statements: /^country\/FAKE[12] typeOf Country$/,
        count: 2,
      },
    ],
  },
  namespace_prefixes: {
    inputs: ["runner/input/namespace_prefixes"],
    context: fakes,
    missing: [typesOfTheGraph(3)],
    extra: [documentedMcf(/^sv(?:_fe|_)?(?:male)? /, 15)],
  },
  sv_nl_sentences: {
    inputs: ["runner/input/sv_nl_sentences"],
    extra: [documentedMcf(/^(?:var|topic)[12] /, 14)],
  },
  topic_nl_sentences: {
    inputs: ["runner/input/topic_nl_sentences"],
    extra: [documentedMcf(/^(?:(?:var|topic)[12]|svpg1) /, 21)],
  },
  generate_svg_hierarchy: {
    inputs: ["runner/input/generate_svg_hierarchy"],
    extra: [
      documentedMcf(/^(?:some_var|Person\w+Vertical)\S* (?!memberOf)/, 23),
      {
        reason: "the groups of these variables, as importers made them that still did",
        statements: /^c\/g\/Person|^some_var\S* memberOf /,
        count: 44,
      },
    ],
  },
};

const goldenOf = (name: string) => join(importerData, "runner/expected", name, "datacommons.sql");

/** Rows of a dump's two tables, each once; a triple without an object says nothing. */
function rowsOf(file: string): Set<string> {
  const rows = readFileSync(file, "utf8").match(
    /^INSERT INTO "(?:triples|observations)".*(?<!,'','')\);$/gm,
  );
  return new Set(rows);
}

function check(found: readonly string[], differences: readonly Difference[] = []): void {
  for (const { reason, statements, count } of differences) {
    expect(
      found.filter((statement) => statements.test(statement)),
      reason,
    ).toHaveLength(count);
  }
  const isListed = (statement: string) =>
    differences.some(({ statements }) => statements.test(statement));
  expect(found.filter((statement) => !isListed(statement))).toEqual([]);
}

describeWithReference("a custom folder", () => {
  test.each(Object.entries(cases))("%s", async (name, golden) => {
    const { inputs, config, context = "", missing, extra } = golden;
    const texts =
      config === undefined
        ? {}
        : {
            "config.json": readFileSync(
              join(importerData, "runner/config", `${config}.json`),
              "utf8",
            ),
          };
    const { statements } = await loadFolder(inputs, texts, context);
    const recorded = (await loadPaths([goldenOf(name)])).statements;
    expect(recorded.size).toBe(rowsOf(goldenOf(name)).size);
    check(surplus(recorded, statements), missing);
    check(surplus(statements, recorded), extra);
  });

  test("that lists no files has nothing to load, where the importer writes its defaults", async () => {
    const empty = loadFolder(
      ["runner/input/config_driven"],
      { "config.json": '{"inputFiles": {}}' },
      "",
    );
    await expect(empty).rejects.toThrow("there is nothing to load");
    const { statements } = await loadPaths([goldenOf("empty")]);
    expect([...statements].sort()).toEqual([
      'c/p/default name "Custom Import"',
      "c/p/default source c/s/default",
      "c/p/default typeOf Provenance",
      'c/p/default url "custom-import"',
      'c/s/default name "Custom Data Commons"',
      "c/s/default typeOf Source",
    ]);
  });
});

describeWithReference("a recorded dump", () => {
  test("of an empty database has no statements", async () => {
    const { statements, diagnostics } = await loadPaths([goldenOf("empty_initialized_db")]);
    expect(statements.size).toBe(0);
    expect(diagnostics.map(({ counter }) => counter)).toEqual(["Dump_NoRows"]);
  });

  test("is the same before and after an update of its schema", async () => {
    const before = join(
      importerData,
      "runner/input/schema_update_only/sqlite_old_schema_populated.sql",
    );
    const { statements } = await loadPaths([before]);
    expect(statements).toEqual((await loadPaths([goldenOf("schema_update_only")])).statements);
    expect(statements.size).toBe(8);
  });

  test.each([
    "runner/input/input_dir_driven_with_existing_old_schema_data/sqlite_old_schema_populated.sql",
    "db/input/sqlite_old_schema_populated.sql",
  ])("%s is what the importer exports of it", async (name) => {
    const { statements } = await loadPaths([join(importerData, name)]);
    const exported = await loadPaths([join(importerData, "db/expected")]);
    const withoutProvenance = (lines: ReadonlySet<string>) =>
      [...lines].map((line) => line.replace(/\|(?:p1|dc\/base\/\w+)\|/, "||")).sort();
    expect(withoutProvenance(statements)).toEqual(withoutProvenance(exported.statements));
  });

  test("of the current schema", async () => {
    const name = "db/input/sqlite_current_schema_populated.sql";
    const { statements, diagnostics } = await loadPaths([join(importerData, name)]);
    expect([...statements].sort()).toEqual([
      'dc/o/lfnjl8v0s1x94 prop1 "val1"',
      "observation v1|e3|2023|789|p1|USD|||",
      "observation v4|e4|2022|654|p4||||",
      'sub2 name "name2"',
      "sub2 typeOf StatisticalVariable",
      'sub3 name "name3"',
      'sub3 pred3 "objval3"',
      "sub3 typeOf StatisticalVariable",
    ]);
    expect(diagnostics.map(({ counter }) => counter)).toEqual([
      "Sanity_UnexpectedPropInStatVarObservation",
      "Dump_Bookkeeping",
      "Dump_Bookkeeping",
    ]);
  });
});
