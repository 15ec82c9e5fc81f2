/**
 * The graph as MCF, one file per provenance, with a manifest that names the provenances.
 * Observations are a table: a node of MCF cannot hold all fields of a facet.
 */

import { isReferenceProperty, trim } from "../load/values/mcf-value.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { observationsTable } from "./csv-tables.ts";
import {
  type ExportFile,
  fileOf,
  manifestFile,
  type Omissions,
  tableFile,
} from "./exported-files.ts";
import { firstNameRow, provenanceDcids } from "./world-statements.ts";

export function mcfFiles(world: World, omissions: Omissions): ExportFile[] {
  const { graph } = world;
  const dcids = provenanceDcids(graph);
  const writer = new McfWriter(graph, omissions);
  const graphFiles = [
    // Answers show the name that is loaded first.
    ...provenancesOfFirstNames(graph).map((number) => ({
      provenanceId: dcids[number]!,
      file: fileOf(`names-${number}.mcf`, () => writer.firstNames(number)),
    })),
    ...provenancesInUse(graph).map((number) => ({
      provenanceId: dcids[number]!,
      file: fileOf(`graph-${number}.mcf`, () => writer.triples(number)),
    })),
  ];
  const files = graphFiles.map(({ file }) => file);
  const manifest = graphFiles.map(({ file, provenanceId }) => ({ file: file.name, provenanceId }));
  if (world.observations.pointCount === 0) return [...files, manifestFile({ graph: manifest })];
  const table = tableFile("observations.csv", () => observationsTable(world, omissions));
  return [...files, table, manifestFile({ graph: manifest, observations: table.name })];
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

  /** Names of the nodes that do not have their names in byte order: of each the first one. */
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

  /** Empty for a statement that MCF cannot write. */
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

/** They end a line, or stand in no text file. */
const neverInLine = /[\n\r\0]/;
/** A backslash escapes the next character, also the quote that should close the value. */
const escapedQuote = /\\(?:"|$)/;
/**
 * Outside of quotes, a comma ends a value. The other two change the meaning of the text after them.
 */
const special = /[",\\]/;
/** A node of this type is read as an observation. */
const observationType = "StatVarObservation";

/** A value as MCF writes it; undefined where MCF cannot (behaviour: inputs 2.3). */
export function mcfValue(property: string, text: string, isNode: boolean): string | undefined {
  if (neverInLine.test(text)) return undefined;
  const isReference = isReferenceProperty(property);
  if (!isNode) return isReference ? undefined : quoted(text);
  if (text === "" || trim(text) !== text) return undefined;
  if (property === "typeOf" && text === observationType) return undefined;
  if (!special.test(text)) return `dcid:${text}`;
  // In quotes only the properties that are always references stay references.
  return isReference ? quoted(`dcid:${text}`) : undefined;
}

function quoted(text: string): string | undefined {
  return escapedQuote.test(text) ? undefined : `"${text.replaceAll('"', '\\"')}"`;
}

/** Whether the text can stand before the colon of a line. */
export function mcfProperty(property: string): boolean {
  if (property !== trim(property) || property === "" || /[:\n\r\0]/.test(property)) return false;
  if (["Node", "Context", "dcid"].includes(property)) return false;
  return !(property.startsWith("#") || property.startsWith("//"));
}

/** The text after `Node:`; undefined where MCF cannot write the dcid. */
export function mcfNodeName(dcid: string): string | undefined {
  if (dcid === "" || trim(dcid) !== dcid || /[,\n\r\0]/.test(dcid)) return undefined;
  return `dcid:${dcid}`;
}
