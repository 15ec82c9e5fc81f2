/** `/v2/agent/get_observations`: one variable of places, from the one source that fits best. */

import type { Commons, EntityExpression } from "../../index.ts";
import { json, type ParamsOf, required, text } from "../../router/fields.ts";
import { present } from "../present.ts";
import { refused } from "../route.ts";
import { type Source, Sources } from "./agent-sources.ts";
import { type AgentNode, nodesOf, shown, type ToolTable, tableOf } from "./agent-tables.ts";
import { dateFields, dateFilterOf } from "./date-filter.ts";

/** The one dimension that observations have besides their variable. */
const aboutSlot = "observationAbout";

export const observationFields = {
  variable: required(text("variable_dcid"), {
    code: "invalidArgument",
    message: "variable_dcid must be specified",
  }),
  /** Places by property: a list, or what is inside of another place. */
  entities: json("entities"),
  place: text("place_dcid"),
  childType: text("child_place_type"),
  facet: text("source_override"),
  ...dateFields,
};

type ObservationQuestion = ParamsOf<typeof observationFields>;

export function getObservations(commons: Commons, question: ObservationQuestion) {
  const slots = slotsOf(question.entities);
  if (slots.size > 0) return asTables(commons, question, slots);
  if (question.place === "") {
    const message = "either entities map or place_dcid must be specified";
    throw refused("invalidArgument", message);
  }
  return asLists(commons, question);
}

type Slot = readonly string[] | { readonly parent: string; readonly childType: string };

/** @throws CommonsError for what names no places */
function slotsOf(entities: unknown): ReadonlyMap<string, Slot> {
  if (entities === undefined) return new Map();
  if (typeof entities !== "object" || entities === null || Array.isArray(entities)) {
    throw refused("invalidArgument", "entities: an object of lists");
  }
  const slots = new Map(
    Object.entries(entities).map(([name, value]) => [name, slotOf(name, value)] as const),
  );
  if ([...slots.values()].filter((slot) => "parent" in slot).length > 1) {
    const message = "at most 1 parent entity can be expanded per request";
    throw refused("invalidArgument", message);
  }
  return slots;
}

function slotOf(name: string, value: unknown): Slot {
  const refuse = (reason: string): never => {
    throw refused("invalidArgument", `slot ${JSON.stringify(name)}: ${reason}`);
  };
  if (Array.isArray(value)) {
    const texts = value.filter((one): one is string => typeof one === "string");
    return texts.length === value.length ? texts : refuse("list contains non-string element");
  }
  if (typeof value !== "object" || value === null) {
    return refuse("invalid entity specification format; expected array or object");
  }
  const { parent_dcid: parent, child_type: childType } = value as Readonly<Record<string, unknown>>;
  if (parent === undefined) return refuse("missing 'parent_dcid' in entity specification");
  if (childType === undefined) return refuse("missing 'child_type' in entity specification");
  if (typeof parent !== "string") return refuse("'parent_dcid' must be a string");
  if (typeof childType !== "string") return refuse("'child_type' must be a string");
  if (parent === "" || childType === "") {
    return refuse("parent_dcid and child_type cannot be empty");
  }
  return { parent, childType };
}

/** Another dimension than `observationAbout` is of no observation here: nothing is found then. */
function asTables(
  commons: Commons,
  question: ObservationQuestion,
  slots: ReadonlyMap<string, Slot>,
) {
  const { variable } = question;
  const filter = dateFilterOf(question);
  const about = slots.get(aboutSlot);
  const isKnown = about !== undefined && slots.size === 1;
  const answer = isKnown ? ask(commons, question, about) : {};
  const sources = new Sources(commons, variable, answer, filter);
  const places = sources.places();
  const nodes = nodesOf(commons, [variable, ...places]);
  const primary = sources.best();
  const rows = primary === undefined ? [] : sources.rowsOf(primary);
  const data: ToolTable = places.length > 0 ? tableOf([aboutSlot, "date", "value"], rows) : {};
  const placeRows = places.map((dcid) => [dcid, nodes.get(dcid)?.name, nodes.get(dcid)?.typeOf]);
  return {
    variable: shown(nodes.get(variable) as AgentNode),
    entityMetadata: tableOf(["dcid", "name", "typeOf"], placeRows),
    data,
    ...sourcesOf(sources, primary, places.length > 1),
  };
}

/** The older form: a list of points for each place. */
function asLists(commons: Commons, question: ObservationQuestion) {
  const { variable, place, childType } = question;
  const filter = dateFilterOf(question);
  const slot: Slot = childType === "" ? [place] : { parent: place, childType };
  const answer = ask(commons, question, slot);
  const sources = new Sources(commons, variable, answer, filter);
  const places = sources.places();
  const nodes = nodesOf(commons, [...new Set([variable, place, ...places])]);
  const primary = sources.best();
  const placeObservations = places.map((dcid) => {
    const timeSeries = primary === undefined ? [] : sources.pointsOf(primary, dcid);
    return {
      place: shown(nodes.get(dcid) as AgentNode),
      ...present({ timeSeries }),
    };
  });
  return {
    variable: shown(nodes.get(variable) as AgentNode),
    ...(childType !== "" && {
      resolvedParentPlace: shown(nodes.get(place) as AgentNode),
      childPlaceType: childType,
    }),
    ...present({ placeObservations }),
    sourceMetadata: { sourceId: "unknown" },
    ...sourcesOf(sources, primary, places.length > 1),
  };
}

function ask(commons: Commons, { variable, facet }: ObservationQuestion, slot: Slot) {
  const entity =
    "parent" in slot
      ? {
          expression:
            `${slot.parent}<-containedInPlace+{typeOf:${slot.childType}}` as EntityExpression,
        }
      : { dcids: slot };
  return commons.v2.observation({
    select: ["variable", "entity", "date", "value"],
    variable: { dcids: [variable] },
    entity,
    ...(facet !== "" && { filter: { facetIds: [facet] } }),
  });
}

/** @param isOfMany whether the answer has the number of places of each other source */
function sourcesOf(sources: Sources, primary: Source | undefined, isOfMany: boolean) {
  if (primary === undefined) return {};
  const alternativeSources = sources.others(primary).map((source) => ({
    sourceMetadata: source.metadata,
    ...(isOfMany && source.points > 0 && { placesFoundCount: source.places.size }),
  }));
  return { sourceMetadata: primary.metadata, ...present({ alternativeSources }) };
}
