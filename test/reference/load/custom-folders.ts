/** Loads folders of the official importer's tests, and its recorded tables, as sets of statements. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onDisk } from "../../../src/disk/disk-tree.ts";
import type { Diagnostic } from "../../../src/load/bytes/diagnostics.ts";
import { load } from "../../../src/load/load.ts";
import type { ResolverMaker } from "../../../src/load/statements/entity-questions.ts";
import { entitiesOf } from "../../../src/resolve/entities.ts";
import { WorldBuilder } from "../../../src/world/world.ts";
import { lineOf, RecordingSink } from "../../unit/load/recording-sink.ts";
import { referenceRoot } from "../reference-data.ts";

export const importerData = join(referenceRoot, "data/import/simple/tests/stats/test_data");

export interface Loaded {
  readonly statements: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What stands in for the network: loaded beside a folder, and no part of what it brings. */
const contextFile = "context.mcf";
const contextProvenance = "dc/base/context";

const resolverOver: ResolverMaker = async (fill) => {
  const builder = new WorldBuilder();
  await fill(builder);
  const { world } = builder.freeze();
  return { resolve: ({ property, type, text }) => entitiesOf(world, property, type, text) };
};

/**
 * @param inputs files and folders whose content is put into one folder.
 * @param texts further files of that folder.
 */
export async function loadFolder(
  inputs: readonly string[],
  texts: Readonly<Record<string, string>>,
  context: string,
): Promise<Loaded> {
  const root = mkdtempSync(join(tmpdir(), "custom-"));
  try {
    const folder = join(root, "folder");
    for (const input of inputs) cpSync(join(importerData, input), folder, { recursive: true });
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    writeFileSync(join(root, contextFile), context);
    return await loadPaths([folder, ...(context === "" ? [] : [join(root, contextFile)])]);
  } finally {
    rmSync(root, { recursive: true });
  }
}

export async function loadPaths(paths: readonly string[]): Promise<Loaded> {
  const sink = new RecordingSink();
  const diagnostics: Diagnostic[] = [];
  const onDiagnostic = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
  await load(onDisk(...paths), sink, { onDiagnostic }, undefined, undefined, resolverOver);
  const triples = sink.triples
    .filter(({ provenance }) => provenance !== contextProvenance)
    .map(lineOf);
  const observations = sink.observations.map((observation) => {
    const { variable, entity, date, value, provenance, unit } = observation;
    const { measurementMethod, observationPeriod, scalingFactor } = observation;
    // The importer prints numbers anew.
    const parts = [variable, entity, date, Number(value), provenance, unit, scalingFactor];
    return `observation ${[...parts, measurementMethod, observationPeriod].join("|")}`;
  });
  return { statements: new Set([...triples, ...observations]), diagnostics };
}

/** Statements of one set that the other has not, sorted. */
export function surplus(of: ReadonlySet<string>, over: ReadonlySet<string>): string[] {
  return [...of].filter((statement) => !over.has(statement)).sort();
}
