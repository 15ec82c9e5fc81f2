/** Do the plain data of a snapshot have the members that a world has, each of its type? */

import { facetFields, type ObservationMeta } from "../stats/index.ts";
import type { GraphMeta } from "../store/index.ts";
import type { CommonsInfo } from "../world/index.ts";

/** What a snapshot keeps of a world in addition to its columns. */
export interface WorldContents {
  readonly graph: GraphMeta;
  readonly observations: ObservationMeta;
  readonly info: CommonsInfo;
}

type Test = (value: unknown) => boolean;

const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isText: Test = (value) => typeof value === "string";
const isFlag: Test = (value) => typeof value === "boolean";
const isNumber: Test = (value) => typeof value === "number";
const isOneOf =
  (...values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);

const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

/** These members and no others, in any order. */
const fields =
  (tests: Readonly<Record<string, Test>>): Test =>
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const members = Object.entries(value);
    return (
      members.length === Object.keys(tests).length &&
      members.every(([name, member]) => Object.hasOwn(tests, name) && tests[name]?.(member))
    );
  };

const graph = fields({
  nodeCount: isCount,
  literalCount: isCount,
  tripleCount: isCount,
  subjectCount: isCount,
  byteLength: isCount,
});

const facet = fields({
  ...Object.fromEntries(
    Object.entries(facetFields).map(([name, { object }]) => [
      name,
      object === "flag" ? isFlag : isText,
    ]),
  ),
  id: isText,
  score: isNumber,
});

const bits = (value: unknown) => isCount(value) && Number(value) <= 32;
const seriesLayout = fields({
  dateBits: bits,
  formatBits: bits,
  kindWord: isOneOf(1, 2),
  valueWord: isOneOf(0, 2, 3),
});

const observations = fields({
  facets: listOf(facet),
  hasOneOrder: isFlag,
  dateCount: isCount,
  variableCount: isCount,
  entityCount: isCount,
  seriesCount: isCount,
  pointCount: isCount,
  seriesLayout,
  byteLength: isCount,
});

const level = isOneOf("info", "warning", "error", "fatal");
const diagnostic = fields({
  level,
  counter: isText,
  file: isText,
  line: (line) => line === undefined || isCount(line),
  message: isText,
});
const counter = fields({ level, counter: isText, count: isCount, examples: listOf(diagnostic) });
const levels = fields({ info: isCount, warning: isCount, error: isCount, fatal: isCount });

const info = fields({
  nodes: isCount,
  triples: isCount,
  observations: isCount,
  series: isCount,
  facets: isCount,
  variables: isCount,
  entities: isCount,
  provenances: isCount,
  bytes: isCount,
  diagnostics: fields({ levels, counters: listOf(counter) }),
});

const world = fields({ graph, observations, info });

export function isWorldContents(contents: unknown): contents is WorldContents {
  return world(contents);
}
