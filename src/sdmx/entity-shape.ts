/** Which properties the variables of a request have, and whether its filters fit these. */

import { aboutProperty, entitiesMax } from "../stats/facets/facet-fields.ts";
import { entityPropertiesOf } from "../stats/read/entity-properties.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";
import { filtersFor, isFixed, type SdmxQuestion } from "./components.ts";
import {
  type Filters,
  invalid,
  quoted,
  sorted,
  variablesOf,
  withoutProperties,
} from "./filters.ts";

/**
 * The properties by which observations of the variables are about entities, ascending (behaviour:
 * sdmx 1).
 *
 * @throws CommonsError for variables that cannot be asked for together
 */
export function propertiesFor(world: World, filters: Filters): readonly string[] {
  const [first, ...others] = variablesOf(filters).map((variable) => {
    return { variable, properties: checkedProperties(world, variable) };
  });
  if (first === undefined) return [aboutProperty];
  for (const { variable, properties } of others) {
    if (shown(properties) === shown(first.properties)) continue;
    const got = `got ${shown(properties)}, want ${shown(first.properties)}`;
    throw misshapen(
      `incompatible observationProperties for stat var ${quoted(variable)}: ${got} from stat var ${quoted(first.variable)}`,
    );
  }
  return first.properties;
}

/** @throws CommonsError */
function checkedProperties({ graph }: World, variable: string): readonly string[] {
  const properties = entityPropertiesOf(graph, graph.dictionary.nodeOf(variable));
  const subject = `stat var ${quoted(variable)} has`;
  const reserved = properties.find(isFixed);
  if (reserved !== undefined) {
    throw misshapen(`${subject} reserved observationProperty ${quoted(reserved)}`);
  }
  const { length } = properties;
  if (length <= entitiesMax) return properties;
  const most = `max supported entity slots is ${entitiesMax}`;
  throw misshapen(`${subject} ${length} observationProperties; ${most}`);
}

/** The service names the step that refuses. */
const misshapen = (problem: string) => invalid(`resolveSdmxEntityShape: ${problem}`);

/**
 * Holds filters to the components that the variables have.
 *
 * @throws CommonsError
 */
export function checkFit(
  filters: Filters,
  properties: readonly string[],
  question: SdmxQuestion,
): void {
  for (const [id, filter] of sorted(filters)) {
    if (filter.properties.size > 0 && !properties.includes(id)) throw withoutProperties(id);
  }
  const known = filtersFor(properties, question);
  const wrong = sorted(filters).find(([id]) => !known.includes(id));
  if (wrong !== undefined) {
    const kind = question === "data" ? "components" : "dimensions";
    const list = shown(known.sort(compareUtf8));
    throw invalid(
      `unsupported SDMX component filter ${quoted(wrong[0])}; filterable ${kind} are ${list}`,
    );
  }
  if (question === "data" && !properties.some((property) => filters.has(property))) {
    const needed = "SDMX data query must include at least one observation property filter";
    throw invalid(`${needed}; allowed observation properties are ${shown(properties)}`);
  }
}

/**
 * Holds the component whose values are asked for to those that the variables have.
 *
 * @throws CommonsError
 */
export function checkComponent(component: string, properties: readonly string[]): void {
  const known = filtersFor(properties, "availability").filter((id) => id !== "TIME_PERIOD");
  if (known.includes(component)) return;
  const list = shown(known.sort(compareUtf8));
  throw invalid(
    `unsupported SDMX availability component ${quoted(component)}; filterable dimensions are ${list}`,
  );
}

/** A list as the service writes it. */
const shown = (list: readonly string[]): string => `[${list.join(" ")}]`;
