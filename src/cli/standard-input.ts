/** Standard input as a source: its first bytes say what it is, where a file would have an ending. */

import type { Source } from "../index.ts";
import { type CliIo, UsageError } from "./io.ts";

/** Standard input as an argument. */
export const standardInput = "-";

/** Each line of standard input, in the place of `-`. */
export async function withInputLines(words: readonly string[], io: CliIo): Promise<string[]> {
  if (!words.includes(standardInput)) return [...words];
  const lines = (await inputText(io)).split(/\r?\n/).filter((line) => line !== "");
  return words.flatMap((word) => (word === standardInput ? lines : [word]));
}

/** The word itself, or what standard input holds in the place of `-`. */
export async function inputOr(word: string, io: CliIo): Promise<string> {
  return word === standardInput ? await inputText(io) : word;
}

async function inputText(io: CliIo): Promise<string> {
  return new TextDecoder().decode(await io.stdin());
}

/**
 * Paths as the library takes them; what standard input holds in the place of `-`.
 *
 * @throws UsageError when nothing is in it
 */
export async function sourcesFrom(paths: readonly string[], io: CliIo): Promise<Source> {
  const at = paths.indexOf(standardInput);
  if (at < 0) return paths.length === 1 ? (paths[0] as string) : paths;
  const content = await unpacked(await io.stdin());
  if (content.length === 0)
    throw new UsageError("standard input is empty, and - names it a source");
  const ending = endingOf(content);
  const held = ending === "" ? content : { name: `standard-input${ending}`, content };
  const others = paths.filter((path) => path !== standardInput);
  return others.length === 0 ? held : [...others.slice(0, at), held, ...others.slice(at)];
}

/** GZIP is unpacked: what is inside says the format. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** How files of a format begin, after spaces and comments of lines; the first that fits counts. */
const beginnings: readonly (readonly [begins: RegExp, ending: string])[] = [
  [/^\u0089POCKET/, ""],
  [/^SQLite format 3/, ".db"],
  [/^[[{]/, ".jsonld"],
  [/^Node *:/, ".mcf"],
  [/^(?:@prefix|@base|PREFIX|BASE)\b/i, ".ttl"],
  [/^(?:<|_:)/, ".nq"],
  [/^(?:--|\/\*|BEGIN\b|CREATE\b|INSERT\b|PRAGMA\b|SET\b|COPY\b)/i, ".sql"],
];

const lookedAt = 4_096;

/** A table, where nothing else fits. */
function endingOf(content: Uint8Array): string {
  const text = Array.from(content.subarray(0, lookedAt), (byte) => String.fromCharCode(byte));
  const begin = text
    .join("")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .replace(/^(?:\s|#[^\n]*\n)+/, "");
  return beginnings.find(([begins]) => begins.test(begin))?.[1] ?? ".csv";
}
