/**
 * What the header tells of columns that are not here: how long they are, and what the numbers in some
 * of them cannot exceed. Whoever forges a snapshot writes right checksums; nothing may be made or gone
 * through in numbers that its sections do not have.
 */

import type { SectionTable, WorldContents } from "../../snapshot/index.ts";
import type { Column } from "../../store/index.ts";

const anyType = ["u8", "u16", "u32", "i8", "i16", "i32", "f64"] as const;
const idTypes = ["u8", "u16", "u32"] as const;
/** Texts whose first byte is told by one number. */
const textsPerBlock = 16;

/** A column whose numbers say where rows of another one begin, so that none is below the one before. */
export interface Offsets {
  /** Rows from one such number to the next. */
  readonly stride: number;
  /** Rows of the other column. */
  readonly most: number;
}

/**
 * Holds lengths of sections against the numbers of the header. Nothing is read.
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
 * The first of rows start … end - 1 that cannot be true; -1 when there is none.
 * @param isHere whether all of them are there: others may be zeros, which are below those before them
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

/** Whose rows the numbers of a column are. */
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

/** Words of a series' record. */
function strideOf({ observations }: WorldContents): number {
  const { kindWord, valueWord } = observations.seriesLayout;
  return Math.max(kindWord, valueWord) + 1;
}
