/** What a question wants of values, by the words of its phrases. */

import type { AskedText } from "./asked-text.ts";
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

/** Reads the phrases, and takes their words. */
export function readPhrases(asked: AskedText): ReadPhrase[] {
  const read: ReadPhrase[] = [];
  for (let from = 0; from < asked.words.length; from++) {
    const found = phraseAt(asked, from);
    if (found === undefined) continue;
    const { to, ...phrase } = withNumber(asked, from, found);
    const start =
      phrase.limit !== undefined &&
      from > 0 &&
      numberAt(asked, from - 1) === phrase.limit &&
      asked.isFree(from - 1)
        ? from - 1
        : from;
    asked.take(start, to);
    read.push({ ...phrase, from: start, to, span: asked.span(start, to) });
    from = to - 1;
  }
  return withCount(asked, read);
}

/** "Which five states had the highest": a number before what was read as places. */
function withCount(asked: AskedText, read: readonly ReadPhrase[]): ReadPhrase[] {
  const at = read.findIndex(({ kind }) => kind === "ranking");
  const isCounted = read.some(({ limit }) => limit !== undefined);
  const of = asked.words.findIndex(
    (_, word) =>
      asked.isFree(word) && !asked.isFree(word + 1) && numberAt(asked, word) !== undefined,
  );
  const limit = numberAt(asked, of);
  if (at < 0 || isCounted || limit === undefined || of + 1 >= asked.words.length) return [...read];
  asked.take(of, of + 1);
  return read.map((phrase, index) => (index === at ? { ...phrase, limit } : phrase));
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

const numberAt = (asked: AskedText, at: number): number | undefined => {
  const word = asked.plainAt(at);
  const number = numberWords.get(word) ?? (/^\d{1,3}$/.test(word) ? Number(word) : undefined);
  return number === 0 ? undefined : number;
};

/** "top 5", "5 largest". */
function withNumber(asked: AskedText, from: number, found: Found): Found {
  if (found.kind !== "ranking") return found;
  const after = asked.isFree(found.to) ? numberAt(asked, found.to) : undefined;
  if (after !== undefined) return { ...found, to: found.to + 1, limit: after };
  const before = asked.isFree(from - 1) ? numberAt(asked, from - 1) : undefined;
  return before === undefined ? found : { ...found, limit: before };
}
