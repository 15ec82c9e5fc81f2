/** Headings in pairs: a column of codes, and right of it the names of these codes. */

/** `REF_AREA`, `geo` and `variableMeasured` are ids; `Reference area` and `Sex` are names of ids. */
function isId(heading: string): boolean {
  return /^(?:[A-Z][A-Z0-9_]*|[a-z][A-Za-z0-9_]*)$/.test(heading);
}

const labelEnd = /(?:_LABEL|_NAME|\.label)$/i;

/**
 * The heading that a column of names belongs to, by position; undefined for a column of codes. A name
 * stands right of its id, or its heading is the id with `_LABEL`.
 * @param own headings that are no names.
 */
export function labelledBy(
  headings: readonly string[],
  own: readonly string[] = [],
): readonly (string | undefined)[] {
  const isLabel = headings.map((heading, at) => {
    if (own.includes(heading)) return false;
    const left = headings[at - 1] ?? "";
    if (labelEnd.test(heading)) return headings.includes(heading.replace(labelEnd, ""));
    return !isId(heading) && !/ Code$/.test(heading) && (isId(left) || left === `${heading} Code`);
  });
  return headings.map((heading, at) => {
    if (isLabel[at] !== true) return undefined;
    const bare = heading.replace(labelEnd, "");
    return bare !== heading ? bare : headings[at - 1];
  });
}
