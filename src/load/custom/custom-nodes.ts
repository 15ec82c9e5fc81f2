/**
 * Nodes that an import makes in addition to its rows: sources and provenances, variables and their
 * groups, types, properties, entities. They have the ids of the official importer (behaviour:
 * inputs 5.4): the name where it can be one, else a number in the order of first use, over all
 * folders of a load.
 */
import type { Statements } from "../statements/statements.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import type { CustomConfig, ProvenanceConfig } from "./config.ts";
import type { InputEntry } from "./input-entries.ts";

export interface Provenance {
  readonly dcid: string;
  /** "" where the config does not say whose it is. */
  readonly source: string;
}

/** A node that belongs to the provenances of the files that use it. */
interface Shared {
  readonly dcid: string;
  readonly provenances: Set<string>;
  readonly sources: Set<string>;
}

interface NamedNode extends Shared {
  readonly write: (statements: Statements, provenance: string) => void;
}

/** A table, and what its config says about its entities. */
interface EntityTable {
  readonly entry: Pick<InputEntry, "entityType" | "entityTypeLine">;
  readonly config: CustomConfig;
  readonly provenance: Provenance;
}

interface EntityNode {
  readonly type: string;
  readonly provenance: string;
  /** The config that gives the type, and its line. */
  readonly file: string;
  readonly line: number;
}

interface Group extends NamedNode {
  readonly parent: Group | undefined;
}

interface Variable extends NamedNode {
  readonly config: CustomConfig;
  readonly group: Group | undefined;
  readonly properties: ReadonlyMap<string, string>;
}

const topGroup = "dc/g/Root";
/** Above all groups that an import makes. */
export const rootGroupDcid = "c/g/Root";
const defaultSource = "c/s/default";
const defaultProvenance = "c/p/default";

export class CustomNodes {
  /** A config of the import. */
  readonly #file: string;
  readonly #sources = new Map<string, { readonly dcid: string; readonly url: string }>();
  readonly #provenances = new Map<string, ProvenanceConfig & Provenance>();
  /** Provenances that the config only names: dcids of nodes that may be in an MCF file. */
  readonly #named = new Map<string, Provenance>();
  readonly #groups = new Map<string, Group>();
  readonly #variables = new Map<string, Variable>();
  readonly #types = new Map<string, NamedNode>();
  readonly #properties = new Map<string, string>();
  readonly #entities = new Map<string, EntityNode>();
  readonly #generated = new Map<string, number>();
  #rootGroup: { readonly name: string; readonly provenance: string } | undefined;

  constructor(configs: readonly CustomConfig[]) {
    this.#file = configs[0]?.path ?? "";
    for (const provenance of configs.flatMap((config) => config.provenances))
      this.#declare(provenance);
  }

  /**
   * The provenance of a file: of this name in its config, else of this dcid; "" if the config has
   * none.
   */
  provenanceOf(config: CustomConfig, name: string, file: string): Provenance {
    const declared = config.provenances.find((provenance) => provenance.name === name);
    if (declared !== undefined) return this.#provenances.get(keyOf(declared))!;
    const dcid = withoutNamespace(name) || file;
    const known = this.#named.get(dcid) ?? { dcid, source: "" };
    this.#named.set(dcid, known);
    return known;
  }

  /** Names of provenances that no config declares. */
  get namedProvenances(): Iterable<string> {
    return this.#named.keys();
  }

  variable(column: string, config: CustomConfig, provenance: Provenance): string {
    const node = this.#variables.get(column) ?? this.#newVariable(column, config, provenance);
    this.#variables.set(column, node);
    share(node, provenance);
    for (let group = node.group; group !== undefined; group = group.parent) {
      share(group, provenance);
    }
    return node.dcid;
  }

  /** Whether a table has a variable of this name, which the config may describe. */
  hasVariable(name: string): boolean {
    return this.#variables.has(name);
  }

  /** Dcid and properties of the variables that the tables of a config name. */
  variablesOf(config: CustomConfig): Pick<Variable, "dcid" | "properties">[] {
    return [...this.#variables.values()].filter((variable) => variable.config === config);
  }

  property(column: string): string {
    const dcid = this.#properties.get(column) ?? this.#idOf(column, "c/prop/");
    this.#properties.set(column, dcid);
    return dcid;
  }

  eventType(name: string, config: CustomConfig, provenance: Provenance): string {
    return this.#type(name, provenance, "c/e/", config.events.get(name), "Event");
  }

  entityType(name: string, config: CustomConfig, provenance: Provenance): string {
    return this.#type(name, provenance, "c/n/", config.entities.get(name), "");
  }

  /** An entity that a table is about, with the type that its config gives it. */
  entity(dcid: string, { entry, config, provenance }: EntityTable): void {
    const { entityType: type, entityTypeLine: line } = entry;
    if (type === "" || this.#entities.has(dcid)) return;
    this.#entities.set(dcid, { type, provenance: provenance.dcid, file: config.path, line });
  }

  /** Asks for the group that all others of this import lie in. */
  rootGroup(name: string, provenance: string): void {
    this.#rootGroup ??= { name, provenance };
  }

  /** @param isDefined whether an MCF file of the import describes a node. */
  write(statements: Statements, isDefined: (dcid: string) => boolean): void {
    const made = { file: this.#file, line: undefined, isMade: true };
    statements.at(made);
    this.#writeProvenances(statements, isDefined);
    if (this.#rootGroup !== undefined) {
      const { name, provenance } = this.#rootGroup;
      writeGroup(statements, rootGroupDcid, name, [topGroup], provenance);
    }
    const nodes = [...this.#groups.values(), ...this.#variables.values(), ...this.#types.values()];
    for (const { dcid, provenances, sources, write } of nodes) {
      const [first = ""] = provenances;
      write(statements, first);
      statements.at(made);
      for (const provenance of provenances) {
        statements.link(dcid, "includedIn", provenance, provenance);
      }
      for (const source of sources) statements.link(dcid, "includedIn", source, first);
    }
    for (const [column, dcid] of this.#properties) {
      statements.link(dcid, "typeOf", "Property", "");
      statements.text(dcid, "name", column, "");
    }
    for (const [dcid, { type, provenance, file, line }] of this.#entities) {
      statements.at({ file, line, isImplied: true });
      statements.link(dcid, "typeOf", type, provenance);
    }
  }

  #declare(provenance: ProvenanceConfig): void {
    const { source, sourceUrl } = provenance;
    if (this.#provenances.has(keyOf(provenance))) return;
    // The default ones count.
    const known = this.#sources.get(source) ?? {
      dcid: `c/s/${this.#sources.size + 1}`,
      url: sourceUrl,
    };
    this.#sources.set(source, known);
    const dcid = `c/p/${this.#provenances.size + 1}`;
    this.#provenances.set(keyOf(provenance), { ...provenance, dcid, source: known.dcid });
  }

  #newVariable(column: string, config: CustomConfig, provenance: Provenance): Variable {
    const { variables, namespace, rootGroupName } = config;
    const own = variables.get(column);
    const dcid = this.#idOf(column, `${namespace}/statvar_`);
    const group = this.#group(own?.group ?? "", namespace);
    if (group === undefined) this.rootGroup(rootGroupName, provenance.dcid);
    const defaults = { populationType: "Thing", statType: "measuredValue", measuredProperty: dcid };
    const given = new Set(Array.from(own?.properties ?? [], ([name]) => withoutNamespace(name)));
    const properties = new Map(
      [...Object.entries(defaults), ...(own?.properties ?? [])].map(([property, value]) => [
        withoutNamespace(property),
        withoutNamespace(value),
      ]),
    );
    const write = (statements: Statements, first: string): void => {
      statements.link(dcid, "typeOf", "StatisticalVariable", first);
      statements.text(dcid, "name", own?.name ?? column, first);
      statements.text(dcid, "description", own?.description ?? "", first);
      for (const text of own?.searchDescriptions ?? []) {
        statements.text(dcid, "searchDescription", text, first);
      }
      statements.link(dcid, "memberOf", group?.dcid ?? rootGroupDcid, first);
      const said = { file: config.path, line: own?.line };
      for (const [property, value] of properties) {
        // What the config does not say is the importer's default.
        statements.at({ ...said, isMade: !given.has(property) });
        statements.link(dcid, property, value, first);
      }
    };
    return { dcid, config, group, properties, provenances: new Set(), sources: new Set(), write };
  }

  /** The group at the end of a path, which makes those on the way. */
  #group(path: string, namespace: string): Group | undefined {
    if (path === "") return undefined;
    const names = path.split("/");
    let parent: Group | undefined;
    for (const [index, name] of names.entries()) {
      const key = [namespace, ...names.slice(0, index + 1)].join("/");
      const group = this.#groups.get(key) ?? this.#newGroup(name, parent, namespace);
      this.#groups.set(key, group);
      parent = group;
    }
    return parent;
  }

  #newGroup(name: string, parent: Group | undefined, namespace: string): Group {
    const count = this.#groups.size + (this.#rootGroup === undefined ? 0 : 1);
    const dcid = `${namespace}/g/group_${count + 1}`;
    const write = (statements: Statements, first: string): void =>
      writeGroup(statements, dcid, name, [parent?.dcid ?? topGroup], first);
    return { dcid, parent, provenances: new Set(), sources: new Set(), write };
  }

  #type(
    name: string,
    provenance: Provenance,
    prefix: string,
    own: { readonly name: string; readonly description: string } | undefined,
    superclass: string,
  ): string {
    const key = `${prefix}${name}`;
    const node = this.#types.get(key) ?? this.#newType(name, prefix, own, superclass);
    this.#types.set(key, node);
    share(node, provenance);
    return node.dcid;
  }

  #newType(
    name: string,
    prefix: string,
    own: { readonly name: string; readonly description: string } | undefined,
    superclass: string,
  ): NamedNode {
    const dcid = this.#idOf(name, prefix);
    const write = (statements: Statements, first: string): void => {
      statements.link(dcid, "typeOf", "Class", first);
      statements.link(dcid, "subClassOf", superclass, first);
      statements.text(dcid, "name", own?.name ?? name, first);
      statements.text(dcid, "description", own?.description ?? "", first);
    };
    return { dcid, provenances: new Set(), sources: new Set(), write };
  }

  #writeProvenances(statements: Statements, isDefined: (dcid: string) => boolean): void {
    // The importer drops its defaults once a file has a provenance that no config declares.
    if (this.#named.size === 0) writeDefaults(statements);
    for (const [name, { dcid, url }] of this.#sources) {
      const [first = ""] = Array.from(this.#provenances.values())
        .filter(({ source }) => source === dcid)
        .map((provenance) => provenance.dcid);
      statements.link(dcid, "typeOf", "Source", first);
      statements.text(dcid, "name", name, first);
      statements.text(dcid, "url", url, first);
      statements.text(dcid, "domain", domainOf(url), first);
    }
    for (const { dcid, name, source, url } of this.#provenances.values()) {
      writeProvenance(statements, dcid, name, source);
      statements.text(dcid, "url", url, dcid);
    }
    for (const { dcid, source } of this.#named.values()) {
      if (!isDefined(dcid)) writeProvenance(statements, dcid, dcid, source);
    }
  }

  #idOf(name: string, prefix: string): string {
    for (const candidate of [name, name.replaceAll(/[ -]/g, "_")]) {
      if (/^(?:[A-Za-z0-9_/]+:)?[A-Za-z0-9_/]+$/.test(candidate))
        return withoutNamespace(candidate);
    }
    const number = (this.#generated.get(prefix) ?? 0) + 1;
    this.#generated.set(prefix, number);
    return `${prefix}${number}`;
  }
}

function keyOf({ name, source }: ProvenanceConfig): string {
  return JSON.stringify([source, name]);
}

function share(node: Shared, { dcid, source }: Provenance): void {
  node.provenances.add(dcid);
  if (source !== "") node.sources.add(source);
}

function writeDefaults(statements: Statements): void {
  statements.link(defaultSource, "typeOf", "Source", defaultProvenance);
  statements.text(defaultSource, "name", "Custom Data Commons", defaultProvenance);
  writeProvenance(statements, defaultProvenance, "Custom Import", defaultSource);
  statements.text(defaultProvenance, "url", "custom-import", defaultProvenance);
}

function writeProvenance(statements: Statements, dcid: string, name: string, source: string): void {
  statements.link(dcid, "typeOf", "Provenance", dcid);
  statements.text(dcid, "name", name, dcid);
  statements.link(dcid, "source", source, dcid);
}

export function writeGroup(
  statements: Statements,
  dcid: string,
  name: string,
  parents: Iterable<string>,
  provenance: string,
): void {
  statements.link(dcid, "typeOf", "StatVarGroup", provenance);
  statements.text(dcid, "name", name, provenance);
  for (const parent of parents) statements.link(dcid, "specializationOf", parent, provenance);
}

/** Host and port of a URL, as it is written. */
export function domainOf(url: string): string {
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? "";
}
