/** Media types of SDMX: what a client accepts, and what is sent. */

import { quoted, unimplemented } from "../../sdmx/filters.ts";

export const csvType = "application/vnd.sdmx.data+csv;version=2.0.0";
export const jsonStatType = "application/json; charset=utf-8";
export const structureType = "application/vnd.sdmx.structure+json;version=2.0.0";

/** The version of both formats. */
const version = "2.0.0";

interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const typeForm = new RegExp(`^${token}(?:/${token})?$`);
const parameterForm = new RegExp(`^(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")$`);

/** The media types of a header `Accept` that can be read, in their order. Weights do not count. */
function* acceptedTypes(accept: string): Generator<MediaType> {
  for (const item of accept.split(",")) {
    const [written = "", ...rest] = item.split(";").map((part) => part.trim());
    if (!typeForm.test(written)) continue;
    const found = rest.filter((part) => part !== "").map((part) => parameterForm.exec(part));
    const parameters = new Map<string, string>();
    for (const match of found) {
      const [, name = "", plain, inQuotes = ""] = match ?? [];
      parameters.set(name.toLowerCase(), plain ?? inQuotes.replace(/\\(.)/g, "$1"));
    }
    const isRead = !found.includes(null) && parameters.size === found.length;
    if (isRead) yield { type: written.toLowerCase(), parameters };
  }
}

/** Data go out as CSV, unless the first known type wants another form (behaviour: sdmx 6). @throws CommonsError */
export function checkDataTypes(accept: string): void {
  for (const { type, parameters } of acceptedTypes(accept)) {
    if (type === "application/vnd.sdmx.data+json") {
      throw unimplemented("SDMX JSON responses are not implemented yet");
    }
    if (type === "application/vnd.sdmx.data+csv" || type === "text/csv") {
      const refusal = refusalOf(parameters, "SDMX CSV", version);
      if (refusal !== undefined) throw unimplemented(refusal);
      return;
    }
  }
}

/** One type of the list must be what is sent, else the first one decides. @throws CommonsError */
export function checkStructureTypes(accept: string): void {
  let first: string | undefined;
  for (const accepted of acceptedTypes(accept)) {
    const refusal = structureRefusalOf(accepted);
    if (refusal === undefined) return;
    first ??= refusal;
  }
  if (first !== undefined) throw unimplemented(first);
}

function structureRefusalOf({ type, parameters }: MediaType): string | undefined {
  if (type === "*/*") return undefined;
  if (type === "application/vnd.sdmx.structure+json") {
    return refusalOf(parameters, "SDMX structure JSON", "");
  }
  if (type === "application/vnd.sdmx.structure+xml") {
    return "SDMX structure XML responses are not implemented yet";
  }
  return `SDMX availability response media type ${quoted(type)} is not implemented yet`;
}

/** @param assumed the version where none is named */
function refusalOf(
  parameters: MediaType["parameters"],
  format: string,
  assumed: string,
): string | undefined {
  for (const name of parameters.keys()) {
    if (name === "version" || name === "q") continue;
    return `${format} response option ${quoted(name)} is not implemented yet`;
  }
  const wanted = parameters.get("version") ?? assumed;
  if (wanted === version) return undefined;
  return `${format} version ${quoted(wanted)} is not implemented yet`;
}
