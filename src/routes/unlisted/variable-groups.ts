/** `/v2/bulk/info/variable-group`: the tree of variables, group by group. */

import type { Graph, TermId } from "../../engine.ts";
import type { Commons } from "../../index.ts";
import { flag, type ParamsOf, texts, whole } from "../../router/fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { arcsOf, entriesOf, firstTexts, present, textsOf } from "../node-values.ts";
import { refused } from "../route.ts";

// Topics: nodes that name the variables, and other topics, that matter for something.

const topicType = "Topic";
/** The topic above all others. */
const rootTopic = "dc/topic/Root";

export class Topics {
  readonly #commons: Commons;

  constructor(commons: Commons) {
    this.#commons = commons;
  }

  /** Which of the nodes are topics. */
  among(nodes: readonly string[]): ReadonlySet<string> {
    const types = entriesOf(this.#commons, nodes, "->", "typeOf");
    return new Set(nodes.filter((node) => textsOf(types.get(node)).includes(topicType)));
  }

  /** Topics that a search without words begins with: those of the root, or all. */
  roots(): readonly string[] {
    const below = this.membersOf(rootTopic);
    if (below.length > 0) return [...this.among(below)];
    return textsOf(entriesOf(this.#commons, [topicType], "<-", "typeOf").get(topicType));
  }

  /** Topics and variables of a topic. Groups of variables stand for their members. */
  membersOf(topic: string): readonly string[] {
    const relevant = this.#linked([topic], "relevantVariable");
    const members = entriesOf(this.#commons, relevant, "->", "member");
    return [
      ...new Set(
        relevant.flatMap((node) => {
          const inside = textsOf(members.get(node));
          return inside.length > 0 ? inside : [node];
        }),
      ),
    ];
  }

  /** Variables of a topic and of the topics within; a topic within itself is met once. */
  variablesOf(topic: string): readonly string[] {
    const seen = new Set([topic]);
    const variables = new Set<string>();
    for (const one of seen) {
      const members = this.membersOf(one);
      const topics = this.among(members);
      for (const member of members) (topics.has(member) ? seen : variables).add(member);
    }
    return [...variables];
  }

  #linked(nodes: readonly string[], property: string): readonly string[] {
    return [...entriesOf(this.#commons, nodes, "->", property).values()].flatMap((entries) =>
      textsOf(entries),
    );
  }
}

// What a variable is, in the short form that the tree of variables has.

/** How properties of every variable are written there, in this order. */
const abbreviations: readonly (readonly [property: string, written: string])[] = [
  ["measurementDenominator", "md"],
  ["measurementQualifier", "mq"],
  ["statType", "st"],
  ["measuredProperty", "mp"],
  ["populationType", "pt"],
];

/** What an ordinary variable has as `statType`, which is not written. */
const plainStatType = "measuredValue";

/** Properties that describe a variable and do not say what it measures. */
const notMeant: ReadonlySet<string> = new Set([
  ...abbreviations.map(([property]) => property),
  ...["alternateName", "censusACSTableId", "constraintProperties", "description", "descriptionUrl"],
  ...["extendedName", "footnote", "isPublic", "keyString", "label", "memberOf", "name"],
  ...["nameWithLanguage", "provenance", "relevantVariable", "scalingFactor", "searchDescription"],
  ...["typeOf", "unit", "utteranceTemplate"],
]);

/** `mp=income,pt=Person,gender=Female` for each variable of which something is known. */
function definitionsOf(
  commons: Commons,
  variables: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    [...arcsOf(commons, variables, "->*")].map(([variable, arcs]) => {
      const firstOf = (property: string) => textsOf(arcs.get(property))[0];
      const common = abbreviations.flatMap(([property, written]) => {
        const value = firstOf(property);
        const isMeant = value !== undefined && value !== plainStatType;
        return isMeant ? [`${written}=${value}`] : [];
      });
      const constraints = [...arcs.keys()].filter((property) => !notMeant.has(property));
      const special = constraints.map((property) => `${property}=${firstOf(property) ?? ""}`);
      return [variable, [...common, ...special].join(",")];
    }),
  );
}

/**
 * How many properties a definition has: those of every variable, and those that are special to one. Without
 * its texts, for many variables at once.
 */
export function countedParts(graph: Graph, variable: TermId): { common: number; special: number } {
  const plain = graph.dictionary.nodeOf(plainStatType);
  let [common, special] = [0, 0];
  for (const predicate of graph.predicatesOf(variable, "out")) {
    const property = graph.predicateDcid(predicate);
    if (!notMeant.has(property)) special++;
    else if (abbreviations.some(([known]) => known === property)) {
      if (graph.valuesOf(variable, predicate)[0] !== plain) common++;
    }
  }
  return { common, special };
}

interface GroupInfo {
  readonly absoluteName?: string;
  readonly childStatVars?: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly searchNames?: readonly string[];
    readonly definition?: string;
    /** Left out where there is no observation. */
    readonly hasData?: boolean;
  }[];
  readonly childStatVarGroups?: readonly {
    readonly id: string;
    readonly specializedEntity: string;
    readonly displayName: string;
    /** Left out when it is 0. */
    readonly descendentStatVarCount?: number;
  }[];
  readonly descendentStatVarCount?: number;
  readonly parentStatVarGroups?: readonly string[];
}

/** The group that stands above those without a group of their own, where a world has none. */
const root = "dc/g/Root";

export const groupFields = {
  nodes: texts("nodes"),
  ...constrained("constrained_entities"),
  hasDefinitions: flag("include_definitions"),
};

/** Versions after the first say nothing of parents and of further names. */
export const variableGroupInfo =
  (version: 1 | 2 | 3) => (commons: Commons, params: ParamsOf<typeof groupFields>) => {
    const isFirst = version === 1;
    const tree = new GroupTree(commons, params, {
      hasParents: isFirst,
      hasSearchNames: isFirst,
      hasDefinitions: isFirst || params.hasDefinitions,
    });
    const asked = params.nodes.toSorted(compareUtf8);
    const nodes = asked.length > 0 ? asked : tree.groups();
    const topics = new Topics(commons);
    const isTopic = topics.among(params.nodes);
    if (version === 3) checkQuestion(params, isTopic);
    const isConstrained = params.entities.length > 0;
    const data = nodes.map((node) => {
      if (!isTopic.has(node)) return { node, ...filledInfo(tree.infoOf(node)) };
      const descendentStatVarCount = isConstrained ? tree.observed(topics.variablesOf(node)) : 0;
      return { node, ...filledInfo(present({ descendentStatVarCount })) };
    });
    return { data };
  };

/** What nothing is known of has none. */
const filledInfo = (info: GroupInfo) => (Object.keys(info).length > 0 ? { info } : {});

/** Dcids of datasets and sources begin so: data are then counted of an import, not of an entity. */
const ofImports = /^dc\/[ds]\//;

function checkQuestion(
  { nodes, entities, entitiesMin }: ParamsOf<typeof groupFields>,
  isTopic: ReadonlySet<string>,
): void {
  const imports = entities.filter((entity) => ofImports.test(entity));
  const fault =
    (nodes.length === 0 && "request must specify at least one node") ||
    (entitiesMin < 0 && "numEntitiesExistence must be non-negative") ||
    (isTopic.size > 0 &&
      isTopic.size < nodes.length &&
      "cannot mix Topic and StatVarGroup nodes in request") ||
    (imports.length > 1 && "only one import constraint can be specified");
  if (fault) throw refused("invalidArgument", fault);
}

/** @param name of the entities whose data alone count; of an empty list, all data */
export function constrained(name: string) {
  return {
    entities: texts(name),
    /** Of how many of the entities a variable has data: at least one. */
    entitiesMin: whole("num_entities_existence", 1),
  };
}

type Constraint = ParamsOf<ReturnType<typeof constrained>>;

/** What a group has beyond its members and their numbers. */
interface GroupForm {
  readonly hasParents: boolean;
  readonly hasSearchNames: boolean;
  readonly hasDefinitions: boolean;
}

const websiteForm: GroupForm = { hasParents: true, hasSearchNames: false, hasDefinitions: true };

interface GroupMembers {
  readonly own: readonly string[];
  readonly within: readonly string[];
}

/** Groups and their variables, each looked up once. */
export class GroupTree {
  readonly #commons: Commons;
  readonly #constraint: Constraint;
  readonly #form: GroupForm;
  readonly #members = new Map<string, GroupMembers>();
  readonly #hasData = new Map<string, boolean>();

  constructor(commons: Commons, constraint: Constraint, form = websiteForm) {
    this.#commons = commons;
    this.#constraint = constraint;
    this.#form = form;
  }

  /** All groups, the root first where the world has none of its own. */
  groups(): readonly string[] {
    const groups = this.#all();
    return groups.includes(root) || groups.length === 0 ? groups : [root, ...groups];
  }

  infoOf(group: string): GroupInfo {
    const { own: variables, within: groups } = this.#membersOf(group);
    const { hasParents, hasSearchNames, hasDefinitions } = this.#form;
    const parents = hasParents ? this.#linked(group, "->", "specializationOf") : [];
    const commons = this.#commons;
    const names = firstTexts(commons, [group, ...groups, ...variables]);
    const nameOf = (dcid: string) => names.get(dcid) || dcid;
    const definitions = hasDefinitions ? definitionsOf(commons, variables) : undefined;
    const searched = hasSearchNames
      ? arcsOf(commons, variables, "->[name, description]")
      : undefined;
    const childStatVars = variables.map((id) => {
      const definition = definitions?.get(id);
      const texts = searched?.get(id);
      const searchNames = ["name", "description"].flatMap((name) => textsOf(texts?.get(name)));
      const hasData = this.#isObserved(id);
      const displayName = nameOf(id);
      return { id, ...present({ searchNames }), displayName, ...present({ definition, hasData }) };
    });
    const childStatVarGroups = groups.map((id) => {
      const name = nameOf(id);
      const counted = present({ descendentStatVarCount: this.#countOf(id) });
      return { id, specializedEntity: name, displayName: name, ...counted };
    });
    return present({
      absoluteName: names.get(group),
      childStatVars,
      childStatVarGroups,
      descendentStatVarCount: this.#countOf(group),
      parentStatVarGroups: parents,
    });
  }

  /** How many of the variables have data. */
  observed(variables: Iterable<string>): number {
    return [...variables].filter((variable) => this.#isObserved(variable)).length;
  }

  #all(): readonly string[] {
    const found = entriesOf(this.#commons, ["StatVarGroup"], "<-", "typeOf");
    return textsOf(found.get("StatVarGroup"));
  }

  #groupsIn(group: string): readonly string[] {
    const found = this.#linked(group, "<-", "specializationOf");
    if (group !== root || found.length > 0) return found;
    return this.#all().filter((one) => this.#linked(one, "->", "specializationOf").length === 0);
  }

  #linked(node: string, arrow: "->" | "<-", property: string): readonly string[] {
    return textsOf(entriesOf(this.#commons, [node], arrow, property).get(node));
  }

  /** How many variables with data are in a group and in groups within. */
  #countOf(group: string): number {
    const variables = new Set<string>();
    // A group that is within itself is met once.
    const groups = new Set([group]);
    for (const one of groups) {
      const { own, within } = this.#membersOf(one);
      for (const variable of own) variables.add(variable);
      for (const child of within) groups.add(child);
    }
    return this.observed(variables);
  }

  #membersOf(group: string): GroupMembers {
    const known = this.#members.get(group);
    if (known !== undefined) return known;
    const own = this.#linked(group, "<-", "memberOf");
    const members = { own, within: this.#groupsIn(group) };
    this.#members.set(group, members);
    return members;
  }

  #isObserved(variable: string): boolean {
    const known = this.#hasData.get(variable) ?? this.#look(variable);
    this.#hasData.set(variable, known);
    return known;
  }

  #look(variable: string): boolean {
    const commons = this.#commons;
    const { graph, observations } = commons.engine;
    const { entities, entitiesMin } = this.#constraint;
    if (entities.length === 0) {
      const node = graph.dictionary.nodeOf(variable);
      return node !== undefined && observations.seriesCountOf(node) > 0;
    }
    const { byVariable = {} } = commons.v2.observation({
      variable: { dcids: [variable] },
      entity: { dcids: entities },
    });
    const [found] = Object.values(byVariable);
    return Object.keys(found?.byEntity ?? {}).length >= Math.max(1, entitiesMin);
  }
}
