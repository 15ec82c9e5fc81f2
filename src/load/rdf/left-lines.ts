/**
 * What a part of a file leaves to the thread that knows the whole: only the parts before it tell
 * whether its first blank node goes on from there, and only those behind it whether its last one does.
 */
import type { BlankNode, RdfReader } from "./rdf-reader.ts";

/** Plain data; lines count from the begin of the part. */
export type LeftLine =
  | { readonly kind: "line"; readonly text: string; readonly line: number }
  /** The first blank node ends here. */
  | { readonly kind: "end" }
  /** The last one, as far as it was read. */
  | { readonly kind: "open"; readonly blank: BlankNode };

/**
 * Does what a part left.
 * @param before lines before the part
 * @returns whether it was a line with a statement, which nobody counted.
 */
export function takeLeftLine(left: LeftLine, reader: RdfReader, before: number): boolean {
  if (left.kind === "line") return reader.line(left.text, left.line + before);
  reader.end();
  if (left.kind === "open") reader.resume(placed(left.blank, before));
  return false;
}

function placed({ line, lines, ...blank }: BlankNode, before: number): BlankNode {
  const moved = Array.from(lines, ([property, own]) => [property, own + before] as const);
  return { ...blank, line: line + before, lines: new Map(moved) };
}
