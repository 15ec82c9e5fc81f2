/** What pickers of variables ask: which variables have data, which have some words, and where they stand. */
import type { Graph, TermId, World } from "../../engine.ts";
import type { Commons } from "../../index.ts";
import type { Governor } from "../../options/governor.ts";
import {
  type Fault,
  flag,
  json,
  type ParamsOf,
  required,
  text,
  texts,
} from "../../router/fields.ts";
import {
  describing,
  noSubject,
  type SubjectLine,
  subjectsList,
} from "../../search/subject-texts.ts";
import { StoredList } from "../../store/stored/stored-lists.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { present } from "../node-values.ts";
import { rowsIn } from "../route.ts";
import { unlisted } from "../styles.ts";
import { objectsIn, textIn } from "./reconciliation.ts";
import { countedParts } from "./variable-groups.ts";

const route = rowsIn(unlisted);
const both = ["GET", "POST"] as const;

// Which have data.

const filterFields = { variables: json("stat_vars"), entities: texts("entities") };

/** The variables that have data about any of the entities, as they were sent. */
function filterVariables(
  commons: Commons,
  { variables, entities }: ParamsOf<typeof filterFields>,
): object {
  const asked = objectsIn("statVars", variables);
  const having = observedIn(
    commons,
    asked.map((one) => textIn(one, "dcid")),
    entities,
  );
  return present({ statVars: asked.filter((one) => having.has(textIn(one, "dcid"))) });
}

/** Which variables have data about any of the entities; all of them if there are no entities. */
function observedIn(
  commons: Commons,
  variables: readonly string[],
  entities: readonly string[],
): ReadonlySet<string> {
  if (entities.length === 0 || variables.length === 0) return new Set(variables);
  const { byVariable = {} } = commons.v2.observation({
    variable: { dcids: variables },
    entity: { dcids: entities },
    select: ["variable", "entity"],
  });
  const found = Object.entries(byVariable).filter(([, { byEntity }]) => byEntity !== undefined);
  return new Set(found.map(([variable]) => variable));
}

// Where they stand.

/** The group above all others. */
const rootGroup = "dc/g/Root";
/** Begins dcids of groups that go before others. */
const preferred = "dc/g/Custom_";

const missingNode: Fault = {
  code: "invalidArgument",
  message: "Missing required argument: node",
};
const nodeFields = { node: required(text("node"), missingNode) };

/** The groups above a variable or a group, one for each step, up to the root. */
function ancestors(commons: Commons, { node }: ParamsOf<typeof nodeFields>): object {
  const { graph } = commons.engine;
  const { dictionary } = graph;
  const groups = commons.governed((governor) => groupsBelowRoot(graph, governor));
  const root = dictionary.nodeOf(rootGroup);
  const above = new Set<TermId>();
  for (let at = dictionary.nodeOf(node); at !== undefined; ) {
    const parents = ["memberOf", "specializationOf"]
      .flatMap((property) => graph.linked(at as TermId, property))
      .filter((parent) => parent === root || groups.has(parent))
      .sort((a, b) => a - b);
    const isPreferred = (parent: TermId) => dictionary.textOf(parent).startsWith(preferred);
    const parent: TermId | undefined = parents.find(isPreferred) ?? parents[0];
    if (parent === undefined || parent === root || above.has(parent)) break;
    above.add(parent);
    at = parent;
  }
  return present({ ancestors: [...above].map((group) => dictionary.textOf(group)) });
}

/** Groups with a path to the root; where a world has no root, all that are in no other. */
function groupsBelowRoot(graph: Graph, governor: Governor): ReadonlySet<TermId> {
  const root = graph.dictionary.nodeOf(rootGroup);
  const type = graph.dictionary.nodeOf("StatVarGroup");
  const below = root === undefined ? [] : graph.linked(root, "specializationOf", "in");
  const all = type === undefined ? [] : graph.linked(type, "typeOf", "in");
  // From afar, what the walk reads comes at once, not step by step.
  if (graph.source.isFar === true) {
    for (const group of all) graph.linked(group, "specializationOf", "in");
  }
  const isTop = (group: TermId) => graph.linked(group, "specializationOf").length === 0;
  const groups = new Set(
    below.length > 0 ? below : all.filter((group) => group !== root && isTop(group)),
  );
  for (const group of groups) {
    governor.rows(1);
    for (const inner of graph.linked(group, "specializationOf", "in")) groups.add(inner);
  }
  return groups;
}

// Which have some words.

const searchFields = {
  query: text("query"),
  places: texts("places"),
  /** Groups are never in the answer. */
  isAboutVariables: flag("sv_only"),
};

const searchedProperties = ["name", "description"];
/** What the texts of these have as weights in the list of a snapshot. */
const searchedWeights: ReadonlySet<number> = new Set(
  describing.flatMap(([property, weight]) =>
    searchedProperties.includes(property) ? [weight] : [],
  ),
);

/** How many variables are found, and how many of them are looked for in places. */
const [foundMax, soughtMax] = [1000, 3000];

interface FoundVariable {
  readonly variable: TermId;
  readonly dcid: string;
  readonly name: string;
  /** What the words of the query are the beginnings of. */
  readonly matches: readonly string[];
  /** How many properties it has: those of every variable, and others. */
  readonly common: number;
  readonly special: number;
}

/** Each word of the query is the beginning of the variable's dcid, or of a word of its name or description. */
function searchVariables(
  commons: Commons,
  { query, places }: ParamsOf<typeof searchFields>,
): object {
  const words = [...new Set(wordsOf(query))];
  if (words.length === 0) return {};
  const found = inOrder(variablesWith(commons, words));
  const sought = found.slice(0, soughtMax).map(({ dcid }) => dcid);
  const having = places.length === 0 ? undefined : observedIn(commons, sought, places);
  const kept = having === undefined ? found : found.filter(({ dcid }) => having.has(dcid));
  const statVars = kept.slice(0, foundMax).map(({ dcid, name }) => present({ dcid, name }));
  const matches = [...new Set(found.flatMap((one) => one.matches))].sort(compareUtf8);
  return present({ statVars, matches });
}

/** Lower case; commas are as good as blanks. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => word !== "");

/** Variables of groups with a path to the root, each once. */
function variablesWith(commons: Commons, words: readonly string[]): readonly FoundVariable[] {
  const { graph } = commons.engine;
  const listed = listedVariables(commons.engine);
  return commons.governed((governor) => {
    const groups = groupsBelowRoot(graph, governor);
    if (listed !== undefined) return listedWith(graph, listed, groups, words, governor);
    const variables = new Set(
      [...groups].flatMap((group) => graph.linked(group, "memberOf", "in")),
    );
    const found: FoundVariable[] = [];
    for (const variable of variables) {
      governor.rows(1);
      const dcid = graph.dictionary.textOf(variable);
      const name = graph.nameTextOf(variable) ?? dcid;
      const match = matched(graph, { variable, dcid, name }, searchedTexts(graph, variable), words);
      if (match !== undefined) found.push(match);
    }
    return found;
  });
}

/** The list of variables and topics of a snapshot that lies elsewhere: all texts in one round. */
function listedVariables({ graph, observations }: World): StoredList<SubjectLine> | undefined {
  return graph.source.isFar === true
    ? StoredList.readFrom(observations.source, subjectsList, noSubject)
    : undefined;
}

/** The same as from the graph, of which only what may be found is read. */
function listedWith(
  graph: Graph,
  listed: StoredList<SubjectLine>,
  groups: ReadonlySet<TermId>,
  words: readonly string[],
  governor: Governor,
): readonly FoundVariable[] {
  const found: FoundVariable[] = [];
  for (const { node, dcid, name = dcid, texts, weights } of listed.slice()) {
    governor.rows(1);
    const ours = texts.filter((_, at) => searchedWeights.has(weights[at] as number));
    const named = { variable: node, dcid, name };
    let match = matched(graph, named, ours.join(" "), words);
    // Such texts have the weight of descriptions, and are not searched.
    if (match !== undefined && graph.linked(node, "searchDescription").length > 0) {
      match = matched(graph, named, searchedTexts(graph, node), words);
    }
    if (match !== undefined) found.push(match);
  }
  return found.filter(({ variable }) =>
    graph.linked(variable, "memberOf").some((group) => groups.has(group)),
  );
}

const searchedTexts = (graph: Graph, variable: TermId): string =>
  searchedProperties
    .flatMap((property) => graph.linked(variable, property))
    .map((term) => graph.dictionary.textOf(term))
    .join(" ");

function matched(
  graph: Graph,
  { variable, dcid, name }: Pick<FoundVariable, "variable" | "dcid" | "name">,
  texts: string,
  words: readonly string[],
): FoundVariable | undefined {
  const all = `${dcid} ${texts}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return undefined;
  const tokens = wordsOf(texts);
  const matches = new Set<string>();
  for (const word of words) {
    const hits = tokens.filter((token) => token.startsWith(word));
    // A dcid is shown as a match where the texts have it.
    if (dcid.toLowerCase().startsWith(word)) hits.push(texts.includes(dcid) ? dcid : "");
    if (hits.length === 0) return undefined;
    for (const hit of hits) matches.add(hit);
  }
  return { variable, dcid, name, matches: [...matches], ...partsOf(graph, variable, dcid) };
}

/** A variable whose dcid says nothing of its properties counts as one with many. */
const unknownParts = 30;

/** Variables with fewer constraints first, then with fewer other properties, then by name. */
const inOrder = (found: readonly FoundVariable[]): readonly FoundVariable[] =>
  found.toSorted(
    (a, b) =>
      a.special - b.special ||
      a.common - b.common ||
      compareUtf8(a.name, b.name) ||
      a.variable - b.variable,
  );

function partsOf(graph: Graph, variable: TermId, dcid: string) {
  const counted = countedParts(graph, variable);
  if (counted.common + counted.special > 0) return counted;
  const parts = dcid.split("_").length;
  const special = parts === 1 ? unknownParts : parts;
  return { special, common: special };
}

export const variableRoutes = [
  route({
    path: "/v2/variable/filter",
    methods: ["POST"],
    about: "those of some variables that have data about any of some entities",
    fields: filterFields,
    answer: filterVariables,
  }),
  route({
    path: "/v1/variable/search",
    methods: both,
    about: "variables whose dcid, name or description has all words of a query",
    fields: searchFields,
    answer: searchVariables,
  }),
  route({
    path: "/v1/variable/ancestors/{node...}",
    about: "the groups above a variable or a group, up to the root",
    fields: { node: text("node") },
    answer: ancestors,
  }),
  route({
    path: "/v1/variable/ancestors",
    methods: ["POST"],
    about: "the same",
    fields: nodeFields,
    answer: ancestors,
  }),
];
