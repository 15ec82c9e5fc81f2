/** What the MCF files of custom folders state about variables, and the groups from that. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { readText } from "../bytes/byte-blocks.ts";
import { type DiagnosticLog, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { byteOrder } from "../bytes/paths.ts";
import type { Statements } from "../statements/statements.ts";
import { parseJson } from "../values/json-text.ts";
import type { NodeBlock } from "../values/mcf-value.ts";
import { type ConfigKind, ConfigValues, entryText, entryTexts } from "./config-values.ts";
import type { CustomFolder } from "./custom-folder.ts";
import { type CustomNodes, domainOf, rootGroupDcid, writeGroup } from "./custom-nodes.ts";

/**
 * Groups of variables made of their properties, with the ids and names of the official importer
 * (recorded outputs of its generator). A variable about female Asian persons makes
 *
 *   Person ─ Gender ─ Gender-Female ─ Gender-Female_Race ─┐
 *        └── Race ─── Race-Asian ─── Gender_Race-Asian ───┴─ Gender-Female_Race-Asian
 *
 * each below the one on its left, and belongs to the last.
 */

export interface GroupedVariable {
  readonly dcid: string;
  readonly populationType: string;
  readonly measuredProperty: string;
  /** Values by property, whatever the property. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Variables of this population with one of these properties belong to these topmost groups. */
interface VerticalSpec {
  readonly populationType: string;
  readonly measuredProperties: readonly string[];
  readonly verticals: readonly string[];
}

export interface GroupingRules {
  readonly prefix: string;
  readonly specs: readonly VerticalSpec[];
  /** Properties beyond the usual ones that make no group. */
  readonly hidden: readonly string[];
  readonly nameOf: (dcid: string) => string | undefined;
  readonly provenance: string;
}

/** Properties of a variable that say something else than what it is about. */
const hidden: readonly string[] = [
  "dcid",
  "typeOf",
  "isPublic",
  "provenance",
  "resMCFFile",
  "keyString",
  "populationType",
  "constraintProperties",
  "name",
  "label",
  "alternateName",
  "description",
  "descriptionUrl",
  "memberOf",
  "utteranceTemplate",
  "searchDescription",
  "source",
  "footnote",
  "isNormalizable",
  "denominatorForNormalization",
  "measuredProperty",
  "measurementMethod",
  "measurementDenominator",
  "measurementQualifier",
  "scalingFactor",
  "unit",
  "statType",
  "censusACSTableId",
  "includedIn",
];

const idLengthMax = 255;
/** Each further property doubles the groups of a variable. */
export const propertiesMax = 8;

/** A property with its value, or alone. */
interface Constraint {
  readonly property: string;
  readonly value: string;
}

interface PropertyGroup {
  readonly name: string;
  readonly parents: Set<string>;
}

export class PropertyGroups {
  readonly #rules: GroupingRules;
  readonly #hidden: ReadonlySet<string>;
  readonly #groups = new Map<string, PropertyGroup>();
  /** Measured properties of the variables below each population. */
  readonly #measured = new Map<string, Set<string>>();
  readonly #members: (readonly [variable: string, group: string])[] = [];

  constructor(rules: GroupingRules) {
    this.#rules = rules;
    this.#hidden = new Set([...hidden, ...rules.hidden]);
  }

  /** @returns false for a variable with too many properties, which then belongs to its population. */
  add({ dcid, populationType, measuredProperty, properties }: GroupedVariable): boolean {
    const constraints = Array.from(properties, ([property, value]) => ({ property, value }))
      .filter(({ property, value }) => value !== "" && !this.#hidden.has(property))
      .sort((left, right) => byteOrder(left.property, right.property));
    const isFew = constraints.length <= propertiesMax;
    const population = populationType || "Thing";
    const measured = this.#measured.get(population) ?? new Set();
    this.#measured.set(population, measured.add(measuredProperty));
    this.#members.push([dcid, this.#group(population, isFew ? constraints : [])]);
    return isFew;
  }

  write(statements: Statements): void {
    const { provenance } = this.#rules;
    for (const [population, measured] of this.#measured) {
      const { parents } = this.#groups.get(this.#idOf(population, []))!;
      for (const vertical of this.#verticalsOf(population, measured)) parents.add(vertical);
      if (parents.size === 0) parents.add(rootGroupDcid);
    }
    for (const [dcid, { name, parents }] of this.#groups) {
      writeGroup(statements, dcid, name, parents, provenance);
    }
    for (const [variable, group] of this.#members) {
      statements.link(variable, "memberOf", group, provenance);
    }
  }

  /** The group of constraints that all have values, which makes those above it. */
  #group(population: string, constraints: readonly Constraint[]): string {
    const dcid = this.#idOf(population, constraints);
    if (this.#groups.has(dcid)) return dcid;
    const parents = new Set<string>();
    this.#groups.set(dcid, { name: this.#nameOf(population, constraints), parents });
    for (const constraint of constraints) {
      const open = constraints.map((other) =>
        other === constraint ? { property: other.property, value: "" } : other,
      );
      const parent = this.#idOf(population, open);
      parents.add(parent);
      if (this.#groups.has(parent)) continue;
      const rest = constraints.filter((other) => other !== constraint);
      const above = new Set([this.#group(population, rest)]);
      this.#groups.set(parent, { name: this.#nameOf(population, open), parents: above });
    }
    return dcid;
  }

  /** The topmost groups of a population, which become groups themselves. */
  #verticalsOf(population: string, measured: ReadonlySet<string>): string[] {
    const verticals = this.#rules.specs
      .filter(
        (spec) =>
          spec.populationType === population &&
          spec.measuredProperties.some((property) => measured.has(property)),
      )
      .flatMap((spec) => spec.verticals);
    return verticals.map((vertical) => {
      const dcid = this.#idOf(vertical, []);
      const group = { name: this.#wordsOf(vertical), parents: new Set([rootGroupDcid]) };
      if (!this.#groups.has(dcid)) this.#groups.set(dcid, group);
      return dcid;
    });
  }

  #idOf(population: string, constraints: readonly Constraint[]): string {
    const tokens = constraints.map(({ property, value }) =>
      value === "" ? token(property) : `${token(property)}-${token(value)}`,
    );
    const dcid = this.#rules.prefix + [token(population), ...tokens].join("_");
    if (dcid.length <= idLengthMax) return dcid;
    const hash = bytesToHex(sha256(utf8ToBytes(dcid))).slice(0, 8);
    return `${dcid.slice(0, idLengthMax - 1 - hash.length)}-${hash}`;
  }

  #nameOf(population: string, constraints: readonly Constraint[]): string {
    const parts = constraints.map(({ property, value }) => {
      const name = this.#wordsOf(property);
      return value === "" ? name : `${name} = ${this.#wordsOf(value)}`;
    });
    const name = this.#wordsOf(population);
    return parts.length === 0 ? name : `${name} With ${parts.join(", ")}`;
  }

  /** The name of a node, else the words that its dcid is made of. */
  #wordsOf(dcid: string): string {
    const name = this.#rules.nameOf(dcid);
    if (name !== undefined) return name;
    const words = dcid.slice(dcid.indexOf(":") + 1).replaceAll(/(?!^)([A-Z])/g, " $1");
    return capital(words);
  }
}

/** Letters and digits of an id, the first one a capital. */
function token(id: string): string {
  return capital(id.slice(id.indexOf(":") + 1).replaceAll(/[^0-9A-Za-z]+/g, ""));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const keys: Readonly<Record<string, ConfigKind>> = {
  populationType: "text",
  measuredProperties: "texts",
  verticals: "texts",
};

/** @throws LoadError if the file cannot be read or is no JSON. */
export async function readVerticalSpecs(
  file: InputFile,
  log: DiagnosticLog,
): Promise<VerticalSpec[]> {
  const { path } = file;
  const text = await readText(file);
  const values = new ConfigValues();
  const specs = values.known(parseJson(text, path), { specs: "any" }, "the specs").get("specs");
  if (specs?.value.kind !== "list")
    values.report("error", "BadValue", 1, "expected a list as specs");
  const read = values.items(specs?.value ?? { kind: "null", line: 1 }, "specs").map((node) => {
    const entries = values.known(node, keys, "a spec");
    return {
      populationType: entryText(entries.get("populationType")),
      measuredProperties: entryTexts(entries.get("measuredProperties")),
      verticals: entryTexts(entries.get("verticals")),
    };
  });
  for (const finding of values.findings) log.report(path, finding);
  return read;
}

/** Values by property of each node; the last one of a property counts. */
type NodeTexts = Map<string, Map<string, string>>;

/** Groups belong to no file. */
const noProvenance = "";

export class FolderVariables {
  /** Nodes of folders whose variables are to be grouped. */
  readonly #nodes = new Map<CustomFolder, NodeTexts>();
  readonly #provenances = new Set<string>();
  /** URLs of the sources that MCF files describe. */
  readonly #sources = new Map<string, string>();

  constructor(folders: Iterable<CustomFolder>) {
    for (const folder of folders) {
      if (folder.config.groupsByProperty) this.#nodes.set(folder, new Map());
    }
  }

  add(folder: CustomFolder, dcid: string, block: NodeBlock): void {
    if (block.values.some(({ property, text }) => property === "typeOf" && text === "Provenance")) {
      this.#provenances.add(dcid);
    }
    if (block.values.some(({ property, text }) => property === "typeOf" && text === "Source")) {
      const url = block.values.find(({ property }) => property === "url")?.text;
      if (url !== undefined) this.#sources.set(dcid, url);
    }
    const nodes = this.#nodes.get(folder);
    if (nodes === undefined) return;
    const texts = nodes.get(dcid) ?? new Map<string, string>();
    nodes.set(dcid, texts);
    for (const { property, text } of block.values) texts.set(property, text);
  }

  /** Whether an MCF file describes a provenance. */
  isDefined(dcid: string): boolean {
    return this.#provenances.has(dcid);
  }

  async write(statements: Statements, nodes: CustomNodes, log: DiagnosticLog): Promise<void> {
    statements.made(() => {
      for (const [dcid, url] of this.#sources) {
        statements.text(dcid, "domain", domainOf(url), noProvenance);
      }
    });
    for (const [folder, described] of this.#nodes) {
      await writeGroups(folder, described, statements, nodes, log);
    }
  }
}

async function writeGroups(
  { config, verticalSpecs }: CustomFolder,
  described: NodeTexts,
  statements: Statements,
  nodes: CustomNodes,
  log: DiagnosticLog,
): Promise<void> {
  nodes.rootGroup(config.rootGroupName, noProvenance);
  const groups = new PropertyGroups({
    prefix: config.groupPrefix,
    specs: verticalSpecs === undefined ? [] : await readVerticalSpecs(verticalSpecs, log),
    hidden: config.hiddenProperties,
    nameOf: (dcid) => described.get(dcid)?.get("name"),
    provenance: noProvenance,
  });
  const variables = new Map<string, ReadonlyMap<string, string>>();
  for (const { dcid, properties } of nodes.variablesOf(config)) variables.set(dcid, properties);
  for (const [dcid, texts] of described) {
    if (texts.get("typeOf") !== "StatisticalVariable" && !variables.has(dcid)) continue;
    variables.set(dcid, new Map([...(variables.get(dcid) ?? []), ...texts]));
  }
  for (const [dcid, properties] of variables) {
    const populationType = properties.get("populationType") ?? "";
    const measuredProperty = properties.get("measuredProperty") ?? "";
    if (groups.add({ dcid, populationType, measuredProperty, properties })) continue;
    const message = () =>
      `variable ${shown(dcid)} has more than ${propertiesMax} properties to group by; it belongs to its population only`;
    const level = "warning";
    log.report(config.path, { level, counter: "Config_TooManyGroups", line: undefined, message });
  }
  groups.write(statements);
}
