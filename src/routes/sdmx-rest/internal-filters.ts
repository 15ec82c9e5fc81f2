/** Filters as instances of the service send them to each other: messages in JSON. */

import { isObject } from "../../router/read-fields.ts";
import {
  type ComponentFilter,
  type Filters,
  invalid,
  type PropertyFilter,
  unimplemented,
} from "../../sdmx/filters.ts";

/** @throws CommonsError for what is no map of constraints, and for operators */
export function filtersIn(constraints: unknown): Filters {
  const filters = new Map<string, ComponentFilter>();
  for (const [id, constraint] of membersOf(constraints, "constraints")) {
    const properties = new Map<string, PropertyFilter>();
    const wanted = memberOf(constraint, "propertyConstraints");
    for (const [name, property] of membersOf(wanted, "propertyConstraints")) {
      const isTransitive = memberOf(property, "transitive") === true;
      properties.set(name, { values: valuesIn(property), isTransitive });
    }
    filters.set(id, { values: valuesIn(constraint), properties });
  }
  return filters;
}

/** @throws CommonsError */
function membersOf(value: unknown, name: string): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (isObject(value)) return Object.entries(value);
  throw invalid(`${name}: an object`);
}

/** By its name in either spelling. */
function memberOf(holder: unknown, name: string): unknown {
  if (!isObject(holder)) return undefined;
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const own = [name, other].find((one) => Object.hasOwn(holder, one));
  return own === undefined ? undefined : holder[own];
}

/** The one operator, by its name and number. */
const equals: readonly unknown[] = [undefined, null, "SDMX_OPERATOR_EQ", 0];

/** @throws CommonsError */
function valuesIn(constraint: unknown): string[] {
  const predicates = memberOf(constraint, "predicates") ?? [];
  if (!Array.isArray(predicates)) throw invalid("predicates: a list");
  return predicates.map((predicate: unknown) => {
    if (!equals.includes(memberOf(predicate, "operator"))) {
      throw unimplemented("SDMX operators other than EQ are not implemented yet");
    }
    const value = memberOf(predicate, "value") ?? "";
    if (typeof value === "string") return value;
    throw invalid("value: a text");
  });
}
