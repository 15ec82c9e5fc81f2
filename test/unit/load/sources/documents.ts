/** Documents that describe tables, as their readers get them. */
import { JsonPlace } from "../../../../src/load/held/json-place.ts";
import type { MetadataDocument } from "../../../../src/load/sources/members.ts";
import { parseJson } from "../../../../src/load/values/json-text.ts";

export function placeOf(said: unknown, path = "a.json"): JsonPlace {
  return new JsonPlace(parseJson(JSON.stringify(said), path), path, "");
}

/** @param others documents that it may name */
export function documentOf(
  said: unknown,
  path: string,
  others: Readonly<Record<string, unknown>> = {},
): MetadataDocument {
  const other = async (name: string) => placeOf(others[name], name);
  return { path, place: placeOf(said, path), other };
}
