/** What the command line of a soak says. */

import { parseArgs } from "node:util";
import { isScale, type Scale } from "../data/scales.ts";

export interface SoakOptions {
  readonly scale: Scale;
  readonly requests: number;
  /** Of sending requests; without a limit unless it is given. */
  readonly seconds: number;
  readonly seed: number;
  readonly openings: number;
  /** Servers that are ended under load. */
  readonly stops: number;
}

const requestsByDefault = 2_000_000;
const openingsByDefault = 500;
const stopsByDefault = 10;

/** @throws Error for what cannot be meant */
export function soakOptionsOf(given: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...given],
    options: {
      scale: { type: "string", default: "T" },
      requests: { type: "string", default: String(requestsByDefault) },
      seconds: { type: "string", default: "Infinity" },
      seed: { type: "string", default: "1" },
      openings: { type: "string", default: String(openingsByDefault) },
      stops: { type: "string", default: String(stopsByDefault) },
    },
  });
  if (!isScale(values.scale)) throw new Error(`--scale is T, S, M or L, not ${values.scale}`);
  const numberOf = (
    name: "requests" | "seconds" | "seed" | "openings" | "stops",
    least: number,
  ): number => {
    const number = Number(values[name]);
    if (number >= least && (name === "seconds" || Number.isSafeInteger(number))) return number;
    throw new Error(`--${name} is a number from ${least} on, not ${values[name]}`);
  };
  return {
    scale: values.scale,
    requests: numberOf("requests", 1),
    seconds: numberOf("seconds", 1),
    seed: numberOf("seed", 1),
    openings: numberOf("openings", 0),
    stops: numberOf("stops", 0),
  };
}
