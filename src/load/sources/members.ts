/** Members of descriptions, as several kinds of them have them. */
import type { JsonPlace } from "../held/json-place.ts";

/** Reads a document, which may name another one in its folder. */
export interface MetadataDocument {
  readonly path: string;
  readonly place: JsonPlace;
  /** @throws LoadError if it is not there */
  readonly other: (name: string, at: JsonPlace) => Promise<JsonPlace>;
}

/** An object that stands in place, or in a document of its own that the place names. */
export async function objectAt(
  place: JsonPlace | undefined,
  { other }: MetadataDocument,
): Promise<JsonPlace | undefined> {
  return place === undefined || place.isObject ? place : await other(place.text(), place);
}

/** A path within the folder of the document. @throws LoadError for any other */
export function pathIn(path: string, at: JsonPlace): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path))
    at.fail(`names '${path}': nothing is fetched from a network`);
  const parts = path.split("/");
  if (path === "" || path.startsWith("/") || path.includes("\\") || parts.includes("..")) {
    at.fail(`names '${path}', which is no path within its folder`);
  }
  return path;
}

/** The first of these members that is a text. */
export function textAt(place: JsonPlace, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = place.at(name);
    const text = found?.isList === true ? found.item(0)?.label() : found?.label();
    if (text !== undefined && text.trim() !== "") return text.trim();
  }
  return undefined;
}

/** A text, or a list of texts. */
export function textsAt(place: JsonPlace, name: string): string[] {
  const found = place.at(name);
  if (found === undefined) return [];
  return (found.isList ? found.items() : [found]).map((one) => one.text());
}

/** How rows are written, by members that have one name in all kinds. */
export function dialectIn(dialect: JsonPlace | undefined) {
  const odd =
    dialect === undefined
      ? undefined
      : dialect.entries().find(([name, value]) => isUnread(name, value));
  return {
    delimiter: dialect && textOf(dialect, "delimiter"),
    comment: dialect && (textAt(dialect, "commentPrefix") ?? textAt(dialect, "commentChar")),
    problem: odd && `its dialect has ${odd[0]}, which is not read`,
  };
}

/** A tab is a text, too. */
function textOf(place: JsonPlace, name: string): string | undefined {
  return place.at(name)?.text();
}

/** Cells would be parted at other places. */
function isUnread(name: string, value: JsonPlace): boolean {
  const said = value.node.kind === "null" ? undefined : value.isList ? "" : value.cell();
  if (name === "quoteChar") return said !== undefined && said !== '"';
  if (name === "doubleQuote") return said === false;
  if (name === "skipColumns") return `${said}` !== "0";
  return name === "escapeChar" || name === "headerJoin" || name === "property";
}

/** An encoding that is read; another one is a problem. */
export function encodingIn(name: string | undefined): {
  readonly encoding?: "utf-8" | "windows-1252";
  readonly problem?: string;
} {
  if (name === undefined) return {};
  if (/^(?:utf-?8(?:-sig)?|(?:us-)?ascii)$/i.test(name)) return { encoding: "utf-8" };
  if (/^(?:(?:windows-|cp)1252|iso-?8859-?1|latin-?1)$/i.test(name))
    return { encoding: "windows-1252" };
  return { problem: `its encoding is ${name}, which is not read` };
}

const dayFirstForm = /^(?:%-?d|d{1,2})\W/;

/** Whether dates of a form, such as `%d/%m/%Y` or `dd.MM.yyyy`, begin with the day. */
export function isDayFirst(form: string | undefined): boolean | undefined {
  if (form === undefined || !/%|[dM]{1,2}\W/.test(form)) return undefined;
  return dayFirstForm.test(form);
}
