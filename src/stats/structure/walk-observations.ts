/** All that must hold between the columns of observations. */

import {
  checkOffset,
  idTypes,
  KeyedSum,
  newSumKey,
  type TextReader,
  type Walk,
  type WalkedRows,
  type WalkedSections,
  walkAscending,
  walkTexts,
} from "../../store/index.ts";
import { columnNames, type ObservationMeta } from "../read/index.ts";
import { Exceptions } from "./walk-exceptions.ts";
import { walkPositions } from "./walk-positions.ts";
import { SeriesWalk } from "./walk-series.ts";
import { Values } from "./walk-values.ts";

/** What observations need of the graph that was walked before. */
export interface ObservedGraph {
  readonly nodeCount: number;
  readonly literalCount: number;
  readonly literals: TextReader;
}

export function* walkObservations(
  sections: WalkedSections,
  meta: ObservationMeta,
  { nodeCount, literalCount, literals }: ObservedGraph,
): Walk {
  yield* walkTexts(sections, columnNames.dates, meta.dateCount);
  yield* walkVariables(sections, meta, nodeCount);
  const key = newSumKey();
  const texts = { first: nodeCount, end: nodeCount + literalCount, reader: literals };
  const values = new Values(sections, new Exceptions(sections, texts));
  const series = new SeriesWalk(sections, { meta, nodeCount, values, key });
  yield* series.walk();
  const index = new EntityIndex(sections, meta, new KeyedSum(key));
  yield* index.walk(nodeCount);
  if (!index.pairs.isEqual(series.pairs)) {
    throw index.variables.wrong(0, "entities have other variables than their series");
  }
}

/** Variables ascend, and their places are those of the list. */
function* walkVariables(
  sections: WalkedSections,
  { variableCount }: ObservationMeta,
  nodeCount: number,
): Walk {
  const variables = sections.rows(columnNames.variables, ["u32"], variableCount);
  yield* walkAscending(variables, nodeCount);
  const again = sections.rows(columnNames.variables, ["u32"], variableCount);
  const placed = yield* walkPositions(
    sections,
    columnNames.variablePositions,
    nodeCount,
    function* (node, place) {
      if (place < variableCount && !again.has(place)) yield again.need(place);
      if (place >= variableCount || again.at(place) !== node) {
        throw again.wrong(place, `the next variable is node ${node}`);
      }
    },
  );
  if (placed < variableCount) throw again.wrong(placed, "the variable has no place");
}

/** Every entity has variables, which ascend. */
class EntityIndex {
  readonly pairs: KeyedSum;
  readonly variables: WalkedRows;
  readonly #sections: WalkedSections;
  readonly #offsets: WalkedRows;
  readonly #entityCount: number;
  readonly #variableCount: number;
  #start = 0;

  constructor(
    sections: WalkedSections,
    { entityCount, variableCount }: ObservationMeta,
    pairs: KeyedSum,
  ) {
    this.pairs = pairs;
    this.#sections = sections;
    this.#entityCount = entityCount;
    this.#variableCount = variableCount;
    this.#offsets = sections.rows(columnNames.entityOffsets, ["u32"], entityCount + 1);
    this.variables = sections.rows(columnNames.entityVariables, idTypes);
  }

  *walk(nodeCount: number): Walk {
    yield* this.#nextOffset(0);
    const placed = yield* walkPositions(
      this.#sections,
      columnNames.entityPositions,
      nodeCount,
      (node, place) => this.#walkEntity(node, place),
    );
    if (placed < this.#entityCount) throw this.#offsets.wrong(placed, "no node is this entity");
  }

  *#walkEntity(node: number, place: number): Walk {
    if (place >= this.#entityCount) throw this.#offsets.wrong(place, `node ${node} is one more`);
    let row = this.#start;
    yield* this.#nextOffset(place + 1);
    if (row === this.#start) throw this.#offsets.wrong(place + 1, "an entity without variables");
    for (let before = -1; row < this.#start; row++) {
      if (!this.variables.has(row)) yield this.variables.need(row);
      const variable = this.variables.at(row);
      if (variable <= before || variable >= this.#variableCount) {
        throw this.variables.wrong(row, `variable ${variable} after ${before} cannot be`);
      }
      this.pairs.add(node, variable, 0, 0);
      before = variable;
    }
  }

  *#nextOffset(at: number): Walk {
    if (!this.#offsets.has(at)) yield this.#offsets.need(at);
    this.#start = checkOffset(this.#offsets, at, this.#start, this.variables.length);
  }
}
