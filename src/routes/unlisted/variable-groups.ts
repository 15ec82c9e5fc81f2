/** `/v2/bulk/info/variable-group`: the tree of variables, group by group. */

import type { Commons } from "../../index.ts";
import { type ParamsOf, texts, whole } from "../../router/fields.ts";
import { entriesOf, firstTexts, textsOf } from "../node-values.ts";
import { present } from "../present.ts";
import { definitionsOf } from "./definitions.ts";

interface GroupInfo {
  readonly absoluteName?: string;
  readonly childStatVars?: readonly {
    readonly id: string;
    readonly displayName: string;
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

export function variableGroupInfo(
  commons: Commons,
  params: { readonly nodes: readonly string[] } & Constraint,
) {
  const tree = new GroupTree(commons, params);
  const nodes = params.nodes.length > 0 ? params.nodes : tree.groups();
  return { data: nodes.map((node) => ({ node, info: tree.infoOf(node) })) };
}

/** @param name of the entities whose data alone count; of an empty list, all data */
export const constrained = (name: string) => ({
  entities: texts(name),
  /** Of how many of the entities a variable has data: at least one. */
  entitiesMin: whole("num_entities_existence", 1),
});

type Constraint = ParamsOf<ReturnType<typeof constrained>>;

/** Groups and their variables, each looked up once. */
export class GroupTree {
  readonly #commons: Commons;
  readonly #constraint: Constraint;
  readonly #descendants = new Map<string, ReadonlySet<string>>();
  readonly #hasData = new Map<string, boolean>();

  constructor(commons: Commons, constraint: Constraint) {
    this.#commons = commons;
    this.#constraint = constraint;
  }

  /** All groups, the root first where the world has none of its own. */
  groups(): readonly string[] {
    const groups = this.#all();
    return groups.includes(root) || groups.length === 0 ? groups : [root, ...groups];
  }

  infoOf(group: string): GroupInfo {
    const groups = this.#groupsIn(group);
    const variables = this.#linked(group, "<-", "memberOf");
    const parents = this.#linked(group, "->", "specializationOf");
    const commons = this.#commons;
    const names = firstTexts(commons, [group, ...groups, ...variables]);
    const nameOf = (dcid: string) => names.get(dcid) || dcid;
    const definitions = definitionsOf(commons, variables);
    const childStatVars = variables.map((id) => {
      const definition = definitions.get(id);
      const hasData = this.#isObserved(id);
      return { id, displayName: nameOf(id), ...present({ definition, hasData }) };
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
    const variables = this.#variablesIn(group, new Set());
    return [...variables].filter((variable) => this.#isObserved(variable)).length;
  }

  /** A group that is within itself is met once. */
  #variablesIn(group: string, above: ReadonlySet<string>): ReadonlySet<string> {
    const known = this.#descendants.get(group);
    if (known !== undefined) return known;
    const path = new Set([...above, group]);
    const variables = new Set(this.#linked(group, "<-", "memberOf"));
    for (const child of this.#groupsIn(group)) {
      if (path.has(child)) continue;
      for (const variable of this.#variablesIn(child, path)) variables.add(variable);
    }
    this.#descendants.set(group, variables);
    return variables;
  }

  #isObserved(variable: string): boolean {
    const known = this.#hasData.get(variable) ?? this.#look(variable);
    this.#hasData.set(variable, known);
    return known;
  }

  #look(variable: string): boolean {
    const {
      engine: { graph, observations },
    } = this.#commons;
    const node = graph.dictionary.nodeOf(variable);
    if (node === undefined) return false;
    const { entities, entitiesMin } = this.#constraint;
    if (entities.length === 0) {
      const { start, end } = observations.seriesOfVariable(node);
      return end > start;
    }
    const observed = entities.filter((dcid) => {
      const entity = graph.dictionary.nodeOf(dcid);
      if (entity === undefined) return false;
      const { start, end } = observations.seriesOf(node, entity);
      return end > start;
    });
    return observed.length >= Math.max(1, entitiesMin);
  }
}
