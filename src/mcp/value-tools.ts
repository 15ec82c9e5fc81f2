/** Tools that give values. */
import type { Commons } from "../index.ts";
import { getObservations } from "../unlisted/index.ts";
import { type Given, ToolError } from "./arguments.ts";
import { pageOf } from "./pages.ts";
import { fieldsOf } from "./search-tools.ts";

/** Entities by property: a list, or what is inside of another one. */
type Entities = Readonly<Record<string, readonly string[] | Inside>>;

interface Inside {
  readonly parent_dcid: string;
  readonly child_type: string;
}

export function observedOf(commons: Commons, given: Given): Promise<object> {
  return values(commons, given, { observationAbout: [given.text("place_dcid") as string] });
}

export function valuesWithin(commons: Commons, given: Given): Promise<object> {
  const inside = {
    parent_dcid: given.text("parent_place_dcid") as string,
    child_type: given.text("child_place_type") as string,
  };
  return values(commons, given, { observationAbout: inside });
}

export function multiEntityValues(commons: Commons, given: Given): Promise<object> {
  const parts = ["parent_entity_property", "parent_entity_dcid", "child_entity_type"] as const;
  const [property, parent, type] = parts.map((name) => given.text(name));
  const lists = given.lists("entities");
  if (property === undefined || parent === undefined || type === undefined) {
    if (property ?? parent ?? type) throw new ToolError(`send all of ${parts.join(", ")}, or none`);
    return values(commons, given, lists);
  }
  if (Object.hasOwn(lists, property)) {
    throw new ToolError(`${property} is in entities already: send it once`);
  }
  return values(commons, given, {
    ...lists,
    [property]: { parent_dcid: parent, child_type: type },
  });
}

async function values(commons: Commons, given: Given, entities: Entities): Promise<object> {
  const variable = given.text("variable_dcid") as string;
  const answer = getObservations(
    commons,
    fieldsOf({
      variable_dcid: variable,
      entities,
      source_override: given.text("source_override"),
      date: given.text("date"),
      date_range_start: given.text("date_range_start"),
      date_range_end: given.text("date_range_end"),
    }),
  );
  const { data = {}, entityMetadata = {}, ...rest } = answer as TabularAnswer;
  const { rows, ...page } = pageOf(data.rows ?? [], given.count("offset"));
  if (page.total === 0)
    return { ...rest, total: 0, ...(await reasonOf(commons, variable, entities)) };
  const places = new Set(rows.map(([place]) => place));
  return {
    ...rest,
    entityMetadata: {
      columns: entityMetadata.columns,
      rows: (entityMetadata.rows ?? []).filter(([dcid]) => places.has(dcid)),
    },
    data: { columns: data.columns, rows },
    ...page,
  };
}

interface TabularAnswer {
  readonly data?: Columns;
  readonly entityMetadata?: Columns;
}

interface Columns {
  readonly columns?: readonly string[];
  readonly rows?: readonly (readonly unknown[])[];
}

/** Why there are no values, and what there is instead. */
async function reasonOf(commons: Commons, variable: string, entities: Entities): Promise<object> {
  const [about = []] = Object.values(entities);
  const entity =
    "parent_dcid" in about
      ? {
          expression:
            `${about.parent_dcid}<-containedInPlace+{typeOf:${about.child_type}}` as const,
        }
      : { dcids: about };
  const { reason, suggestions } = await commons.explain({
    observation: {
      select: ["variable", "entity", "date", "value"],
      variable: { dcids: [variable] },
      entity,
    },
  });
  return {
    reason: reason ?? "there are values, but not of these dates or this source",
    ...(suggestions.length > 0 && { suggestions }),
    hint: "search_indicators finds variables that have data of a place",
  };
}
