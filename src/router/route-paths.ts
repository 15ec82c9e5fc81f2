/** Paths → rows: one matcher for every table of routes. */

/** A self-hosted instance serves the documented paths below this (behaviour: http 2.5). */
const selfHostedRoot = "/core/api";

/** What a table of routes has in each row. */
export interface PathRow {
  /** `{name}` means one segment, `{name...}` one or more. */
  readonly path: string;
  /** Further paths of the same row. */
  readonly aliases?: readonly string[];
}

/** A field in a path, still encoded; undefined where the path ends before it. */
export type PathValue = readonly [name: string, encoded: string | undefined];

export interface Match<Row> {
  readonly row: Row;
  readonly selfHosted: boolean;
  readonly path: readonly PathValue[];
}

/** Finds a row by the path of a URL; undefined where no row stands. */
export type Router<Row> = (path: string) => Match<Row> | undefined;

/** Path and query of a URL. Only its first `?` divides: the query may have others. */
export function cutUrl(url: string): readonly [path: string, query: string | undefined] {
  const at = url.indexOf("?");
  return at === -1 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)];
}

export function createRouter<Row extends PathRow>(rows: Iterable<Row>): Router<Row> {
  const fixed = new Map<string, Row>();
  const templates: { readonly row: Row; readonly template: readonly Segment[] }[] = [];
  for (const row of rows) {
    for (const path of [row.path, ...(row.aliases ?? [])]) {
      if (path.includes("{")) templates.push({ row, template: parseTemplate(path) });
      else fixed.set(path, row);
    }
  }
  return (full) => {
    const selfHosted = full.startsWith(`${selfHostedRoot}/`);
    const path = withoutTrailingSlashes(selfHosted ? full.slice(selfHostedRoot.length) : full);
    const row = fixed.get(path);
    if (row !== undefined) return { row, selfHosted, path: [] };
    if (templates.length === 0) return undefined;
    const segments = path.split("/");
    for (const { row, template } of templates) {
      const values = match(template, segments);
      if (values !== undefined) return { row, selfHosted, path: values };
    }
    return undefined;
  };
}

/** One segment of a template: fixed text, `{name}` for any one, `{name...}` for one or more. */
interface Segment {
  readonly kind: "fixed" | "one" | "rest";
  readonly text: string;
}

function parseTemplate(path: string): readonly Segment[] {
  return path.split("/").map((segment) => {
    const [, name, dots] = /^\{(\w+)(\.\.\.)?\}$/.exec(segment) ?? [];
    if (name === undefined) return { kind: "fixed", text: segment };
    return { kind: dots === undefined ? "one" : "rest", text: name };
  });
}

/**
 * Segments are split before they are decoded, so an encoded slash never ends one (behaviour: http
 * 2.2). A path that lacks fields at its end is still the row's.
 */
function match(
  template: readonly Segment[],
  segments: readonly string[],
): readonly PathValue[] | undefined {
  const values: PathValue[] = [];
  let at = 0;
  for (const [index, { kind, text }] of template.entries()) {
    if (kind === "fixed") {
      if (segments[at++] !== text) return undefined;
      continue;
    }
    const after = template.length - index - 1;
    const end = kind === "one" ? at + 1 : Math.max(at + 1, segments.length - after);
    values.push([text, at < segments.length ? segments.slice(at, end).join("/") : undefined]);
    at = end;
  }
  return at < segments.length ? undefined : values;
}

/** A path that ends in `/` means the same route (behaviour: http 2.1). */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}
