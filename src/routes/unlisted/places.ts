/** Places: their ranks by the value of a variable, what they lie in, and when their parts have data. */

import type { Commons, EntityExpression } from "../../index.ts";
import { dominantTypeOf, placeTest } from "../../resolve/place-types.ts";
import {
  type Fault,
  filled,
  flag,
  type ParamsOf,
  required,
  text,
  texts,
} from "../../router/fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { V2EntityObservations } from "../../wire.ts";
import { descendants, entriesOf, firstTexts, present, textsOf } from "../node-values.ts";
import { refused, rowsIn } from "../route.ts";
import { unlisted } from "../styles.ts";
import { allSeries, ask } from "../website/compact-observations.ts";
import { datesByVariable } from "../website/date-counts.ts";
import { typesOf } from "../website/website-places.ts";

const route = rowsIn(unlisted);
const both = ["GET", "POST"] as const;

const invalid = (message: string): Fault => ({ code: "invalidArgument", message });
const missing = invalid("Missing required arguments");

// Ranks.

const rankFields = {
  variables: filled(texts("stat_var_dcids"), missing),
  withinPlace: text("within_place"),
  isPerCapita: flag("is_per_capita"),
};
const rankingFields = { ...rankFields, type: required(text("place_type"), missing) };
const relatedFields = { ...rankFields, place: required(text("dcid"), missing) };

interface Ranked {
  readonly placeDcid: string;
  readonly value: number;
}

/** More places than that are cut into the first and the last ones. */
const rankedMax = 1000;

function ranking(commons: Commons, params: ParamsOf<typeof rankingFields>) {
  return byVariable(params.variables, (variable) => {
    const ranked = rankedPlaces(commons, variable, params);
    if (ranked.length === 0) return undefined;
    if (ranked.length <= rankedMax) return { rankAll: listed(ranked) };
    return {
      rankTop1000: listed(ranked.slice(0, rankedMax)),
      rankBottom1000: listed(ranked.toReversed().slice(0, rankedMax)),
    };
  });
}

/** Variables of which nothing is known are left out. */
function byVariable(
  variables: readonly string[],
  answer: (variable: string) => object | undefined,
) {
  const known = variables
    .map((variable) => [variable, answer(variable)] as const)
    .filter(([, found]) => found !== undefined);
  return known.length > 0 ? { data: Object.fromEntries(known) } : {};
}

const listed = (ranked: readonly Ranked[]) => ({
  info: ranked.map(({ value, placeDcid }, at) => present({ rank: at + 1, value, placeDcid })),
});

function related(commons: Commons, params: ParamsOf<typeof relatedFields>) {
  const { place, variables } = params;
  const type = typeOf(commons, place);
  return byVariable(variables, (variable) => {
    const ranked = type === "" ? [] : rankedPlaces(commons, variable, { ...params, type });
    const at = ranked.findIndex(({ placeDcid }) => placeDcid === place);
    return at < 0 ? undefined : { rankFromTop: at + 1, rankFromBottom: ranked.length - at };
  });
}

interface RankQuestion extends ParamsOf<typeof rankFields> {
  readonly type: string;
}

/** Places of a type by the latest value of their best facet, the greatest first. */
function rankedPlaces(commons: Commons, variable: string, question: RankQuestion): Ranked[] {
  const latest = valuesOf(commons, variable, question, "LATEST");
  const populations = question.isPerCapita
    ? valuesOf(commons, "Count_Person", question, "")
    : undefined;
  const ranked = [...latest].flatMap(([placeDcid, { orderedFacets = [] }]): Ranked[] => {
    const [point] = orderedFacets[0]?.observations ?? [];
    if (point === undefined) return [];
    const { date, value } = point as { readonly date: string; readonly value: number };
    if (populations === undefined) return [{ placeDcid, value }];
    const people = valueBefore(populations.get(placeDcid), date);
    return people === undefined || people === 0 ? [] : [{ placeDcid, value: value / people }];
  });
  return ranked.sort((a, b) => b.value - a.value || compareUtf8(a.placeDcid, b.placeDcid));
}

/** What is observed of a variable in places of a type, by place. */
function valuesOf(
  commons: Commons,
  variable: string,
  { type, withinPlace }: RankQuestion,
  date: string,
): ReadonlyMap<string, V2EntityObservations> {
  const expression: EntityExpression = `${withinPlace}<-containedInPlace+{typeOf:${type}}`;
  const entity = withinPlace === "" ? { dcids: descendants(commons, type, type) } : { expression };
  if (entity.dcids?.length === 0) return new Map();
  const answer = commons.v2.observation({
    date,
    variable: { dcids: [variable] },
    entity,
    select: ["date", "value", "variable", "entity"],
  });
  const [found] = Object.values(answer.byVariable ?? {});
  return new Map(Object.entries(found?.byEntity ?? {}));
}

/** The latest value that is not after a date, of the best facet that has one. */
function valueBefore(
  { orderedFacets = [] }: V2EntityObservations = {},
  date: string,
): number | undefined {
  for (const { observations = [] } of orderedFacets) {
    const point = observations.findLast((one) => one.date <= date);
    if (point !== undefined) return point.value as number;
  }
  return undefined;
}

/** The dominant type; of a place of other types the most specific one. */
function typeOf(commons: Commons, dcid: string): string {
  const { graph } = commons.engine;
  const node = graph.dictionary.nodeOf(dcid);
  const dominant = node === undefined ? "" : dominantTypeOf(graph, node);
  return dominant || (typesOf(commons, [dcid]).get(dcid) ?? "");
}

// What places lie in.

const infoFields = { nodes: filled(texts("nodes"), invalid("Missing required arguments: nodes")) };

/** Sorted by place. What is no place has no info. */
function placeInfo(commons: Commons, { nodes }: ParamsOf<typeof infoFields>) {
  const { graph } = commons.engine;
  const isPlace = placeTest(graph);
  const data = nodes.toSorted(compareUtf8).map((dcid) => {
    const node = graph.dictionary.nodeOf(dcid);
    if (node === undefined || !isPlace(node)) return { node: dcid };
    const [self, ...parents] = described(commons, [dcid, ...placesAround(commons, dcid)]);
    return { node: dcid, info: { self, ...present({ parents }) } };
  });
  return { data };
}

/** All places above one, the nearest first, each once. */
function placesAround(commons: Commons, dcid: string): readonly string[] {
  const seen = new Set([dcid]);
  for (let level: readonly string[] = [dcid]; level.length > 0; ) {
    const entries = entriesOf(commons, level, "->", "containedInPlace");
    const above = new Set(level.flatMap((place) => textsOf(entries.get(place))));
    level = [...above].filter((place) => !seen.has(place));
    for (const place of level) seen.add(place);
  }
  seen.delete(dcid);
  return [...seen];
}

function described(commons: Commons, dcids: readonly string[]) {
  const names = firstTexts(commons, dcids);
  return dcids.map((dcid) => present({ dcid, name: names.get(dcid), type: typeOf(commons, dcid) }));
}

// When parts of a place have data.

const linkedFields = {
  linkedEntity: required(text("linked_entity")),
  entityType: required(text("entity_type")),
  variables: filled(texts("variables")),
  linkedProperty: text("linked_property"),
};

/** How many places have a value, by variable, date and facet; the facet with most places first. */
function linkedDates(commons: Commons, params: ParamsOf<typeof linkedFields>) {
  const { linkedEntity: parent, entityType: childType, variables, linkedProperty } = params;
  if (linkedProperty !== "containedInPlace") {
    throw refused("invalidArgument", "linked_property can only be 'containedInPlace'");
  }
  const answer = ask(commons, { entities: { parent, childType }, variables });
  const { data, facets } = allSeries(answer, (known) => known);
  const counted = datesByVariable(data).map(({ variable, observationDates }) => {
    const byCount = observationDates.map(({ date, entityCount }) => ({
      date,
      entityCount: entityCount.toSorted((a, b) => b.count - a.count),
    }));
    return { variable, ...present({ observationDates: byCount }) };
  });
  return { datesByVariable: counted, facets };
}

export const placeRoutes = [
  route({
    path: "/v2/place/ranking",
    methods: both,
    about: "ranks of all places of a type by the value of variables",
    fields: rankingFields,
    answer: (commons, params: ParamsOf<typeof rankingFields>) => ({
      ...ranking(commons, params),
      legacy: true,
    }),
  }),
  route({
    path: "/v1/place/ranking",
    methods: both,
    about: "the same",
    fields: rankingFields,
    answer: ranking,
  }),
  route({
    path: "/v1/place/related",
    methods: both,
    about: "the rank of one place among those of its type",
    fields: relatedFields,
    answer: related,
  }),
  route({
    path: "/v1/bulk/info/place",
    methods: both,
    about: "names and types of places, and all that they lie in",
    fields: infoFields,
    answer: placeInfo,
  }),
  route({
    path: "/v1/bulk/observation-dates/linked",
    methods: both,
    about: "how many places of a type have a value, by date and facet",
    fields: linkedFields,
    answer: linkedDates,
  }),
];
