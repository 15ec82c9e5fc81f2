/**
 * Patterns of file names: `*` and `?` within a name, `**` across folders, `{a,b}` for either. A
 * pattern without a slash speaks of names, one with a slash of paths within the folder.
 */

/** Alternatives of one pattern that are tried. */
const alternativesMax = 64;

export function isPattern(text: string): boolean {
  return /[*?{]/.test(text);
}

/** Whether a path leads out of the folder that names it, or is not a path. */
export function leadsOutside(path: string): boolean {
  return /^(?:\/|[a-z]+:)/i.test(path) || path.split(/[/\\]/).includes("..");
}

/** @param path within the folder, with slashes. */
export function matchesPattern(path: string, pattern: string): boolean {
  const text = pattern.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1);
  return alternatives(pattern).some((alternative) => matches(text, tokensOf(alternative)));
}

/** The patterns that a pattern with braces means; braces within braces are texts. */
function alternatives(pattern: string): string[] {
  let found = [""];
  for (const part of pattern.split(/(\{[^{}]*\})/)) {
    const choices = part.startsWith("{") ? part.slice(1, -1).split(",") : [part];
    found = found.flatMap((start) => choices.map((choice) => start + choice));
    if (found.length > alternativesMax) return [pattern];
  }
  return found;
}

/** A character, `?`, `*`, `**` or `**` and a slash. */
function tokensOf(pattern: string): string[] {
  return pattern.match(/\*\*\/|\*+|[^*]/gu) ?? [];
}

/**
 * Tries all ways at once: a pattern of many stars takes no longer than its length times the text's.
 */
function matches(text: string, tokens: readonly string[]): boolean {
  const characters = [...text];
  // Whether the tokens so far match the first `at` characters.
  let reached = characters.map(() => false);
  reached = [true, ...reached];
  for (const token of tokens) reached = step(reached, characters, token);
  return reached.at(-1) === true;
}

function step(before: readonly boolean[], text: readonly string[], token: string): boolean[] {
  if (token === "**/") {
    let isOpen = before[0] === true;
    return before.map((is, at) => {
      if (is) isOpen = true;
      return is || (isOpen && text[at - 1] === "/");
    });
  }
  if (!token.startsWith("*")) {
    const fits = (character: string) => (token === "?" ? character !== "/" : character === token);
    return before.map((_is, at) => at > 0 && before[at - 1] === true && fits(text[at - 1]!));
  }
  let isOpen = false;
  return before.map((is, at) => {
    if (token === "*" && text[at - 1] === "/") isOpen = false;
    if (is) isOpen = true;
    return isOpen;
  });
}
