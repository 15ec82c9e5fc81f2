/** The filters of a request, and the rules that they keep whatever the world. */

import { CommonsError } from "../errors/errors.ts";
import { rpcStatuses } from "../errors/rpc.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import { idForm, isFixed, mayFilter, mayList, type SdmxQuestion } from "./components.ts";

/** Values of which one must fit, or properties that the value must have. */
export interface ComponentFilter {
  readonly values: readonly string[];
  /** By the name of the property. */
  readonly properties: ReadonlyMap<string, PropertyFilter>;
}

export interface PropertyFilter {
  readonly values: readonly string[];
  /** Over any number of steps. */
  readonly isTransitive: boolean;
}

/** By the id of the component. */
export type Filters = ReadonlyMap<string, ComponentFilter>;

/** All points of a series, its last one, or those at dates. */
export type TimeFilter = "all" | "latest" | readonly string[];

/** Types of places inside of a place. */
export interface PlaceFilter {
  readonly ancestor: string;
  readonly type: string;
}

/** A request that is wrong (behaviour: sdmx 1). */
export const invalid = (message: string): CommonsError =>
  new CommonsError("REQUEST", message, { rpc: rpcStatuses.invalidArgument });

/** A request for what the standard has and the service lacks. */
export const unimplemented = (message: string): CommonsError =>
  new CommonsError("REQUEST", message, { rpc: { code: 12, status: 501 } });

/** A text as the service quotes it. */
export const quoted = (text: string): string => JSON.stringify(text);

const variable = "variableMeasured";
const time = "TIME_PERIOD";
const latestWord = "latest";

/** The two properties of a place, and whether each is sought over several steps. */
const placeProperties: ReadonlyMap<string, boolean> = new Map([
  ["containedInPlace", true],
  ["typeOf", false],
]);

/**
 * Holds filters to the rules that need no variable (behaviour: sdmx 4).
 *
 * @throws CommonsError
 */
export function checkFilters(filters: Filters, question: SdmxQuestion): void {
  for (const id of filters.keys()) {
    const subject = `SDMX component filter ${quoted(id)}`;
    if (!idForm.test(id)) throw invalid(`invalid ${subject}`);
    if (!mayFilter(id, question)) throw unimplemented(`unsupported ${subject}`);
  }
  if (!filters.has(variable)) throw missingVariable();
  for (const [id, filter] of sorted(filters)) checkValues(id, filter);
  for (const [id, filter] of sorted(filters)) checkProperties(id, filter);
  const dates = timeOf(filters);
  if (question === "availability" && dates === "latest") {
    const hint = "use explicit dates";
    throw invalid(`SDMX ${time} filter LATEST is not valid for availability; ${hint}`);
  }
  if (variablesOf(filters).length === 0) throw missingVariable();
}

/** @throws CommonsError for a component whose values are never listed */
export function checkListed(component: string): void {
  const subject = `SDMX availability component ${quoted(component)}`;
  if (!idForm.test(component)) throw invalid(`invalid ${subject}`);
  if (!mayList(component)) throw unimplemented(`unsupported ${subject}`);
}

const missingVariable = () => invalid(`missing required SDMX component filter ${variable}`);

/** @throws CommonsError */
function checkValues(id: string, { values, properties }: ComponentFilter): void {
  const subject = `SDMX component filter ${quoted(id)}`;
  if (values.some((value) => value.trim() === ""))
    throw invalid(`${subject} contains an empty value`);
  if (values.length + properties.size > 0) return;
  throw invalid(`${subject} must have at least one value`);
}

/** The variables of a request, ascending and each once. */
export const variablesOf = (filters: Filters): string[] =>
  [...new Set(filters.get(variable)?.values)].sort(compareUtf8);

/** @throws CommonsError */
function checkProperties(id: string, { values, properties }: ComponentFilter): void {
  if (properties.size === 0) return;
  const subject = `SDMX component filter ${quoted(id)}`;
  if (values.length > 0) throw invalid(`${subject} cannot combine direct and property predicates`);
  const isPair = [...placeProperties.keys()].every((name) => properties.has(name));
  if (isPair && properties.size > placeProperties.size) {
    throw invalid(`${subject} cannot include additional property predicates`);
  }
  for (const [name, filter] of sorted(properties)) checkProperty(id, name, filter);
  if (isPair) return;
  const needed = "require containedInPlace+ and typeOf";
  throw invalid(`SDMX property filters on component ${quoted(id)} ${needed}`);
}

/** @throws CommonsError */
function checkProperty(id: string, name: string, { values, isTransitive }: PropertyFilter): void {
  const wanted = placeProperties.get(name);
  if (wanted === undefined) throw unknownProperty(name);
  if (isFixed(id)) throw withoutProperties(id);
  if (values.length !== 1) {
    const place = `SDMX property filter ${quoted(name)} on component ${quoted(id)}`;
    throw invalid(`${place} must have exactly one value`);
  }
  if (isTransitive !== wanted) throw unknownProperty(isTransitive ? `${name}+` : name);
}

const unknownProperty = (name: string) =>
  unimplemented(`SDMX property constraint ${quoted(name)} is not implemented yet`);

export const withoutProperties = (id: string): CommonsError =>
  unimplemented(`SDMX property constraints on component ${quoted(id)} are not implemented yet`);

/** @throws CommonsError for the last point and dates at once */
export function timeOf(filters: Filters): TimeFilter {
  const filter = filters.get(time);
  if (filter === undefined) return "all";
  const dates = new Set(filter.values.filter((value) => value.toLowerCase() !== latestWord));
  if (dates.size === 0) return "latest";
  if (filter.values.some((value) => value.toLowerCase() === latestWord)) {
    throw invalid(`SDMX ${time} filter cannot combine LATEST with explicit dates`);
  }
  return [...dates].sort(compareUtf8);
}

/** The places that a filter wants; undefined for a filter by values. */
export function placesOf({ properties }: ComponentFilter): PlaceFilter | undefined {
  const [ancestor] = properties.get("containedInPlace")?.values ?? [];
  const [type] = properties.get("typeOf")?.values ?? [];
  return ancestor === undefined || type === undefined ? undefined : { ancestor, type };
}

/** Entries by their names, as their UTF-8 orders them. */
export function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => compareUtf8(a, b));
}
