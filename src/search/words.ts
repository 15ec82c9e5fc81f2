/** Words of texts, as searches compare them. */

/** They join others, or fit every variable. They count where a text has no others. */
const functionWords = new Set([
  ...["a", "an", "and", "are", "as", "at", "by", "for", "from", "how", "in", "is", "many", "much"],
  ...["of", "on", "or", "that", "the", "there", "to", "was", "were", "what", "which", "with"],
  ...["count", "number"],
]);

/** Plurals without an s, and the words that dcids have for them. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ["children", "child"],
  ["man", "male"],
  ["men", "male"],
  ["people", "person"],
  ["woman", "female"],
  ["women", "female"],
]);

/** Longer words, such as hashes, are cut here. */
const wordLengthMax = 64;

/** `GDPPerCapita_2.5`: GDP, Per, Capita, 2, 5. */
const wordPattern = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu;
const accents = /[\u0300-\u036f]+/g;
const beyondAscii = /[^\0-\x7f]/;

/** The same for ASCII, which nearly all texts are: it takes a third of the time. */
const plainPattern = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

const cutWords = (text: string): readonly string[] =>
  text.match(beyondAscii.test(text) ? wordPattern : plainPattern) ?? [];

/** The words as they are written, without accents. */
export function writtenWords(text: string): readonly string[] {
  return cutWords(beyondAscii.test(text) ? text.normalize("NFKD").replace(accents, "") : text);
}

/** The word as it is compared; undefined where it only joins others. */
export function meaningWord(written: string): string | undefined {
  const word = singular(written.slice(0, wordLengthMax).toLowerCase());
  return functionWords.has(word) ? undefined : (otherWords.get(word) ?? word);
}

/** Distinct words that mean something, as they first appear and at most `wordsMax`. */
export function searchWordsOf(text: string, wordsMax = Number.POSITIVE_INFINITY): Set<string> {
  const words = new Set<string>();
  const written = writtenWords(text);
  for (const one of written) {
    if (words.size >= wordsMax) break;
    const word = meaningWord(one);
    if (word !== undefined) words.add(word);
  }
  if (words.size > 0) return words;
  return new Set(written.map((one) => singular(one.toLowerCase())));
}

/** The words as they are written, with spaces between them: a dcid made readable. */
export function spacedWords(text: string): string {
  return cutWords(text).join(" ") || text;
}

/** English plurals, roughly; it is enough that both sides of a comparison are treated alike. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
