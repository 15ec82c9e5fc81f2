/** The official importer's recorded tables for one file each, and its groups of variables. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileOnDisk, onDisk } from "../../../src/disk/disk-tree.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import {
  type GroupedVariable,
  PropertyGroups,
  readVerticalSpecs,
} from "../../../src/load/custom/folder-variables.ts";
import { load } from "../../../src/load/load.ts";
import { Statements } from "../../../src/load/statements/statements.ts";
import { RecordingSink } from "../../unit/load/recording-sink.ts";
import { describeWithReference } from "../reference-data.ts";
import { importerData, loadFolder, loadPaths, surplus } from "./custom-folders.ts";

interface TableCase {
  readonly inputs: readonly string[];
  /** Recorded tables. */
  readonly expected: readonly string[];
  /** Files of the folder that the case is not about. */
  readonly without?: readonly string[];
  /** What one file's record cannot have: the nodes that a whole import makes. */
  readonly beyond?: RegExp;
}

const nodesOfAnImport =
  /^(?:c\/[psg]\/|var[12] |(?:multi|single)|input\.csv |provenance\/|source\/)|^country\/\w+ typeOf /;

const cases: Readonly<Record<string, TableCase>> = {
  countryalpha3codes: {
    inputs: ["observations_importer/input/countryalpha3codes"],
    expected: ["observations_importer/expected/countryalpha3codes/observations.db.csv"],
    beyond: nodesOfAnImport,
  },
  obs_props: {
    inputs: ["observations_importer/input/obs_props"],
    expected: ["observations_importer/expected/obs_props/observations.db.csv"],
    beyond: nodesOfAnImport,
  },
  "events without ids": {
    inputs: ["events_importer/input"],
    without: ["idcolumns.csv"],
    expected: [
      "events_importer/expected/countryalpha3codes.triples.db.csv",
      "events_importer/expected/countryalpha3codes.observations.db.csv",
    ],
  },
  "events with ids": {
    inputs: ["events_importer/input"],
    without: ["countryalpha3codes.csv"],
    expected: [
      "events_importer/expected/idcolumns.triples.db.csv",
      "events_importer/expected/idcolumns.observations.db.csv",
    ],
  },
  "entities without ids": {
    inputs: ["entities_importer/input"],
    without: ["with_id_column.csv", "with_entity_columns.csv"],
    expected: ["entities_importer/expected/without_id_column.triples.db.csv"],
  },
  "entities with ids": {
    inputs: ["entities_importer/input"],
    without: ["without_id_column.csv", "with_entity_columns.csv"],
    expected: ["entities_importer/expected/with_id_column.triples.db.csv"],
  },
  "entities that refer to others": {
    inputs: ["entities_importer/input"],
    without: ["without_id_column.csv", "with_id_column.csv"],
    expected: ["entities_importer/expected/with_entity_columns.triples.db.csv"],
  },
  ...Object.fromEntries(
    [
      "multi_entity_custom_dimensions",
      "multi_entity_with_primary",
      "single_entity_official_keys",
    ].map((name): [string, TableCase] => [
      name,
      {
        inputs: [`variable_per_row_importer/input/${name}`],
        expected: [`variable_per_row_importer/expected/${name}/observations.db.csv`],
        beyond: nodesOfAnImport,
      },
    ]),
  ),
};

describeWithReference("a table of a custom folder", () => {
  test.each(Object.entries(cases))("%s", async (_name, { inputs, expected, without, beyond }) => {
    const blanks = Object.fromEntries((without ?? []).map((name) => [name, "\n"]));
    const { statements } = await loadFolder(inputs, blanks, "");
    const recorded = new Set<string>();
    for (const table of expected) {
      for (const statement of (await loadPaths([join(importerData, table)])).statements) {
        // The tests of single files name them from the folder above.
        recorded.add(
          statement.replace(/\|(?:countryalpha3codes|obs_props)\/input\.csv\|/, "|input.csv|"),
        );
      }
    }
    expect(recorded.size).toBeGreaterThan(1);
    expect(surplus(recorded, statements)).toEqual([]);
    const more = surplus(statements, recorded);
    expect(more.filter((statement) => beyond?.test(statement) !== true)).toEqual([]);
  });

  test.each(["basic_mcf", "provenance_source"])("%s.mcf", async (name) => {
    const { statements } = await loadPaths([join(importerData, `mcf_importer/input/${name}.mcf`)]);
    const table = join(importerData, `mcf_importer/expected/${name}.triples.db.csv`);
    expect(statements).toEqual((await loadPaths([table])).statements);
    expect(statements.size).toBeGreaterThan(6);
  });
});

const hierarchies = join(importerData, "stat_var_hierarchy_generator");

describeWithReference("groups of variables", () => {
  test.each([
    "basic",
    "two_related_svs",
    "three_unrelated_svs",
    "svs_with_mprops",
    "verticals",
    "schema_names",
    "main",
  ])("%s", async (name) => {
    const names: Readonly<Record<string, string>> =
      name === "schema_names" ? json("input/schema_names.schema_names.json") : {};
    const path = join(hierarchies, "input/verticals.vertical_specs.json");
    const specs = fileOnDisk(path, 0);
    const groups = new PropertyGroups({
      prefix: "c/g/",
      specs: name === "verticals" ? await readVerticalSpecs(specs, new DiagnosticLog()) : [],
      hidden: [],
      nameOf: (dcid) => names[dcid],
      provenance: "",
    });
    for (const variable of await variablesOf(name)) expect(groups.add(variable)).toBe(true);
    const sink = new RecordingSink();
    groups.write(new Statements(sink));
    const recorded = await loadPaths([join(hierarchies, `expected/${name}_triples.csv`)]);
    expect(new Set(sink.lines)).toEqual(recorded.statements);
  });
});

function json(path: string): Record<string, string> {
  return JSON.parse(readFileSync(join(hierarchies, path), "utf8")) as Record<string, string>;
}

/** Variables of one of the generator's inputs, which are triples or MCF. */
async function variablesOf(name: string): Promise<GroupedVariable[]> {
  const sink = new RecordingSink();
  await load(onDisk(join(hierarchies, `input/${name}.${name === "main" ? "mcf" : "csv"}`)), sink);
  const nodes = new Map<string, Map<string, string>>();
  for (const { subject, predicate, object } of sink.triples) {
    const properties = nodes.get(subject) ?? new Map<string, string>();
    nodes.set(subject, properties.set(predicate, object));
  }
  return [...nodes]
    .filter(([, properties]) => properties.get("typeOf") === "StatisticalVariable")
    .map(([dcid, properties]) => ({
      dcid,
      populationType: properties.get("populationType") ?? "",
      measuredProperty: properties.get("measuredProperty") ?? "",
      properties,
    }));
}
