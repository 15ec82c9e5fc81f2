/**
 * By which properties the observations of a variable are about entities: `observationAbout`, or those
 * that the graph names for the variable (behaviour: observation 10).
 */

import type { Range } from "../../store/columns/column-source.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { aboutProperty, entityProperties } from "../facet-fields.ts";
import type { ObservationTable } from "./observations.ts";

/** Properties that the graph names for a variable, ascending; none for `observationAbout` alone. */
export function namedProperties(graph: Graph, variable: TermId): readonly TermId[] {
  const predicate = graph.predicateOf(entityProperties);
  if (predicate === undefined) return [];
  const values = graph.valuesOf(variable, predicate);
  const nodes = values.filter((value) => graph.dictionary.isNode(value));
  const [only] = nodes;
  const isUsual = nodes.length === 1 && graph.dictionary.textOf(only!) === aboutProperty;
  return isUsual ? [] : nodes;
}

/** The properties of a variable, in the order of the entities of its series. */
export function entityPropertiesOf(graph: Graph, variable: TermId | undefined): readonly string[] {
  const named = variable === undefined ? [] : namedProperties(graph, variable);
  return named.length === 0 ? [aboutProperty] : named.map((node) => graph.dictionary.textOf(node));
}

/** A world, or what of it is needed here. */
interface Observed {
  readonly graph: Graph;
  readonly observations: ObservationTable;
}

/**
 * Series of a variable whose entities are among those wanted, ascending. A property that is not named
 * may have any entity; none is found if the variable lacks a property.
 */
export function seriesAmong(
  { graph, observations }: Observed,
  variable: TermId,
  wanted: ReadonlyMap<string, ReadonlySet<TermId>>,
): readonly number[] {
  const properties = entityPropertiesOf(graph, variable);
  if ([...wanted.keys()].some((property) => !properties.includes(property))) return [];
  const sets = properties.map((property) => wanted.get(property));
  const place = sets.findIndex((set) => set !== undefined);
  if (place < 0) return allSeries(observations.seriesOfVariable(variable));
  const found = seriesAt(observations, variable, place, sets[place]!);
  const others = sets.filter((set, at) => set !== undefined && at !== place);
  // Of a further entity it is not known yet by which property it is one.
  if (others.length === 0 && (place === 0 || sets.length === 2)) return found;
  return found.filter((series) => {
    const entities = observations.allEntitiesOf(series);
    return sets.every((set, at) => set?.has(entities[at]!) !== false);
  });
}

const allSeries = ({ start, end }: Range): number[] =>
  Array.from({ length: end - start }, (_, at) => start + at);

/** Series of a variable that have one of some entities at a place, or perhaps at another. */
function seriesAt(
  observations: ObservationTable,
  variable: TermId,
  place: number,
  entities: ReadonlySet<TermId>,
): readonly number[] {
  const found = new Set<number>();
  const range = observations.seriesOfVariable(variable);
  const cursor = observations.cursorOf(variable);
  for (const entity of [...entities].sort((a, b) => a - b)) {
    if (place > 0) for (const one of observations.further.seriesWith(entity, range)) found.add(one);
    else if (cursor.seek(entity)) for (let at = cursor.start; at < cursor.end; at++) found.add(at);
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * Series of a variable that are about an entity by a property, ascending; none if the variable does
 * not have the property.
 */
export function seriesAbout(
  world: Observed,
  variable: TermId,
  property: string,
  entity: TermId,
): readonly number[] {
  return seriesAmong(world, variable, new Map([[property, new Set([entity])]]));
}
