/** What a question wants of values, by the words of its phrases. */

import type { AskedText, IsInName } from "./asked-text.ts";
import { type IntentPhrase, intentPhrases, numberWords, speedWords } from "./phrases.ts";
import type { Span } from "./understanding.ts";

const phraseWordsMax = 3;

export interface ReadPhrase extends IntentPhrase {
  readonly from: number;
  readonly to: number;
  readonly span: Span;
  /** "top 5". */
  readonly limit?: number;
  readonly speed?: "same" | "opposite";
}

/**
 * Reads the phrases, and takes their words.
 *
 * @param isInName whether words are a part of the whole name of a variable: "lost days" is no change then
 */
export function readPhrases(asked: AskedText, isInName: IsInName = () => false): ReadPhrase[] {
  const read: ReadPhrase[] = [];
  for (const from of asked.words.keys()) {
    const found = phraseAt(asked, from);
    if (found === undefined) continue;
    if (found.kind === "change" && isInName(from, found.to)) continue;
    const { to, ...phrase } = withNumber(asked, from, found);
    asked.take(phrase.from, to);
    read.push({ ...phrase, to, span: asked.span(phrase.from, to) });
  }
  return withCount(asked, read);
}

/** "Which five states had the highest": a number before what was read as places. */
function withCount(asked: AskedText, read: ReadPhrase[]): ReadPhrase[] {
  const isRanking = read.some(({ kind }) => kind === "ranking");
  const of = asked.words.findIndex(
    (_, at) => !asked.isFree(at) && numberAt(asked, at - 1) !== undefined,
  );
  const limit = numberAt(asked, of - 1);
  if (!isRanking || limit === undefined || read.some((one) => one.limit !== undefined)) return read;
  asked.take(of - 1, of);
  return read.map((phrase) => ({ ...phrase, limit }));
}

interface Found extends IntentPhrase {
  readonly to: number;
  readonly limit?: number;
  readonly speed?: "same" | "opposite";
}

function phraseAt(asked: AskedText, from: number): Found | undefined {
  for (let to = from + phraseWordsMax; to > from; to--) {
    if (!asked.isFree(from, to)) continue;
    const words = asked.plain(from, to);
    const phrase = intentPhrases.get(words);
    const speed = speedWords.get(words);
    if (phrase !== undefined || speed !== undefined)
      return { ...phrase, to, ...(speed !== undefined && { speed }) };
  }
  return undefined;
}

/** A number among the words that were not read. */
function numberAt(asked: AskedText, at: number): number | undefined {
  const word = asked.isFree(at) ? asked.plainAt(at) : "";
  return numberWords.get(word) ?? (/^[1-9]\d{0,2}$/.test(word) ? Number(word) : undefined);
}

/** "top 5", "5 largest". */
function withNumber(asked: AskedText, from: number, found: Found) {
  const isRanking = found.kind === "ranking";
  const after = isRanking ? numberAt(asked, found.to) : undefined;
  if (after !== undefined) return { ...found, from, to: found.to + 1, limit: after };
  const before = isRanking ? numberAt(asked, from - 1) : undefined;
  return before === undefined ? { ...found, from } : { ...found, from: from - 1, limit: before };
}
