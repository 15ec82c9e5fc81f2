/** The reads of `/v2/node`. */

import { entryLines, labelLines } from "../answers/lines.ts";
import { nodeCase, pagesOf } from "./asking.ts";
import type { Case } from "./harness.ts";

const counties = "<-containedInPlace+{typeOf:County}";

export const nodeCases: readonly Case[] = [
  nodeCase<string>({
    name: "q1",
    title: "name of a node",
    argumentsOf: ({ q1 }) => q1,
    requestsOf: (node) => [{ nodes: [node], property: "->name" }],
    lines: entryLines,
    expected: (naive, node) => naive.valuesOf(node, "name"),
  }),
  nodeCase<string>({
    name: "q2",
    title: "all out-arcs of a node",
    argumentsOf: ({ q2 }) => q2,
    requestsOf: (node) => [{ nodes: [node], property: "->*" }],
    lines: entryLines,
    expected: (naive, node) => naive.valuesOf(node),
  }),
  nodeCase<string>({
    name: "q3",
    title: "first 500 of a type",
    argumentsOf: ({ q3 }) => q3,
    requestsOf: (type) => [{ nodes: [type], property: "<-typeOf" }],
    lines: entryLines,
    expected: (naive, type) => naive.subjectsOf(type, "typeOf", 0),
    isOrdered: true,
  }),
  nodeCase<string>({
    name: "q3_next",
    title: "next 500 of a type, by token",
    argumentsOf: ({ q3 }) => q3,
    requestsOf: (type, commons) =>
      pagesOf(commons, { nodes: [type], property: "<-typeOf" }, 2).slice(1),
    lines: entryLines,
    expected: (naive, type) => naive.subjectsOf(type, "typeOf", 1),
    isOrdered: true,
  }),
  nodeCase<string>({
    name: "q4",
    title: "all counties within a country, page by page",
    argumentsOf: ({ q4 }) => q4,
    requestsOf: (place, commons) => pagesOf(commons, { nodes: [place], property: counties }),
    lines: entryLines,
    expected: (naive, place) => naive.placesIn(place, "County"),
  }),
  nodeCase<readonly string[]>({
    name: "q5",
    title: "labels of 100 nodes",
    argumentsOf: ({ q5 }) => q5,
    requestsOf: (nodes) => [{ nodes, property: "->" }],
    lines: labelLines,
    expected: (naive, nodes) => nodes.flatMap((node) => naive.labelsOf(node)),
  }),
];
