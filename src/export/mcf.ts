/**
 * The graph as MCF, one file per provenance, with a manifest that says so, and the observations as a
 * table beside it: a node of MCF cannot say everything that makes a facet.
 */

import type { Graph, TermId } from "../store/index.ts";
import type { World } from "../world/index.ts";
import { type ExportedFile, manifestFile } from "./manifest.ts";
import { mcfNodeName, mcfProperty, mcfValue } from "./mcf-text.ts";
import type { Omissions } from "./omissions.ts";
import { firstNameRow, provenanceDcids } from "./statements.ts";
import { observationsTable } from "./tables.ts";

export function mcfFiles(world: World, omissions: Omissions): ExportedFile[] {
  const { graph } = world;
  const dcids = provenanceDcids(graph);
  const writer = new McfWriter(graph, omissions);
  const graphFiles = [
    // The name that answers show is the one that is loaded first.
    ...provenancesOfFirstNames(graph).map((number) => ({
      provenanceId: dcids[number]!,
      name: `names-${number}.mcf`,
      lines: () => writer.firstNames(number),
    })),
    ...provenancesInUse(graph).map((number) => ({
      provenanceId: dcids[number]!,
      name: `graph-${number}.mcf`,
      lines: () => writer.triples(number),
    })),
  ];
  const hasObservations = world.observations.pointCount > 0;
  const table = { name: "observations.csv", lines: () => observationsTable(world, omissions) };
  const manifest = manifestFile({
    graph: graphFiles.map(({ name, provenanceId }) => ({ file: name, provenanceId })),
    ...(hasObservations ? { observations: table.name } : {}),
  });
  return [...graphFiles, ...(hasObservations ? [table] : []), manifest];
}

class McfWriter {
  readonly #graph: Graph;
  readonly #omissions: Omissions;
  readonly #predicates: readonly string[];

  constructor(graph: Graph, omissions: Omissions) {
    this.#graph = graph;
    this.#omissions = omissions;
    this.#predicates = Array.from(graph.predicates, (node) => graph.dictionary.textOf(node));
  }

  /** Of the nodes whose first name is not their first in byte order, that name. */
  *firstNames(provenance: number): Generator<string> {
    const { dictionary, out } = this.#graph;
    for (let subject = 0; subject < dictionary.nodeCount; subject++) {
      const row = firstNameRow(this.#graph, subject);
      if (row >= 0 && out.provenances[row] === provenance) yield* this.#block(subject, [row]);
    }
  }

  /** A block per subject that has rows with this provenance. */
  *triples(provenance: number): Generator<string> {
    const { dictionary, out } = this.#graph;
    for (let subject = 0; subject < dictionary.nodeCount; subject++) {
      const { start, end } = out.rows(subject);
      const rows: number[] = [];
      for (let row = start; row < end; row++) {
        if (out.provenances[row] === provenance) rows.push(row);
      }
      if (rows.length > 0) yield* this.#block(subject, rows);
    }
  }

  *#block(subject: TermId, rows: readonly number[]): Generator<string> {
    const dcid = this.#graph.dictionary.textOf(subject);
    const name = mcfNodeName(dcid);
    const lines = rows.map((row) => this.#line(dcid, row, name === undefined)).join("");
    if (lines !== "") yield `Node: ${name}\n${lines}\n`;
  }

  /** Empty for what MCF cannot say. */
  #line(subject: string, row: number, isNameless: boolean): string {
    const { dictionary, out } = this.#graph;
    const predicate = this.#predicates[out.predicates[row]!]!;
    const object = out.terms[row]!;
    const text = dictionary.textOf(object);
    const value = mcfValue(predicate, text, dictionary.isNode(object));
    if (!isNameless && value !== undefined && mcfProperty(predicate)) {
      return `${predicate}: ${value}\n`;
    }
    this.#omissions.add("MCF cannot write it", `${subject} ${predicate} ${text}`);
    return "";
  }
}

function provenancesInUse(graph: Graph): number[] {
  const used = new Uint8Array(graph.provenances.length);
  for (const number of graph.out.provenances) used[number] = 1;
  return [...used.keys()].filter((number) => used[number] === 1);
}

function provenancesOfFirstNames(graph: Graph): number[] {
  const found = new Set<number>();
  for (let subject = 0; subject < graph.dictionary.nodeCount; subject++) {
    const row = firstNameRow(graph, subject);
    if (row >= 0) found.add(graph.out.provenances[row]!);
  }
  return [...found].sort((a, b) => a - b);
}
