/** Words of a question that no other part has, divided where it is about several variables. */

import type { ReadPhrase } from "./asked-phrases.ts";
import type { AskedText, Run } from "./asked-text.ts";
import { courtesyWords, joiningWords, openingWords } from "./phrases.ts";

const jointWords = new Set(["and", "or", "with"]);

export const placesIn = (runs: readonly Run[]): readonly number[] =>
  runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));

export const isDividing = ({ kind }: ReadPhrase): boolean =>
  kind === "comparison" || kind === "correlation";

/**
 * Words that no other part has, without such as "what is the" at both ends. They are divided at "and", commas, and
 * phrases that compare.
 */
export function partsOf(asked: AskedText, phrases: readonly ReadPhrase[]): Run[][] {
  const joints = new Set(phrases.filter(isDividing).map(({ from }) => from));
  const parts: Run[][] = [[]];
  let start = 0;
  const close = (end: number) => {
    const run = trimmed(asked, { from: start, to: end });
    if (run.from < run.to) parts.at(-1)?.push(run);
    start = end + 1;
  };
  for (const at of asked.words.keys()) {
    const isJoint = joints.has(at) || (asked.isFree(at) && jointWords.has(asked.plainAt(at)));
    const hasComma = asked.hasCommaBefore(at);
    if (hasComma) {
      close(at);
      start = at;
    }
    if (isJoint || !asked.isFree(at)) close(at);
    if (isJoint || hasComma) parts.push([]);
  }
  close(asked.words.length);
  return parts.filter((part) => part.length > 0);
}

/** The words after "per", to the next that joins others: "household" of "people per household in Ohio". */
export function runAfterPer(asked: AskedText, runs: readonly Run[]): Run | undefined {
  const from =
    1 + asked.words.findIndex((_, at) => asked.plainAt(at) === "per" && asked.isFree(at));
  const run = runs.find((one) => one.from <= from && from < one.to);
  if (from === 0 || run === undefined || isJoining(asked, from)) return undefined;
  let to = from + 1;
  while (to < run.to && !isJoining(asked, to)) to++;
  return { from, to };
}

export const withoutRun = (asked: AskedText, parts: readonly Run[][], { from, to }: Run): Run[][] =>
  parts
    .map((part) =>
      part
        .flatMap((run) => {
          if (to <= run.from || run.to <= from) return [run];
          return [
            trimmed(asked, { from: run.from, to: from }),
            trimmed(asked, { from: to, to: run.to }),
          ];
        })
        .filter((run) => run.from < run.to),
    )
    .filter((part) => part.length > 0);

function trimmed(asked: AskedText, run: Run): Run {
  let { from, to } = run;
  if (placesIn([run]).every((at) => isFiller(asked.plainAt(at)))) return { from, to: from };
  // "How did", "how does".
  if (asked.plainAt(from) === "how" && isJoining(asked, from + 1)) from++;
  while (isJoining(asked, from)) from++;
  while (isJoining(asked, to - 1)) to--;
  return { from, to };
}

const joins = (word: string): boolean => joiningWords.has(word) || courtesyWords.has(word);

const isJoining = (asked: AskedText, at: number): boolean => joins(asked.plainAt(at));

export const isFiller = (word: string): boolean => joins(word) || openingWords.has(word);
