/** Statistical variables, their groups and the classes around them. */

import type { Random } from "./random.ts";
import { baseProvenance, provenances, publishers } from "./sources.ts";
import type { Statements } from "./statements.ts";

const root = "dc/g/Root";

const classes = [
  "City",
  "Continent",
  "Country",
  "County",
  "Place",
  "Provenance",
  "StatVarGroup",
  "State",
  "StatisticalVariable",
  "Town",
];

/** Those that most variables are about come first. */
const populations = [
  "Person",
  "Household",
  "HousingUnit",
  "Worker",
  "Student",
  "Farm",
  "Establishment",
  "FireEvent",
  "EarthquakeEvent",
  "CriminalActivities",
  "Emissions",
  "Patient",
];
const properties = [
  "count",
  "income",
  "age",
  "amount",
  "price",
  "area",
  "rent",
  "rate",
  "wages",
  "temperature",
];
const statTypes = ["measuredValue", "medianValue", "meanValue", "maxValue", "growthRate"];

const constraints = {
  age: numbered(18, (number) => `Years${number * 5}To${number * 5 + 4}`),
  educationalAttainment: ["Bachelors", "Doctorate", "HighSchool", "Masters", "NoSchooling"],
  gender: ["Female", "Male"],
  healthOutcome: numbered(60, (number) => `Condition${number}`),
  naics: numbered(40, (number) => `NAICS/${number + 11}`),
  race: ["AmericanIndian", "Asian", "BlackOrAfricanAmerican", "SomeOther", "TwoOrMore", "White"],
} as const satisfies Record<string, readonly string[]>;
const constrainedProperties = Object.keys(constraints) as (keyof typeof constraints)[];
const constraintsMax = 3;

/** Some of the combinations that variables have. */
export const variableKinds = {
  populations: populations.slice(0, 4),
  properties: properties.slice(0, 3),
  genders: constraints.gender,
} as const;

/** What variables and places need around them. */
export function makeSchema(out: Statements): void {
  for (const name of classes) {
    out.link(name, "typeOf", "Class", provenances.schema);
    out.attribute(name, "name", name, provenances.schema);
  }
  for (const [importName, url] of publishers) {
    const dcid = baseProvenance + importName;
    out.link(dcid, "typeOf", "Provenance", provenances.sources);
    out.attribute(dcid, "name", importName, provenances.sources);
    out.attribute(dcid, "url", url, provenances.sources);
  }
}

/** Makes `count` variables with their groups. @returns dcids of the variables. */
export function makeVariables(random: Random, out: Statements, count: number): string[] {
  const groups = new Set<string>();
  const made = new Set<string>();
  while (made.size < count) {
    const variable = describeVariable(random, made.size === 0);
    if (made.has(variable.dcid)) continue;
    made.add(variable.dcid);
    makeVariable(variable, out);
    groups.add(variable.population);
    groups.add(variable.group);
  }
  makeGroup(root, undefined, out);
  for (const group of groups) {
    const [population, property] = group.split("_");
    const parent = property === undefined ? root : `dc/g/${population}`;
    makeGroup(`dc/g/${group}`, parent, out);
  }
  return [...made];
}

interface Variable {
  readonly dcid: string;
  readonly population: string;
  readonly property: string;
  readonly statType: string;
  /** Name of the group without its prefix. */
  readonly group: string;
  readonly constraints: readonly (readonly [property: string, value: string])[];
}

function describeVariable(random: Random, isFirst: boolean): Variable {
  const population = populations[random.low(populations.length)]!;
  const property = properties[random.low(properties.length)]!;
  const statType = random.below(10) < 6 ? statTypes[0]! : random.pick(statTypes);
  const values = new Map<string, string>();
  for (let left = isFirst ? 0 : random.below(constraintsMax + 1); left > 0; left--) {
    const name = random.pick(constrainedProperties);
    values.set(name, random.pick<string>(constraints[name]));
  }
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  const prefix = statType === "measuredValue" ? "" : `${capital(statType)}_`;
  const parts = [capital(property), population, ...sorted.map(([, value]) => value)];
  return {
    dcid: prefix + parts.join("_").replaceAll("/", ""),
    population,
    property,
    statType,
    group: `${population}_${property}`,
    constraints: sorted,
  };
}

function makeVariable(variable: Variable, out: Statements): void {
  const { dcid, population, property, statType, group } = variable;
  const provenance = provenances.variables;
  const details = ["total", ...variable.constraints.map(([, value]) => value)].join(", ");
  out.link(dcid, "typeOf", "StatisticalVariable", provenance);
  out.attribute(dcid, "name", `${capital(property)} of ${population}: ${details}`, provenance);
  out.link(dcid, "populationType", population, provenance);
  out.link(dcid, "measuredProperty", property, provenance);
  out.link(dcid, "statType", statType, provenance);
  for (const [name, value] of variable.constraints) out.link(dcid, name, value, provenance);
  out.link(dcid, "memberOf", `dc/g/${group}`, provenance);
}

function makeGroup(dcid: string, parent: string | undefined, out: Statements): void {
  const name = dcid.slice("dc/g/".length).replace("_", ", by ");
  out.link(dcid, "typeOf", "StatVarGroup", provenances.variables);
  out.attribute(dcid, "name", name, provenances.variables);
  if (parent !== undefined) out.link(dcid, "specializationOf", parent, provenances.variables);
}

function numbered(count: number, name: (number: number) => string): string[] {
  return Array.from({ length: count }, (_, number) => name(number));
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
