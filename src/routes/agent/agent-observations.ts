/** `/v2/agent/get_observations`: one variable of places, from the one source that fits best. */

import type { Commons, EntityExpression } from "../../index.ts";
import { json, type ParamsOf, required, text } from "../../router/fields.ts";
import { entityPropertiesOf, seriesAmong } from "../../stats/read/entity-properties.ts";
import { descendants, present } from "../node-values.ts";
import { refused } from "../route.ts";
import { type AgentNode, nodesOf, shown, type ToolTable, tableOf } from "./agent-places.ts";
import { dateFields, dateFilterOf, foundIn, type Source, Sources } from "./agent-sources.ts";

/** What observations are about unless their variable names other properties. */
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

/** A property that the variable's observations do not have finds nothing. */
function asTables(
  commons: Commons,
  question: ObservationQuestion,
  slots: ReadonlyMap<string, Slot>,
) {
  const { variable } = question;
  const { graph } = commons.engine;
  const properties = entityPropertiesOf(graph, graph.dictionary.nodeOf(variable));
  const about = slots.get(aboutSlot);
  const isUsual = properties.length === 1 && properties[0] === aboutSlot;
  const usual = about === undefined || slots.size > 1 ? {} : ask(commons, question, about);
  const found = isUsual ? foundIn(usual, variable) : foundAmong(commons, question, slots);
  const sources = new Sources(commons, found, dateFilterOf(question));
  const places = sources.places();
  const nodes = nodesOf(commons, [variable, ...places]);
  const primary = sources.best();
  const rows = primary === undefined ? [] : sources.rowsOf(primary);
  const data: ToolTable = places.length > 0 ? tableOf([...properties, "date", "value"], rows) : {};
  const placeRows = places.map((dcid) => [dcid, nodes.get(dcid)?.name, nodes.get(dcid)?.typeOf]);
  return {
    variable: shown(nodes.get(variable) as AgentNode),
    entityMetadata: tableOf(["dcid", "name", "typeOf"], placeRows),
    data,
    ...sourcesOf(sources, primary, places.length > 1),
  };
}

/** Series of a variable that names the properties of its entities. A property without a slot has any. */
function* foundAmong(
  commons: Commons,
  { variable, facet: wantedFacet }: ObservationQuestion,
  slots: ReadonlyMap<string, Slot>,
) {
  const { graph, observations } = commons.engine;
  const { dictionary } = graph;
  const wanted = new Map(
    Array.from(slots, ([property, slot]) => {
      const dcids = "parent" in slot ? descendants(commons, slot.parent, slot.childType) : slot;
      const nodes = dcids.map((dcid) => dictionary.nodeOf(dcid));
      return [property, new Set(nodes.filter((node) => node !== undefined))] as const;
    }),
  );
  const of = dictionary.nodeOf(variable);
  for (const series of of === undefined ? [] : seriesAmong(commons.engine, of, wanted)) {
    const facet = observations.facetOf(series);
    const { facetId } = facet;
    if (wantedFacet !== "" && facetId !== wantedFacet) continue;
    const entities = observations.allEntitiesOf(series).map((node) => dictionary.textOf(node));
    const history = observations.historyOf(series);
    const points = history.flatMap(([date, value]) =>
      typeof value === "number" ? [{ date, value }] : [],
    );
    yield { facetId, facet, entities, points };
  }
}

/** The older form: a list of points for each place. */
function asLists(commons: Commons, question: ObservationQuestion) {
  const { variable, place, childType } = question;
  const filter = dateFilterOf(question);
  const slot: Slot = childType === "" ? [place] : { parent: place, childType };
  const answer = ask(commons, question, slot);
  const sources = new Sources(commons, foundIn(answer, variable), filter);
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
