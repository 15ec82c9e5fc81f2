/** Dcids that are made of names. */

import { withoutNamespace } from "../values/mcf-value.ts";

/** What a dcid of a variable is made of, here: Latin letters without marks, others of any script, digits, and few signs. */
const plain = /^[\p{L}\p{N}_/.-]+$/u;
const marks = /(?<=[a-z])\p{M}+/giu;
const letters: ReadonlyMap<string, string> = new Map([
  ["\u00df", "ss"],
  ["\u00e6", "ae"],
  ["\u00c6", "Ae"],
  ["\u0153", "oe"],
  ["\u0152", "Oe"],
  ["\u00f8", "o"],
  ["\u00d8", "O"],
  ["\u0142", "l"],
  ["\u0141", "L"],
  ["\u0111", "d"],
  ["\u0110", "D"],
  ["\u0131", "i"],
]);

/** The sign of micro, as in `\u00b5g`. */
const micro = /\u00b5|\u03bc(?=[A-Za-z])/g;

/** Latin letters without their marks: the import tool of Data Commons takes no others in dcids. */
function withoutMarks(text: string): string {
  const bare = text.replace(micro, "u").normalize("NFKD").replace(marks, "").normalize("NFC");
  return bare.replace(/[^\p{ASCII}]/gu, (letter) => letters.get(letter) ?? letter);
}

/** Whether a name is a dcid as it is. */
export const isDcid = (text: string): boolean => plain.test(text) && withoutMarks(text) === text;

/** The dcid that is made of a name: `Median_income` of `Median income ($)` and of `Median income in $`. A dcid stays one. */
export function dcidOfName(name: string): string {
  const bare = withoutNamespace(name);
  if (isDcid(bare)) return bare;
  const made = withoutMarks(name)
    .replace(/ in [^\p{L}\p{N}]+$/u, "")
    .replace(/[^\p{L}\p{N}./-]+/gu, "_")
    .replace(/^_|_$/g, "");
  return made === "" ? "unnamed" : made;
}
