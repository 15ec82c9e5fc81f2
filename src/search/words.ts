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

/** Distinct words that mean something, as they first appear and at most `wordsMax`. */
export function searchWordsOf(text: string, wordsMax = Number.POSITIVE_INFINITY): Set<string> {
  const plain = beyondAscii.test(text) ? text.normalize("NFKD").replace(accents, "") : text;
  const words = new Set<string>();
  const joining = new Set<string>();
  for (const written of plain.match(wordPattern) ?? []) {
    if (words.size >= wordsMax) break;
    const word = singular(written.slice(0, wordLengthMax).toLowerCase());
    (functionWords.has(word) ? joining : words).add(otherWords.get(word) ?? word);
  }
  return words.size > 0 ? words : joining;
}

/** The words as they are written, with spaces between them: a dcid made readable. */
export function spacedWords(text: string): string {
  return text.match(wordPattern)?.join(" ") ?? text;
}

/** English plurals, roughly; it is enough that both sides of a comparison are treated alike. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
