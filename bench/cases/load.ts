/** Which files are loaded together. */

import type { WorldFiles } from "../data/world-files.ts";

export interface LoadCase {
  readonly name: string;
  readonly title: string;
  readonly sources: (files: WorldFiles) => readonly string[];
  /** Whether all triples of the world are in these files, or only those of provenance nodes. */
  readonly hasGraph: boolean;
  readonly hasObservations: boolean;
}

export const loadCases: readonly LoadCase[] = [
  {
    name: "l1",
    title: "MCF",
    sources: ({ mcf }) => [mcf],
    hasGraph: true,
    hasObservations: false,
  },
  {
    name: "l2",
    title: "triples table",
    sources: ({ triples }) => [triples],
    hasGraph: true,
    hasObservations: false,
  },
  {
    name: "l3",
    title: "observations table, flattened",
    sources: ({ observations, provenances }) => [observations, provenances],
    hasGraph: false,
    hasObservations: true,
  },
  {
    name: "l4",
    title: "observations table, by reference",
    sources: ({ observationsByReference, provenances }) => [observationsByReference, provenances],
    hasGraph: false,
    hasObservations: true,
  },
  {
    name: "l5",
    title: "triples and observations tables",
    sources: ({ triples, observations }) => [triples, observations],
    hasGraph: true,
    hasObservations: true,
  },
];
