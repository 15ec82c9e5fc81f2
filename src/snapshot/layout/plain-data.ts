/**
 * Plain data as JSON text, exactly: what is read back is what was written, lone surrogates, `-0`,
 * infinities and `undefined` among it. JSON and not MessagePack, as the rest of a header: the
 * engine's own parser is ready at once, while a decoder in JavaScript delays the first answer.
 */

/** What JSON has no form for stands in an object with this one field; names of fields are ours. */
const mark = "$";

/** Values are undefined, booleans, numbers, texts, and lists and objects of them. */
export function printPlain(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJson(part) ? part : { [mark]: Object.is(part, -0) ? "-0" : String(part) },
  );
}

/** @throws SyntaxError for a text that is no JSON */
export function parsePlain(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return text.includes(`{"${mark}":`) ? restored(parsed) : parsed;
}

function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  return value !== undefined;
}

/** In place: what was parsed belongs to nobody else. */
function restored(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { [mark]: marked } = value as { [mark]?: unknown };
  if (marked !== undefined) return marked === "undefined" ? undefined : Number(marked);
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === "object") Reflect.set(value, key, restored(part));
  }
  return value;
}
