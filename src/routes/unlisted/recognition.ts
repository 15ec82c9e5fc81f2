/** Recognition: which places, and which other nodes, a text mentions. */
import type { Commons } from "../../index.ts";

interface Question {
  readonly queries: readonly string[];
}

/** Part of a query, and what it means. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly dcids: readonly string[];
}

/** A comma stays with the word before it. */
const wordsOf = (query: string): readonly string[] =>
  query
    .replace(/\s*,[\s,]*/g, ", ")
    .split(/\s+/)
    .filter((word) => word !== "" && word !== ",");

const bare = (word: string): string => word.replace(/,$/, "");

/** Names of more words are not recognised. */
const placeWordsMax = 16;
const entityWordsMax = 10;

/** Spans of at most so many words, the shortest of each beginning first. */
function* spansOf(words: readonly string[], most: number): Generator<[number, number]> {
  for (let start = 0; start < words.length; start++) {
    const last = Math.min(words.length, start + most);
    for (let end = start + 1; end <= last; end++) yield [start, end];
  }
}

/** Texts by which a place may be called: `A in B` means what `A, B` does. */
function placeTexts(words: readonly string[], start: number, end: number): readonly string[] {
  const span = words.slice(start, end).map(bare);
  const outer = span.filter((word, at) => word !== "in" || at === 0 || at === span.length - 1);
  return [...new Set([span.join(" "), outer.join(" ")])];
}

/** The longest text from each word on that means places; places around a place belong to its text. */
export function recognizePlaces(commons: Commons, { queries }: Question): object {
  const asked = queries.map((query) => ({ query, words: wordsOf(query) }));
  const texts = asked.flatMap(({ words }) =>
    [...spansOf(words, placeWordsMax)].flatMap(([start, end]) => placeTexts(words, start, end)),
  );
  const places = placesNamed(commons, [...new Set(texts)]);
  return answerOf(asked, "places", (words) => {
    const found: Span[] = [];
    for (let start = 0; start < words.length; start++) {
      const last = Math.min(words.length, start + placeWordsMax);
      for (let end = last; end > start; end--) {
        const known = placeTexts(words, start, end).find((text) => places.has(text));
        if (known === undefined) continue;
        found.push({ start, end, dcids: places.get(known) ?? [] });
        start = end - 1;
        break;
      }
    }
    return found;
  });
}

/** Of so many places of one name, the size does not matter; of those after them only towns count. */
const likelyMax = 15;
const peopleMin = 2000;

const peopleIn = (commons: Commons, dcid: string): number =>
  Number(commons.latest("Count_Person", dcid)?.value ?? 0);

/** Texts of one request to the resolver. */
const resolvedMax = 5000;

function placesNamed(
  commons: Commons,
  texts: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (let from = 0; from < texts.length; from += resolvedMax) {
    const nodes = texts.slice(from, from + resolvedMax);
    for (const { node, candidates = [] } of commons.v2.resolve({ nodes }).entities ?? []) {
      const dcids = candidates
        .map(({ dcid }) => dcid)
        .filter((dcid, at) => {
          return at < likelyMax || peopleIn(commons, dcid) >= peopleMin;
        });
      if (dcids.length > 0) found.set(node, dcids);
    }
  }
  return found;
}

/** Names of any node, in any case: the longest first, then by their text; none within another. */
export function recognizeEntities(commons: Commons, { queries }: Question): object {
  const asked = queries.map((query) => ({ query, words: wordsOf(query.toLowerCase()) }));
  const textOf = (words: readonly string[], start: number, end: number) =>
    words.slice(start, end).map(bare).join(" ");
  const texts = asked.flatMap(({ words }) =>
    [...spansOf(words, entityWordsMax)].map(([start, end]) => textOf(words, start, end)),
  );
  const named = nodesNamed(commons, new Set(texts));
  return answerOf(asked, "entities", (words) => {
    const spans = [...spansOf(words, entityWordsMax)]
      .map(([start, end]) => ({ start, end, text: textOf(words, start, end) }))
      .filter(({ text }) => named.has(text))
      .sort((a, b) => b.end - b.start - (a.end - a.start) || (a.text < b.text ? -1 : 1));
    const found: Span[] = [];
    for (const { start, end, text } of spans) {
      if (found.some((other) => start < other.end && other.start < end)) continue;
      found.push({ start, end, dcids: named.get(text) ?? [] });
    }
    return found.sort((a, b) => a.start - b.start);
  });
}

/** Properties whose values are looked at, without regard to their case. */
const names = ["reconName", "name"];

function nodesNamed(
  commons: Commons,
  texts: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const { graph } = commons.engine;
  const { dictionary, out } = graph;
  const found = new Map<string, Set<number>>();
  commons.governed((governor) => {
    for (const property of names) {
      const predicate = graph.predicateOf(property);
      if (predicate === undefined || texts.size === 0) continue;
      for (const row of graph.rowsOfPredicate(predicate)) {
        governor.rows(1);
        const text = dictionary.textOf(out.terms[row] as number).toLowerCase();
        if (!texts.has(text)) continue;
        const nodes = found.get(text) ?? new Set();
        found.set(text, nodes.add(graph.subjectOf(row)));
      }
    }
  });
  const dcidsOf = (nodes: Iterable<number>) =>
    [...nodes].sort((a, b) => a - b).map((node) => dictionary.textOf(node));
  return new Map([...found].map(([text, nodes]) => [text, dcidsOf(nodes)]));
}

/** Each query with its spans; words between them are spans that mean nothing. */
function answerOf(
  asked: readonly { readonly query: string; readonly words: readonly string[] }[],
  member: "places" | "entities",
  find: (words: readonly string[]) => readonly Span[],
): object {
  const queryItems = asked.map(({ query, words }) => {
    const items: object[] = [];
    const add = (start: number, end: number, dcids: readonly string[]) => {
      if (start === end) return;
      const span = bare(words.slice(start, end).join(" "));
      const nodes = dcids.map((dcid) => ({ dcid }));
      items.push({ span, ...(nodes.length > 0 && { [member]: nodes }) });
    };
    let after = 0;
    for (const { start, end, dcids } of find(words)) {
      add(after, start, []);
      add(start, end, dcids);
      after = end;
    }
    add(after, words.length, []);
    return [query, items.length > 0 ? { items } : {}];
  });
  return queryItems.length > 0 ? { queryItems: Object.fromEntries(queryItems) } : {};
}
