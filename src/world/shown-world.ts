/** What people see who print a world. */

import type { CommonsInfo } from "./world.ts";

/** The name of the method that `console.log` of Node asks for a text. */
export const inspecting = Symbol.for("nodejs.util.inspect.custom");

/**
 * `Commons of 3 nodes, 7 triples and 1 observation, from world.pocket`.
 *
 * @param from where it is read from, if it has a name
 */
export function shownWorld(
  what: string,
  { nodeCount, tripleCount, observationCount }: CommonsInfo,
  from: string | undefined,
): string {
  const counts = [
    counted(nodeCount, "node"),
    counted(tripleCount, "triple"),
    counted(observationCount, "observation"),
  ];
  const source = from === undefined ? "" : `, from ${from.replace(/\p{Cc}/gu, " ")}`;
  return `${what} of ${counts[0]}, ${counts[1]} and ${counts[2]}${source}`;
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
