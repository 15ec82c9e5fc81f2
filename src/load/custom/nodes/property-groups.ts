/**
 * Groups of variables made of their properties, with the ids and names of the official importer
 * (recorded outputs of its generator). A variable about female Asian persons makes
 *
 *   Person ─ Gender ─ Gender-Female ─ Gender-Female_Race ─┐
 *        └── Race ─── Race-Asian ─── Gender_Race-Asian ───┴─ Gender-Female_Race-Asian
 *
 * each below the one on its left, and belongs to the last.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { byteOrder } from "../../bytes/index.ts";
import type { Statements } from "../../statements/index.ts";
import { rootGroupDcid, writeGroup } from "./custom-nodes.ts";

export interface GroupedVariable {
  readonly dcid: string;
  readonly populationType: string;
  readonly measuredProperty: string;
  /** Values by property, whatever the property. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Variables of this population with one of these properties belong to these topmost groups. */
export interface VerticalSpec {
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
