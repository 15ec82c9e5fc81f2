/**
 * Slips of known names among what is loaded: types, stat types, units and variables that nothing
 * describes and that differ in one letter, in the places of letters, or in case, from a name that is known.
 */
import { shown } from "../../load/bytes/diagnostics.ts";
import { slipOf } from "../../load/values/slips.ts";
import { type NodeField, nodeFields } from "../../stats/facet-fields.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { Target, WorldLog } from "../lint-log.ts";

const counter = "Graph_MisspeltName";

/** Names that imports use most; of properties only those that few public ones are near to. */
const known = {
  typeOf: [
    "AdministrativeArea1",
    "AdministrativeArea2",
    "CensusTract",
    "City",
    "Class",
    "Country",
    "County",
    "Place",
    "Property",
    "Provenance",
    "Source",
    "State",
    "StatisticalPopulation",
    "StatisticalVariable",
    "StatVarGroup",
    "StatVarObservation",
    "StatVarPeerGroup",
    "Topic",
    "Town",
    "Village",
  ],
  populationType: ["BirthEvent", "Household", "HousingUnit", "MortalityEvent", "Person"],
  measuredProperty: [
    "amount",
    "consumption",
    "count",
    "earnings",
    "expenditure",
    "generation",
    "income",
    "lifeExpectancy",
    "percent",
    "price",
    "revenue",
    "temperature",
    "unemploymentRate",
  ],
  statType: [
    "growthRate",
    "marginOfError",
    "maxValue",
    "meanValue",
    "measuredValue",
    "measurementResult",
    "medianValue",
    "minValue",
    "sampleSize",
    "stdError",
  ],
  unit: [
    "Celsius",
    "Euro",
    "Gram",
    "Kilogram",
    "Kilometer",
    "KilowattHour",
    "Liter",
    "Meter",
    "Percent",
    "Pound",
    "SquareKilometer",
    "USDollar",
    "Year",
  ],
} as const;

export function checkSlips(worlds: CheckedWorld, log: WorldLog): void {
  for (const property of ["typeOf", "populationType", "statType", "measuredProperty"] as const)
    checkObjects(property, worlds, log);
  for (const field of nodeFields) checkFacets(field, worlds, log);
  checkVariables(worlds, log);
}

/** Nodes that a property leads to. */
function checkObjects(
  property: Exclude<keyof typeof known, "unit">,
  worlds: CheckedWorld,
  log: WorldLog,
): void {
  const { graph } = worlds.own;
  const names = new Set<string>(known[property]);
  for (const name of describedFor(property, worlds)) names.add(name);
  const uses = objectsOf(property, worlds);
  for (const object of uses.keys()) {
    if (worlds.isDescribed(object)) names.add(graph.dictionary.textOf(object));
  }
  const byUse = [...uses.values()].sort((a, b) => b.count - a.count);
  for (const [object, { count, subject }] of uses) {
    const name = graph.dictionary.textOf(object);
    if (worlds.isDescribed(object)) continue;
    // Few are used so much more: the first of them by their use.
    const rare = byUse.findIndex((other) => other.count < fewer * count);
    const usual = byUse.slice(0, rare).map((other) => graph.dictionary.textOf(other.object));
    const meant = meantBy(name, [...names, ...usual]);
    if (meant === undefined) continue;
    const dcid = graph.dictionary.textOf(subject);
    report(property, name, meant, log, {
      about: "statement",
      subject: dcid,
      predicate: property,
      object: name,
    });
  }
}

/** Public properties are many, and near to others: beside usual ones, those of the checked sources are meant. */
function describedFor(property: keyof typeof known, { all, own }: CheckedWorld): string[] {
  if (property === "statType") return [];
  return property === "measuredProperty" ? nodesOf("Property", own) : nodesOf("Class", all);
}

function nodesOf(type: string, world: CheckedWorld["all"]): string[] {
  return subjectsOf("typeOf", type, world);
}

function subjectsOf(property: string, object: string, { graph }: CheckedWorld["all"]): string[] {
  const { dictionary } = graph;
  const subjects = graph.linked(dictionary.nodeOf(object), property, "in");
  return subjects.map((node) => dictionary.textOf(node));
}

/** The nodes of a type and of the classes below it, and these classes: `Celsius` is a class of units. */
function nodesBelow(type: string, world: CheckedWorld["all"]): string[] {
  const classes = new Set([type]);
  // A set also gives what is added meanwhile.
  for (const one of classes) {
    for (const below of subjectsOf("subClassOf", one, world)) classes.add(below);
  }
  return [...classes].flatMap((one) => [one, ...nodesOf(one, world)]);
}

interface Uses {
  readonly object: TermId;
  count: number;
  /** One of the nodes that have the property. */
  readonly subject: TermId;
}

/** Each node that a property leads to, and from how many. */
function objectsOf(
  property: string,
  { own: { graph } }: CheckedWorld,
): ReadonlyMap<TermId, Readonly<Uses>> {
  const uses = new Map<TermId, Uses>();
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return uses;
  const { start, end } = graph.rowsByPredicate(predicate);
  for (let at = start; at < end; at++) {
    const row = graph.rowByPredicate(at);
    const object = graph.out.terms[row] ?? 0;
    if (!graph.dictionary.isNode(object)) continue;
    const known = uses.get(object);
    if (known === undefined) uses.set(object, { object, count: 1, subject: graph.subjectOf(row) });
    else known.count++;
  }
  return uses;
}

/** What describes the names of a field of facets. */
const typesOfField = { unit: "UnitOfMeasure", measurementMethod: "MeasurementMethodEnum" } as const;

/** Units and methods, beside described ones and those of many more values. */
function checkFacets(field: NodeField, worlds: CheckedWorld, log: WorldLog): void {
  const { observations } = worlds.own;
  const points = new Map<string, number>();
  for (let series = 0; series < observations.seriesCount; series++) {
    const name = observations.facetOf(series)[field];
    if (name !== "") points.set(name, (points.get(name) ?? 0) + observations.pointCountOf(series));
  }
  const described = [
    ...nodesBelow(typesOfField[field], worlds.all),
    ...(field === "unit" ? known.unit : []),
  ];
  const all = new NamesByLetters(new Set([...points.keys(), ...described]));
  for (const [name, count] of points) {
    if (worlds.describes(name)) continue;
    const isUsual = (other: string) =>
      described.includes(other) ||
      ((points.get(other) ?? 0) >= fewer * count && !isPrefixed(name, other));
    const near = all.near(name);
    const target = { about: field, name } as const;
    const meant = meantBy(name, near.filter(isUsual));
    if (meant !== undefined) {
      report(field, name, meant, log, target);
      continue;
    }
    if (field !== "unit" || described.includes(name)) continue;
    // Neither has many more values than the other: the one with fewer is shown.
    const isMore = (one: string) => {
      const more = (points.get(one) ?? 0) - count;
      return (more > 0 || (more === 0 && name < one)) && isTyped(name, one);
    };
    const other = meantBy(name, near.filter(isMore));
    const both = ", or is that the slip? It is described nowhere, too";
    if (other !== undefined) report(field, name, other, log, target, both);
  }
}

/** A letter too many or too few, or the same letters: `EUR/t` and `EUR/h` are two units. */
const isTyped = (name: string, other: string): boolean =>
  name.length !== other.length || sumOf(numbersOf(name)) === sumOf(numbersOf(other));

/** Units may differ in a prefix alone, as `mmol` and `umol`. */
function isPrefixed(name: string, other: string): boolean {
  return name.slice(1) === other.slice(1);
}

/** How many times as many series a variable has of which another one is a slip, or values a unit. */
const fewer = 3;

/** A variable that nothing describes, beside a described one or one with many more series. */
function checkVariables(worlds: CheckedWorld, log: WorldLog): void {
  const { graph, observations } = worlds.own;
  const series = new Map<string, number>();
  const described = new Set<string>();
  for (const variable of observations.variables) {
    const name = graph.dictionary.textOf(variable);
    series.set(name, observations.seriesCountOf(variable));
    if (worlds.isDescribed(variable)) described.add(name);
  }
  // A variable that is described need not be observed.
  const others = described.size === series.size ? [] : nodesOf("StatisticalVariable", worlds.all);
  for (const name of others) described.add(name);
  const all = new NamesByLetters(new Set([...series.keys(), ...others]));
  let words: ReadonlySet<string> | undefined;
  for (const [name, count] of series) {
    if (described.has(name)) continue;
    const isUsual = (other: string) =>
      described.has(other) || (series.get(other) ?? 0) >= fewer * count;
    const meant = meantBy(name, all.near(name).filter(isUsual));
    if (meant === undefined) continue;
    const target = { about: "variableMeasured", name } as const;
    words ??= new Set([...described].flatMap(wordsOf));
    const own = wordsOf(name).filter((word) => !wordsOf(meant).includes(word));
    const isElsewhere = own.every((word) => words?.has(word));
    const or = `, or is that the slip? Another described variable has ${own.map(shown).join(", ")} in its name`;
    report("variableMeasured", name, meant, log, target, isElsewhere ? or : undefined);
  }
}

/** `Generation_Electricity` has two. */
const wordsOf = (name: string): string[] =>
  name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== "");

/**
 * Names by the sum of their letters, so that a name need not be compared with all of many others. One
 * wrong letter takes one number from the sum and adds another one.
 */
class NamesByLetters {
  readonly #names = new Map<number, string[]>();
  readonly #letters = new Set([0]);

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const letters = numbersOf(name);
      for (const letter of letters) this.#letters.add(letter);
      const sum = sumOf(letters);
      const others = this.#names.get(sum);
      if (others === undefined) this.#names.set(sum, [name]);
      else others.push(name);
    }
  }

  /** Those with one wrong letter or the same letters, and a few with the same sum by chance. */
  near(name: string): string[] {
    const letters = numbersOf(name);
    const sum = sumOf(letters);
    const sums = new Set<number>();
    for (const wrong of new Set([0, ...letters])) {
      for (const letter of this.#letters) sums.add(sum - wrong + letter);
    }
    return Array.from(sums).flatMap((one) => this.#names.get(one) ?? []);
  }
}

/** A number per letter: few pairs of letters have the same sum, and the sum of a name is exact. */
function numbersOf(name: string): number[] {
  return Array.from(name.toLowerCase(), (letter) => ((letter.codePointAt(0) ?? 0) % 8191) ** 3);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The known name from which a name differs in one letter, in the places of letters, or in case. */
function meantBy(name: string, names: readonly string[]): string | undefined {
  return slipOf(
    name,
    names.filter((other) => mayBeMeant(name, other)),
    1,
  );
}

/** Short names are near to many others, and names of ages, years and classes differ in numbers. */
function mayBeMeant(name: string, other: string): boolean {
  // A letter too many or too few leaves less to guess than another letter.
  const isShort = name.length < 4 || other.length < (name.length === other.length ? 4 : 3);
  return !isShort && name.replace(/\D/g, "") === other.replace(/\D/g, "");
}

/** @param or why what is meant may be the slip itself: then it is no cure */
function report(
  property: string,
  name: string,
  meant: string,
  log: WorldLog,
  target: Target,
  or?: string,
): void {
  const message = () =>
    `${property} ${shown(name)} is described nowhere; is ${shown(meant)} meant${or ?? "?"}`;
  const cure = () => ({ of: "value" as const, property, from: name, to: meant });
  log.addToWorld({
    ...{ level: "warning", counter, suffix: property, message, ...(or === undefined && { cure }) },
    target: () => target,
  });
}
