/** Text with colours for people. Data in it cannot drive the terminal. */

import type { CliIo } from "./io.ts";

/** Codes that begin and end a style (ECMA-48, SGR): bold, faint, red, yellow, cyan. */
const styles = {
  heading: [1, 22],
  faint: [2, 22],
  bad: [31, 39],
  odd: [33, 39],
  note: [36, 39],
} as const;

type Style = keyof typeof styles;

/** A part of a line: plain text, or text with a style. */
export type Span = string | { readonly style: Style; readonly text: string };

export type Line = Span | readonly Span[];

/** How diagnostics and findings of a level look. */
export function ofLevel(level: string, text: string = level): Span {
  if (level === "fatal" || level === "error") return { style: "bad", text };
  return { style: level === "warning" ? "odd" : "note", text };
}

/** The line as it is written: on a terminal without control characters, in colours where wanted. */
export function written(line: Line, isTerminal: boolean, isColoured: boolean): string {
  const spans: readonly Span[] = isSpans(line) ? line : [line];
  return spans
    .map((span) => {
      const text = typeof span === "string" ? span : span.text;
      const shown = isTerminal || isColoured ? harmless(text) : text;
      if (typeof span === "string" || !isColoured) return shown;
      const [begin, end] = styles[span.style];
      return `\u001b[${begin}m${shown}\u001b[${end}m`;
    })
    .join("");
}

function isSpans(line: Line): line is readonly Span[] {
  return Array.isArray(line);
}

/**
 * Whether text gets colours: on terminals that have them. As in Node, `FORCE_COLOR` decides first
 * (`0` and `false` say no), then `NO_COLOR` with any value.
 */
export function wantsColour(env: CliIo["env"], isTerminal: boolean): boolean {
  const { FORCE_COLOR = "", NO_COLOR = "", TERM } = env;
  if (FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal && NO_COLOR === "" && TERM !== "dumb";
}

/** Data must not drive the terminal: control characters are shown as their pictures. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant.
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (character) =>
    character < " " ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : "\u2421",
  );
}

/** A text of the input must not look like several lines. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]/g, "\u240a");
}

/** `1 error`, `2 errors`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
