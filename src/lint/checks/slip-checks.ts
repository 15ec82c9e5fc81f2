/**
 * Slips of known names among what is loaded: types, stat types, units and variables that nothing
 * describes and that differ in one letter, or in the case of letters, from a name that is known.
 */
import { distance } from "fastest-levenshtein";
import { shown } from "../../load/report/diagnostics.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { Target, WorldLog } from "../lint-log.ts";

const counter = "Graph_MisspeltName";

/** Types, stat types and units that imports use most. */
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
  for (const property of ["typeOf", "statType"] as const) checkObjects(property, worlds, log);
  checkUnits(worlds, log);
  checkVariables(worlds, log);
}

/** Nodes that a property leads to. */
function checkObjects(property: "typeOf" | "statType", worlds: CheckedWorld, log: WorldLog): void {
  const { graph } = worlds.own;
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return;
  const names = new Set<string>(known[property]);
  for (const object of objectsOf(property, worlds)) {
    if (worlds.isDescribed(object)) names.add(graph.dictionary.textOf(object));
  }
  for (const object of objectsOf(property, worlds)) {
    const name = graph.dictionary.textOf(object);
    const meant = worlds.isDescribed(object) ? undefined : meantBy(name, names);
    if (meant === undefined) continue;
    const [subject] = graph.valuesOf(object, predicate, "in");
    const dcid = graph.dictionary.textOf(subject ?? object);
    report(property, name, meant, log, {
      about: "statement",
      subject: dcid,
      predicate: property,
      object: name,
    });
  }
}

/** Each node that a property leads to, once. */
function* objectsOf(property: string, { own: { graph } }: CheckedWorld): Generator<TermId> {
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return;
  const seen = new Set<TermId>();
  const { start, end } = graph.rowsByPredicate(predicate);
  for (let at = start; at < end; at++) {
    const object = graph.out.terms[graph.rowByPredicate(at)] ?? 0;
    if (seen.has(object) || !graph.dictionary.isNode(object)) continue;
    seen.add(object);
    yield object;
  }
}

function checkUnits(worlds: CheckedWorld, log: WorldLog): void {
  const { observations } = worlds.own;
  const units = new Set(observations.facets.map(({ unit }) => unit));
  for (const unit of units) {
    const meant = unit === "" || worlds.describes(unit) ? undefined : meantBy(unit, known.unit);
    if (meant !== undefined) report("unit", unit, meant, log, { about: "unit", name: unit });
  }
}

/** How many times as many series a variable has of which another one is a slip. */
const fewer = 3;

/** A variable that nothing describes, beside a described one or one with many more series. */
function checkVariables(worlds: CheckedWorld, log: WorldLog): void {
  const { graph, observations } = worlds.own;
  const series = new Map<string, number>();
  const described = new Set<string>();
  for (const variable of observations.variables) {
    const name = graph.dictionary.textOf(variable);
    const { start, end } = observations.seriesOfVariable(variable);
    series.set(name, end - start);
    if (worlds.isDescribed(variable)) described.add(name);
  }
  for (const [name, count] of series) {
    if (described.has(name)) continue;
    const others = [...series].filter(
      ([other, its]) => described.has(other) || its >= fewer * count,
    );
    const meant = meantBy(name, new Set(others.map(([other]) => other)));
    if (meant === undefined) continue;
    report("variableMeasured", name, meant, log, { about: "variableMeasured", name });
  }
}

/** The known name from which a name differs in one letter, two that changed places, or in case. */
function meantBy(name: string, names: Iterable<string>): string | undefined {
  let near: string | undefined;
  for (const other of names) {
    if (other === name) return undefined;
    if (near === undefined && isSlip(name, other)) near = other;
  }
  return near;
}

function isSlip(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 1 || Math.min(name.length, other.length) < 4)
    return false;
  // Names of ages, years and classes differ in numbers.
  if (name.replace(/\D/g, "") !== other.replace(/\D/g, "")) return false;
  const [left, right] = [name.toLowerCase(), other.toLowerCase()];
  const wrong = distance(left, right);
  return wrong <= 1 || (wrong === 2 && sorted(left) === sorted(right));
}

function sorted(text: string): string {
  return [...text].sort().join("");
}

function report(
  property: string,
  name: string,
  meant: string,
  log: WorldLog,
  target: Target,
): void {
  const message = () =>
    `${property} ${shown(name)} is described nowhere; is ${shown(meant)} meant?`;
  log.addToWorld({ level: "warning", counter, suffix: property, message, target: () => target });
}
