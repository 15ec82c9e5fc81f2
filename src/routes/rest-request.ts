/** Requests of SDMX REST 3: path and query string into filters. */

import { dataflow, idForm, type SdmxQuestion } from "../sdmx/components.ts";
import {
  checkFilters,
  checkListed,
  type Filters,
  invalid,
  type PropertyFilter,
  quoted,
  unimplemented,
} from "../sdmx/filters.ts";

/** What a request says, with all that can be refused before the world is asked. */
interface RestRequest {
  readonly filters: Filters;
  /** The component whose values are asked for; empty for data. */
  readonly component: string;
  /** The parameter `format`; empty where there is none. */
  readonly format: string;
}

/** What a value may not begin with: operators of the standard. */
const operator = /^(?:eq|ne|lt|le|gt|ge|co|nc|sw|ew):/;

/**
 * Reads a request (behaviour: sdmx 2, 3).
 *
 * @param tail the path after that of the route
 * @param query as it was sent, without `?`
 * @param formats values that the parameter `format` of data may have
 * @throws CommonsError
 */
export function readRest(
  question: SdmxQuestion,
  tail: string,
  query: string,
  formats: readonly string[],
): RestRequest {
  const path = readPath(question, tail);
  const read = question === "data" ? readDataQuery : readAvailabilityQuery;
  const { filters, format } = read(readPairs(query), formats);
  const component = checkPath(question, path);
  checkFilters(filters, question);
  return { filters, component, format };
}

/**
 * The filters of a request for a structure, of which those by variable count.
 *
 * @throws CommonsError
 */
export function readStructureQuery(query: string): Filters {
  const { filters } = readDataQuery(
    readPairs(query).filter(([name]) => name !== "format"),
    [],
  );
  checkFilters(filters, "availability");
  return filters;
}

/** @throws CommonsError */
function readPath(question: SdmxQuestion, tail: string): readonly string[] {
  const path = tail.replace(/^\/+|\/+$/g, "");
  if (path === "") return [];
  const parts = path.split("/");
  const count = question === "data" ? 5 : 6;
  if (parts.length !== count || parts.includes("")) throw invalid(`invalid SDMX ${question} path`);
  if (parts[4] === "*") return parts;
  throw unimplemented(`SDMX ${question} keys other than * are not implemented yet`);
}

/**
 * @returns the component whose values are asked for
 * @throws CommonsError
 */
function checkPath(question: SdmxQuestion, path: readonly string[]): string {
  if (path.length === 0) throw invalid(`SDMX ${question} path is required`);
  const [context, agency, id, version = "", , component = ""] = path;
  if (context !== "dataflow" || agency !== dataflow.agency || id !== dataflow.id) {
    throw unimplemented("unsupported SDMX dataflow");
  }
  if (version !== dataflow.version) {
    throw invalid(`unsupported SDMX dataflow version ${quoted(version)}`);
  }
  if (question === "availability") checkListed(component);
  return component;
}

type Pair = readonly [name: string, value: string];

/** @throws CommonsError for an escape that is none */
function readPairs(query: string): Pair[] {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const encoded = at === -1 ? pair : pair.slice(0, at);
      const name = decoded(encoded, "invalid SDMX query parameter name");
      const problem = `invalid value for SDMX query parameter ${quoted(name)}`;
      return [name, decoded(at === -1 ? "" : pair.slice(at + 1), problem)] as const;
    });
}

/** As in a path: `+` stays. */
function decoded(text: string, problem: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(problem);
  }
}

interface ReadQuery {
  readonly filters: Filters;
  readonly format: string;
}

/** @throws CommonsError */
function readDataQuery(pairs: readonly Pair[], formats: readonly string[]): ReadQuery {
  const filters = new RestFilters();
  let format = "";
  for (const [name, value] of pairs) {
    if (filters.add(name, value) || name !== "format") continue;
    if (format !== "") throw invalid("duplicate SDMX format query parameter");
    if (!formats.includes(value)) {
      throw invalid(`unsupported SDMX data response format ${quoted(value)}`);
    }
    format = value;
  }
  return { filters: filters.all, format };
}

/** The one value of parameters that may have one. */
const fixedParameters = { mode: "exact", references: "none" } as const;

/** @throws CommonsError */
function readAvailabilityQuery(pairs: readonly Pair[]): ReadQuery {
  const filters = new RestFilters();
  for (const [name, value] of pairs) {
    if (filters.add(name, value)) continue;
    const given = quoted(value);
    if (name === "mode" && value !== fixedParameters.mode) {
      throw unimplemented(`SDMX availability mode ${given} is not implemented yet`);
    }
    if (name === "references" && value !== fixedParameters.references) {
      throw unimplemented(`SDMX availability references ${given} are not implemented yet`);
    }
    if (name === "updatedAfter" || name === "reportingYearStartDay") {
      const parameter = `SDMX availability query parameter ${quoted(name)}`;
      throw unimplemented(`${parameter} is not implemented yet`);
    }
  }
  return { filters: filters.all, format: "" };
}

/** Collects parameters of the form `c[component]` and `c[component.property]`. */
class RestFilters {
  readonly all = new Map<string, Draft>();

  /**
   * @returns whether the parameter is a filter
   * @throws CommonsError
   */
  add(name: string, value: string): boolean {
    if (!name.startsWith("c[")) return false;
    const { id, property, isTransitive } = selectorOf(name);
    const values = valuesOf(value);
    const filter: Draft = this.all.get(id) ?? { values: [], properties: new Map() };
    this.all.set(id, filter);
    if (property === undefined) {
      if (filter.values.length > 0) {
        throw invalid(`duplicate SDMX component filter ${quoted(id)}`);
      }
      filter.values = values;
    } else if (filter.properties.has(property)) {
      throw invalid(`duplicate SDMX property filter ${quoted(`${id}.${property}`)}`);
    } else {
      filter.properties.set(property, { values, isTransitive });
    }
    return true;
  }
}

interface Draft {
  values: readonly string[];
  readonly properties: Map<string, PropertyFilter>;
}

interface Selector {
  readonly id: string;
  readonly property: string | undefined;
  readonly isTransitive: boolean;
}

/** @throws CommonsError */
function selectorOf(name: string): Selector {
  if (!name.endsWith("]")) throw invalid("invalid SDMX component filter name");
  const selector = name.slice("c[".length, -1);
  const [id = "", written, ...more] = selector.split(".");
  const isTransitive = written?.endsWith("+") ?? false;
  const property = isTransitive ? written?.slice(0, -1) : written;
  const ids = property === undefined ? [id] : [id, property];
  if (more.length === 0 && ids.every((one) => idForm.test(one))) {
    return { id, property, isTransitive };
  }
  throw invalid(`invalid SDMX component filter ${quoted(selector)}`);
}

/** @throws CommonsError */
function valuesOf(text: string): readonly string[] {
  const empty = () => invalid("empty SDMX component filter value");
  if (text === "") throw empty();
  if (text.includes("+")) throw unimplemented("SDMX AND filters are not implemented yet");
  return text.split(",").map((part) => {
    const value = part.trim();
    if (value === "") throw empty();
    if (operator.test(value)) {
      throw unimplemented("SDMX component filter operators are not implemented yet");
    }
    return value;
  });
}
