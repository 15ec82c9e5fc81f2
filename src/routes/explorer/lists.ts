/** Lists to choose from. Each is a page, with the number of all. */

import { VariableLines } from "../../catalog/catalog-lines.ts";
import { tellingFirst } from "../../catalog/vague-types.ts";
import type { CatalogVariable, FoundPage } from "../../engine.ts";
import type { Commons } from "../../index.ts";
import { Refusal } from "../route.ts";
import type { PageOf } from "./check.ts";
import { byName, isOfSeveral, type Named, nameOf } from "./flows.ts";

export interface Page<Line> {
  readonly lines: readonly Line[];
  readonly total: number;
}

export const pageMax = 500;

interface VariablesAsked extends PageOf {
  readonly text: string;
  readonly type: string;
  /** Only these, if there are some. */
  readonly dcids: readonly string[];
}

/** A page of variables with data, of one type of entities if `type` says so, by name. */
export function variablesOf(
  commons: Commons,
  { text, type, dcids, offset, limit }: VariablesAsked,
): Page<CatalogVariable> {
  if (dcids.length > 0) {
    const lines = linesOf(commons, dcids);
    return { lines, total: lines.length };
  }
  const search = { search: text, ...(type === "" ? {} : { type }) };
  const lines = commons.catalog.variables(search);
  return { lines: lines.slice(offset, offset + limit), total: lines.length };
}

/** In their order; none for what has no data. */
function linesOf({ engine }: Commons, dcids: readonly string[]): CatalogVariable[] {
  const { graph, observations } = engine;
  const lines = new VariableLines(graph, observations);
  return dcids.flatMap((dcid) => {
    const node = graph.dictionary.nodeOf(dcid);
    if (node === undefined) return [];
    const { start, end } = observations.seriesOfVariable(node);
    return start === end ? [] : [lines.lineOf(node)];
  });
}

export interface Groups {
  readonly groups: readonly Named[];
  readonly variables: readonly Named[];
  /** Of both, before they were cut. */
  readonly total: number;
}

/** What is in a group of variables; without `parent`, the groups that are in no other one. */
export function groupsOf(commons: Commons, { parent }: { readonly parent: string }): Groups {
  const [groups, variables] =
    parent === ""
      ? [rootsOf(commons), []]
      : [sources(commons, parent, "specializationOf"), sources(commons, parent, "memberOf")];
  return {
    groups: groups.slice(0, pageMax),
    variables: variables.slice(0, pageMax),
    total: groups.length + variables.length,
  };
}

function rootsOf({ catalog, engine: { graph } }: Commons): readonly Named[] {
  return catalog
    .entities({ type: "StatVarGroup" })
    .filter(({ dcid }) => {
      const node = graph.dictionary.nodeOf(dcid);
      return graph.linked(node, "specializationOf").length === 0;
    })
    .map(nameOf);
}

/** Nodes that an arc leads from, by name. */
function sources({ engine: { graph } }: Commons, dcid: string, property: string): readonly Named[] {
  const found = graph.linked(graph.dictionary.nodeOf(dcid), property, "in");
  return found.map((node) => graph.named(node)).sort(byName);
}

interface Search {
  readonly text: string;
  readonly type: string;
  /** `place`, `variable`, or any. */
  readonly kind: string;
  readonly limit: number;
}

/** What a user may mean by some words. Without any: all variables, or all nodes of a type. */
export function searchOf({ catalog }: Commons, wanted: Search): FoundPage {
  const page = catalog.search(wanted);
  const lines = page.lines.map((line) => ({ ...line, types: tellingFirst(line.types) }));
  return { ...page, lines };
}

/** Nodes with their names; without one of what the world does not have. */
export function namesOf(
  { engine: { graph } }: Commons,
  { dcids }: { readonly dcids: readonly string[] },
): readonly Named[] {
  return dcids.map((dcid) => {
    const node = graph.dictionary.nodeOf(dcid);
    return node === undefined ? { dcid } : graph.named(node);
  });
}

/** Words that complete what a user types: `kind` is `property`, `type`, `variable` or `node`. */
export function wordsOf(commons: Commons, wanted: Search): readonly Named[] {
  const search = { search: wanted.text, limit: 50 };
  const { catalog } = commons;
  switch (wanted.kind) {
    case "property":
      return catalog.properties(search).map(nameOf);
    case "type":
      return catalog.types(search).map(nameOf);
    case "variable":
      return catalog.variables(search).map(nameOf);
    case "node":
      return searchOf(commons, { ...wanted, kind: "" }).lines.map(nameOf);
    default:
      throw new Refusal(400, "'kind' is property, type, variable or node");
  }
}

/** A variable that an entity has: its latest value, of the best series that has one, and the line of the longest. */
export interface ObservedVariable extends Named {
  readonly unit: string;
  readonly importName: string;
  /** How many series have more dates than the best one. */
  readonly more: number;
  readonly lastDate: string;
  readonly lastValue: number;
  /** Some of the numbers of the longest series, in the order of their dates. */
  readonly line: readonly number[];
  /** The source of the line, with its first and last date. */
  readonly lineOf: string;
  /** Whether the last value is of another series. */
  readonly isOther: boolean;
}

/** A line has so many numbers. */
const numbersMax = 60;

/**
 * A page of the variables of `dcid`, in the order of their dcids: not those about further entities, of
 * which a place has many latest values.
 */
export function observedOf(
  commons: Commons,
  { dcid: entity, offset, limit }: PageOf & { readonly dcid: string },
): Page<ObservedVariable> {
  const entities = { dcids: [entity] };
  const there = commons.v2.observation({ entity: entities, select: ["variable", "entity"] });
  const all = Object.entries(there.byVariable ?? {}).flatMap(([dcid, { byEntity }]) => {
    const isThere = byEntity !== undefined && Object.hasOwn(byEntity, entity);
    return isThere && !isOfSeveral(commons.engine, dcid) ? [dcid] : [];
  });
  const dcids = all.slice(offset, offset + limit);
  if (dcids.length === 0) return { lines: [], total: all.length };
  const { byVariable = {}, facets = {} } = commons.v2.observation({
    variable: { dcids },
    entity: entities,
    select: ["variable", "entity", "date", "value", "facet"],
  });
  const names = commons.v2.node({ nodes: dcids, property: "->name" }).data ?? {};
  const lines = dcids.flatMap((dcid): ObservedVariable[] => {
    const ordered = byVariable[dcid]?.byEntity?.[entity]?.orderedFacets ?? [];
    const series = ordered.flatMap(({ facetId, observations = [] }) => {
      const points = observations.filter(({ value }) => typeof value === "number");
      return points.length === 0 ? [] : [{ facet: facets[facetId], points }];
    });
    const lastOf = ({ points }: (typeof series)[number]) => points.at(-1)?.date ?? "";
    const [first, ...others] = series;
    if (first === undefined) return [];
    // The latest number, as tables and answers have it.
    const best = others.reduce((a, b) => (lastOf(b) > lastOf(a) ? b : a), first);
    const last = best.points.at(-1);
    if (last === undefined) return [];
    const longer = series.filter(({ points }) => points.length > best.points.length);
    const longest = longer.reduce((a, b) => (b.points.length > a.points.length ? b : a), best);
    const dates = [longest.points[0]?.date, longest.points.at(-1)?.date];
    const { importName = "no import", measurementMethod, observationPeriod } = longest.facet ?? {};
    const name = names[dcid]?.arcs?.["name"]?.nodes?.[0]?.value;
    const { facet } = best;
    return [
      {
        dcid,
        ...(name === undefined ? {} : { name }),
        unit: facet?.unit ?? "",
        importName: facet?.importName ?? "",
        more: longer.length,
        lastDate: last.date,
        lastValue: Number(last.value),
        line: thinned(longest.points.map(({ value }) => Number(value))),
        lineOf: `${[importName, measurementMethod, observationPeriod].filter(Boolean).join(", ")}: ${[...new Set(dates)].join(" to ")}`,
        isOther: longest !== best,
      },
    ];
  });
  return { lines, total: all.length };
}

/** Evenly chosen; the last one is among them. */
function thinned(numbers: readonly number[]): readonly number[] {
  if (numbers.length <= numbersMax) return numbers;
  const step = (numbers.length - 1) / (numbersMax - 1);
  return Array.from({ length: numbersMax }, (_, at) => numbers[Math.round(at * step)] as number);
}
