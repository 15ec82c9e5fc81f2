/** `/v2/agent/search_indicators`: variables and topics about something that have data of places. */

import type { Commons } from "../../index.ts";
import { flag, type ParamsOf, text, texts, whole } from "../../router/fields.ts";
import { entityPropertiesOf } from "../../stats/read/entity-properties.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { firstTexts, present } from "../node-values.ts";
import { refused } from "../route.ts";
import { Topics } from "../unlisted/variable-groups.ts";
import {
  type AgentNode,
  candidatesOf,
  checkTarget,
  nodesOf,
  shown,
  tableOf,
} from "./agent-places.ts";

const limitDefault = 10;
const limitMax = 100;

export const indicatorFields = {
  target: text("target"),
  limit: whole("per_search_limit", limitDefault),
  dcids: texts("place_dcids"),
  /** Names or dcids of places. */
  places: texts("places"),
  parent: text("parent_place"),
  query: text("query"),
  hasTopics: flag("include_topics", true),
};

type IndicatorQuestion = ParamsOf<typeof indicatorFields>;

interface Candidate {
  readonly dcid: string;
  readonly isTopic: boolean;
  /** Of the wanted places; empty where no places are wanted. */
  readonly placesWithData: readonly string[];
  /** Of a topic. */
  readonly memberTopics: readonly string[];
  readonly memberVariables: readonly string[];
}

export function searchIndicators(commons: Commons, question: IndicatorQuestion) {
  const { limit } = question;
  checkTarget(question.target);
  if (limit < 0 || limit > limitMax) {
    const message = `per_search_limit must be between 0 and ${limitMax}, got: ${limit}`;
    throw refused("invalidArgument", message);
  }
  const wanted = wantedPlaces(commons, question);
  const topics = new Topics(commons);
  const kept = found(commons, topics, question, 2 * (limit || limitDefault)).flatMap((dcid) =>
    candidateOf(commons, topics, dcid, wanted.dcids),
  );
  const most = limit || limitDefault;
  const chosen = {
    topics: kept.filter(({ isTopic }) => isTopic).slice(0, most),
    variables: kept.filter(({ isTopic }) => !isTopic).slice(0, most),
  };
  const isTabular = wanted.resolved.size === 0 && wanted.parent === undefined;
  const written = isTabular ? asTables(commons, chosen) : asLists(commons, chosen, wanted);
  return { status: "SUCCESS", ...written };
}

interface WantedPlaces {
  readonly dcids: readonly string[];
  /** Places that were given as texts, by their dcid. */
  readonly resolved: ReadonlyMap<string, Required<AgentNode>>;
  readonly parent: Required<AgentNode> | undefined;
}

/** @throws CommonsError for a text that is no place, and for a parent without places in it */
function wantedPlaces(
  commons: Commons,
  { dcids, places: texts, parent }: IndicatorQuestion,
): WantedPlaces {
  if (parent !== "" && (texts.length === 0 || dcids.length > 0)) {
    const message =
      texts.length === 0
        ? "places must be specified when parent_place is provided"
        : "parent_place cannot be specified alongside place_dcids";
    throw refused("invalidArgument", message);
  }
  if (dcids.length > 0) return { dcids, resolved: new Map(), parent: undefined };
  const asked = parent === "" ? texts : [...new Set([...texts, parent])];
  const places = new Map<string, string>();
  for (const [text, [first]] of candidatesOf(commons, asked)) {
    if (first === undefined) {
      throw refused("notFound", `no place found matching name: ${text}`);
    }
    places.set(text, first);
  }
  const resolved = nodesOf(commons, [...new Set(places.values())]);
  const above = parent === "" ? undefined : resolved.get(places.get(parent) ?? "");
  const inside = texts.map((text) => places.get(text) as string);
  return { dcids: [...new Set(inside)], resolved, parent: above };
}

/** Dcids of variables and topics, the best first. Without a query, topics; without topics, variables. */
function found(
  commons: Commons,
  topics: Topics,
  { query, hasTopics }: IndicatorQuestion,
  most: number,
): readonly string[] {
  const dcids = query === "" ? browsed(commons, topics) : searched(commons, query);
  const first = dcids.slice(0, most);
  if (hasTopics) return first;
  const isTopic = topics.among(first);
  const flat = first.flatMap((dcid) => {
    if (!isTopic.has(dcid)) return [dcid];
    const members = topics.membersOf(dcid);
    const inner = topics.among(members);
    return members.filter((member) => !inner.has(member));
  });
  return [...new Set(flat)];
}

function searched(commons: Commons, query: string): readonly string[] {
  const { entities = [] } = commons.v2.resolve({ nodes: [query], resolver: "indicator" });
  const candidates = entities.flatMap(({ candidates: found = [] }) => found);
  return candidates.map(({ dcid }) => dcid).filter((dcid) => dcid !== undefined);
}

function browsed(commons: Commons, topics: Topics): readonly string[] {
  const roots = topics.roots();
  if (roots.length > 0) return roots;
  return commons.catalog.variables({ limit: 2 * limitMax }).map(({ dcid }) => dcid);
}

/** Nothing where places are wanted and none has data. */
function candidateOf(
  commons: Commons,
  topics: Topics,
  dcid: string,
  places: readonly string[],
): Candidate[] {
  if (!topics.among([dcid]).has(dcid)) {
    const placesWithData = withData(commons, [dcid], places);
    if (places.length > 0 && placesWithData.length === 0) return [];
    return [{ dcid, isTopic: false, placesWithData, memberTopics: [], memberVariables: [] }];
  }
  const placesWithData = withData(commons, topics.variablesOf(dcid), places);
  if (places.length > 0 && placesWithData.length === 0) return [];
  const members = topics.membersOf(dcid);
  const inner = topics.among(members);
  const isKept = (member: string) => {
    if (places.length === 0) return true;
    const variables = inner.has(member) ? topics.variablesOf(member) : [member];
    return withData(commons, variables, places).length > 0;
  };
  const kept = members.filter(isKept);
  return [
    {
      dcid,
      isTopic: true,
      placesWithData,
      memberTopics: kept.filter((member) => inner.has(member)),
      memberVariables: kept.filter((member) => !inner.has(member)),
    },
  ];
}

/** Which of the places at least one of the variables was observed of, ascending. */
function withData(
  { engine: { graph, observations } }: Commons,
  variables: readonly string[],
  places: readonly string[],
): readonly string[] {
  const ids = variables
    .map((variable) => graph.dictionary.nodeOf(variable))
    .filter((id) => id !== undefined);
  const observed = places.filter((place) => {
    const entity = graph.dictionary.nodeOf(place);
    if (entity === undefined) return false;
    return ids.some((id) => {
      const { start, end } = observations.seriesOf(id, entity);
      const range = observations.seriesOfVariable(id);
      return end > start || observations.further.seriesWith(entity, range).length > 0;
    });
  });
  return observed.sort(compareUtf8);
}

interface Chosen {
  readonly topics: readonly Candidate[];
  readonly variables: readonly Candidate[];
}

/** By which properties the observations of a variable are about entities. */
const propertiesOf = ({ engine: { graph } }: Commons, variable: string) => [
  ...entityPropertiesOf(graph, graph.dictionary.nodeOf(variable)),
];

function asTables(commons: Commons, { topics, variables }: Chosen) {
  const names = firstTexts(
    commons,
    [...topics, ...variables].map(({ dcid }) => dcid),
  );
  const topicColumns = ["dcid", "name", "placesWithData", "memberTopics", "memberVariables"];
  const variableColumns = ["dcid", "name", "placesWithData", "observationProperties"];
  return {
    topicCandidates: tableOf(
      topicColumns,
      topics.map(({ dcid, placesWithData, memberTopics, memberVariables }) => [
        dcid,
        names.get(dcid),
        placesWithData,
        memberTopics,
        memberVariables,
      ]),
    ),
    variableCandidates: tableOf(
      variableColumns,
      variables.map(({ dcid, placesWithData }) => [
        dcid,
        names.get(dcid),
        placesWithData,
        propertiesOf(commons, dcid),
      ]),
    ),
  };
}

/** The older form, for places that were given as texts: lists ascend by dcid. */
function asLists(
  commons: Commons,
  { topics, variables }: Chosen,
  { resolved, parent }: WantedPlaces,
) {
  const members = topics.flatMap((topic) => [...topic.memberTopics, ...topic.memberVariables]);
  const dcids = [...topics, ...variables].map(({ dcid }) => dcid);
  const names = firstTexts(commons, [...new Set([...dcids, ...members])]);
  for (const [dcid, { name }] of resolved) names.set(dcid, name);
  const types = [...resolved].map(([dcid, { typeOf }]) => [dcid, typeOf] as const);
  const lists = {
    topics: topics
      .toSorted(byDcid)
      .map(({ dcid, memberTopics, memberVariables, placesWithData }) => ({
        dcid,
        ...present({ memberTopics, memberVariables, placesWithData }),
        description: names.get(dcid) ?? "",
        alternateDescriptions: [names.get(dcid) ?? ""],
      })),
    variables: variables.toSorted(byDcid).map(({ dcid, placesWithData }) => ({
      dcid,
      ...present({ placesWithData }),
      observationProperties: propertiesOf(commons, dcid),
    })),
  };
  return {
    dcidNameMappings: Object.fromEntries(names),
    dcidPlaceTypeMappings: Object.fromEntries(types),
    ...present({ ...lists, resolvedParentPlace: parent && shown(parent) }),
  };
}

const byDcid = (a: Candidate, b: Candidate): number => compareUtf8(a.dcid, b.dcid);
