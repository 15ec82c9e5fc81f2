/**
 * What follows from the header for columns that are not read yet: their lengths, and limits of the
 * numbers in some of them. A forged snapshot may have right checksums: these checks keep a reader
 * from loops and arrays that are longer than its sections.
 */

import type { SectionTable, WorldContents } from "../snapshot/index.ts";
import type { Column } from "../store/index.ts";

const anyType = ["u8", "u16", "u32", "i8", "i16", "i32", "f64"] as const;
const idTypes = ["u8", "u16", "u32"] as const;
/** Texts of a block: one number holds the offset of the first. */
const textsPerBlock = 16;

/** A column of offsets into another column. Offsets never descend. */
export interface Offsets {
  /** Rows from one offset to the next. */
  readonly stride: number;
  /** Rows of the other column. */
  readonly most: number;
}

/**
 * Compares the lengths of sections with the numbers of the header. Reads nothing.
 * @throws SnapshotError `damaged`
 */
export function checkLengths(sections: SectionTable, contents: WorldContents): void {
  const { graph, observations } = contents;
  const { nodeCount: nodes, literalCount: literals, tripleCount: triples } = graph;
  const { variableCount, entityCount, seriesCount, dateCount } = observations;
  const words = Math.ceil(nodes / 32);
  const lengths: Readonly<Record<string, number>> = {
    ...textLengths("dictionary.nodes", nodes),
    ...textLengths("dictionary.literals", literals),
    "graph.out.offsets": nodes + 1,
    "graph.in.offsets": nodes + literals + 1,
    "graph.names": nodes,
    "graph.typeSets": nodes,
    "observations.variables": variableCount,
    "observations.variableOffsets": variableCount + 1,
    "observations.seriesEntities": seriesCount,
    "observations.seriesRecords": seriesCount * strideOf(contents) + 1,
    "observations.variablePositions.bits": words,
    "observations.variablePositions.before": words,
    "observations.entityPositions.bits": words,
    "observations.entityPositions.before": words,
    "observations.entityOffsets": entityCount + 1,
    ...textLengths("observations.dates", dateCount),
  };
  for (const [name, length] of Object.entries(lengths)) {
    sections.rows(name, name.endsWith(".lengths") ? ["u8"] : idTypes, length);
  }
  for (const side of ["graph.out", "graph.in"]) {
    for (const part of ["predicates", "terms", "provenances"]) {
      sections.rows(`${side}.${part}`, idTypes, triples);
    }
  }
  const points = valueNames.reduce((sum, name) => sum + sections.rows(name, anyType).length, 0);
  if (points === observations.pointCount) return;
  const last = sections.rows(valueNames.at(-1) as string, anyType);
  throw last.wrong(0, `there are ${points} values of ${observations.pointCount} points`);
}

/** The columns of offsets by their names. */
export function offsetsIn(
  sections: SectionTable,
  contents: WorldContents,
): ReadonlyMap<string, Offsets> {
  const known = new Map<string, Offsets>();
  for (const [name, target] of Object.entries(targets)) {
    if (!(sections.has(name) && sections.has(target))) continue;
    known.set(name, { stride: 1, most: sections.rows(target, anyType).length });
  }
  const most = contents.observations.pointCount;
  known.set("observations.seriesRecords", { stride: strideOf(contents), most });
  return known;
}

/**
 * The first row of [start, end) with an impossible offset; -1 when there is none.
 * @param isHere whether all rows were read: rows that were not may be zeros, which descend
 */
export function wrongOffset(
  rows: Column,
  start: number,
  end: number,
  { stride, most }: Offsets,
  isHere: boolean,
): number {
  let before = 0;
  for (let row = Math.ceil(start / stride) * stride; row < end; row += stride) {
    const offset = rows[row] as number;
    if (offset > most || (isHere && offset < before)) return row;
    before = offset;
  }
  return -1;
}

/** By column of offsets: the column that it leads into. */
const targets: Readonly<Record<string, string>> = {
  "graph.out.offsets": "graph.out.terms",
  "graph.in.offsets": "graph.in.terms",
  "graph.predicateOffsets": "graph.out.terms",
  "graph.typeSets.offsets": "graph.typeSets.terms",
  "far.leads.offsets": "far.leads.subjects",
  "far.search.starts": "far.search.rows",
  "observations.variableOffsets": "observations.seriesEntities",
  "observations.entityOffsets": "observations.entityVariables",
};

const valueNames = [8, 16, 32, 64].map((bits) => `observations.values${bits}`);

function textLengths(name: string, texts: number): Record<string, number> {
  return {
    [`${name}.lengths`]: texts,
    [`${name}.blocks`]: Math.ceil(texts / textsPerBlock),
  };
}

/** Number of words in the record of a series. */
function strideOf({ observations }: WorldContents): number {
  const { kindWord, valueWord } = observations.seriesLayout;
  return Math.max(kindWord, valueWord) + 1;
}
