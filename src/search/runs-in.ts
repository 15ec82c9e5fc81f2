/** Runs of a text: of what is neither a space nor a mark, and each mark alone. */

const beyondAscii = /[^\0-\x7f]/;
const runOrMark = /[\p{P}\p{S}]|[^\s\p{P}\p{S}]+/gu;
/** The same for ASCII, which nearly all texts are: it takes a third of the time. */
const plainRunOrMark = /[!-/:-@[-`{-~]|[^\s!-/:-@[-`{-~]+/g;

/** As they come. */
export const runsIn = (text: string): readonly string[] =>
  text.match(beyondAscii.test(text) ? runOrMark : plainRunOrMark) ?? [];
