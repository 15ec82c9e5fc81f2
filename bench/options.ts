/** What the command line says. */

import { parseArgs } from "node:util";
import { type RowName, rowNames } from "./contest/rows.ts";
import { isScale, type Scale } from "./data/scales.ts";
import { type EntrantName, entrantNames, entrants, fitsScale, isReady } from "./peers/entrants.ts";

export interface BenchOptions {
  readonly scale: Scale;
  readonly isSmoke: boolean;
  /** Parts of a run that were chosen; undefined for all. */
  readonly only: readonly string[] | undefined;
  readonly entrants: readonly EntrantName[];
  readonly rounds: number;
  readonly naive: boolean;
  readonly data: string | undefined;
  readonly mcf: string | undefined;
  readonly json: string | undefined;
  readonly write: boolean;
  readonly busy: boolean;
  readonly check: boolean;
  /** A revision to compare with, instead of other contestants. */
  readonly against: string | undefined;
  /** Of rows that are compared with another revision. */
  readonly seconds: number | undefined;
}

/** Rows and pairs of turns of a comparison with another revision when it is short, and its time. */
const short = {
  rows: "q1,q4,o1,o2_expression,o3,s1_new,fetch_properties,fetch_latest,load,reopen",
  pairs: 10,
  seconds: 40,
} as const;

/** Parts of a run that are no rows. */
export const partNames = ["load", "start", "mcf", "requests"] as const;

/** @throws Error for what cannot be meant */
export function optionsOf(given: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...given],
    options: {
      scale: { type: "string", default: "S" },
      only: { type: "string" },
      contestants: { type: "string" },
      peers: { type: "boolean" },
      rounds: { type: "string" },
      smoke: { type: "boolean", default: false },
      naive: { type: "boolean", default: false },
      data: { type: "string" },
      mcf: { type: "string", default: process.env["POCKET_COMMONS_MCF"] ?? "" },
      json: { type: "string" },
      write: { type: "boolean", default: false },
      busy: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      against: { type: "string" },
    },
  });
  const scale = values.smoke ? "T" : values.scale;
  if (!isScale(scale)) throw new Error(`--scale is T, S, M or L, not ${scale}`);
  if (values.write && (scale === "T" || values.only !== undefined)) {
    throw new Error("--write goes with no option that makes a run smaller");
  }
  const isShort = values.smoke && values.against !== undefined;
  const only = values.only ?? (isShort ? short.rows : undefined);
  const rounds = Number(values.rounds ?? usualRounds(values, scale));
  if (!(rounds >= 1)) throw new Error(`--rounds is a number, not ${values.rounds}`);
  return {
    scale,
    isSmoke: values.smoke,
    only: only?.split(","),
    entrants: entrantsOf(values, scale),
    rounds,
    naive: values.smoke || values.naive,
    data: values.data,
    mcf: values.mcf === "" ? undefined : values.mcf,
    json: values.json,
    write: values.write,
    busy: values.busy,
    check: values.check,
    against: values.against,
    seconds: isShort ? short.seconds : undefined,
  };
}

/** The options that choose contestants. */
interface GivenEntrants {
  readonly contestants?: string | undefined;
  readonly smoke: boolean;
  readonly peers?: boolean | undefined;
}

function usualRounds(
  { smoke, against }: { readonly smoke: boolean; readonly against?: string | undefined },
  scale: Scale,
): number {
  if (against !== undefined) return smoke ? short.pairs : 40;
  return smoke || scale === "L" ? 1 : 3;
}

/** Was the row, case or part chosen? `q3` chooses `q3_next` too. */
export function isChosen({ only }: Pick<BenchOptions, "only">, name: string): boolean {
  if (only === undefined) return true;
  return only.some((each) => name === each || name.startsWith(`${each}_`));
}

export function chosenRows(options: Pick<BenchOptions, "only">): RowName[] {
  return rowNames.filter((name) => isChosen(options, name));
}

function entrantsOf(
  { contestants, smoke, peers = false }: GivenEntrants,
  scale: Scale,
): EntrantName[] {
  if (contestants !== undefined)
    return contestants.split(",").map((name) => entrantOf(name, scale));
  if (smoke && !peers) return ["pocket", "pocket_2", "pocket_rdf", "maps"];
  if (scale === "L") return ["pocket", "pocket_2"];
  const fitting = entrantNames.filter((name) => fitsScale(entrants[name], scale));
  const ready = fitting.filter((name) => isReady(entrants[name]));
  const missing = fitting.filter((name) => !ready.includes(name));
  if (missing.length > 0) {
    console.error(`not installed, left out: ${missing.join(", ")} (--peers installs them)`);
  }
  return ready;
}

function entrantOf(name: string, scale: Scale): EntrantName {
  const entrant = entrantNames.find((each) => each === name);
  if (entrant === undefined) {
    throw new Error(`there is no contestant ${name}; there are ${entrantNames.join(", ")}`);
  }
  if (!isReady(entrants[entrant])) {
    throw new Error(`${name} is not installed: npm run bench -- --peers`);
  }
  if (!fitsScale(entrants[entrant], scale)) {
    throw new Error(`${name} loads N-Triples, which there are at scale S and below`);
  }
  return entrant;
}
