/**
 * Entities of observations that are totals or names of nodes, or whose dcids have a misspelt beginning, as `geoid/06`;
 * and places around nodes.
 */

import { shown } from "../../load/bytes/diagnostics.ts";
import { isTotal } from "../../load/described/table-entities.ts";
import { hasSameLetters, slipOf } from "../../load/values/slips.ts";
import { Bitmap } from "../../store/columns/id-sets.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { Target, WorldLog } from "../lint-log.ts";
import type { ExpectedNodes } from "./expected-nodes.ts";

// Kinds come from the input: each of them is compared with all described ones.
const kindsMax = 100;

/** Reports each such entity once. */
export function checkEntities(worlds: CheckedWorld, expected: ExpectedNodes, log: WorldLog): void {
  const { graph, observations } = worlds.own;
  const seen = new Bitmap(graph.dictionary.nodeCount);
  const near = new Map<string, readonly string[]>();
  const odd = new Set<string>();
  for (let series = 0; series < observations.seriesCount; series++) {
    for (const entity of observations.allEntitiesOf(series)) {
      if (seen.has(entity)) continue;
      seen.add(entity);
      const name = graph.dictionary.textOf(entity);
      const named: Named = {
        property: "observationAbout",
        name,
        target: () => ({ about: "observationAbout", name }),
      };
      if (isTotal(name)) reportTotal(name, log);
      else if (!name.includes("/") && lackOf(name, worlds) !== undefined) odd.add(name);
      else checkKind(named, near, worlds, expected, log);
    }
  }
  checkNames(odd, worlds, log);
  checkPlaces(near, worlds, expected, log);
}

/** Entities that nothing describes, and that a described node has as its name: a dcid belongs there. */
function checkNames(odd: ReadonlySet<string>, worlds: CheckedWorld, log: WorldLog): void {
  const { graph } = worlds.all;
  const predicate = odd.size === 0 ? undefined : graph.predicateOf("name");
  if (predicate === undefined) return;
  const named = new Map<string, { readonly meant: string; others: number }>();
  const { start, end } = graph.rowsByPredicate(predicate);
  for (let at = start; at < end; at++) {
    const row = graph.rowByPredicate(at);
    const name = graph.dictionary.textOf(graph.out.terms[row]!);
    if (!odd.has(name)) continue;
    const known = named.get(name);
    if (known !== undefined) known.others += 1;
    else named.set(name, { meant: graph.dictionary.textOf(graph.subjectOf(row)), others: 0 });
  }
  const property = "observationAbout";
  for (const [name, { meant, others }] of named) {
    const rest = others === 0 ? "" : ` and ${others} more`;
    log.addToWorld({
      level: "warning",
      counter: "Graph_MisspeltName",
      suffix: property,
      message: () =>
        `${property} ${shown(name)} ${lackOf(name, worlds)}, and is the name of ${shown(meant)}${rest}: a dcid belongs here`,
      ...(others === 0 ? { cure: () => cureOf(property, name, meant) } : {}),
      target: () => ({ about: property, name }),
    });
  }
}

/** The same for places around nodes. */
function checkPlaces(
  near: Map<string, readonly string[]>,
  worlds: CheckedWorld,
  expected: ExpectedNodes,
  log: WorldLog,
): void {
  const { graph } = worlds.own;
  const property = "containedInPlace";
  const predicate = graph.predicateOf(property);
  if (predicate === undefined) return;
  for (let place = 0; place < graph.dictionary.nodeCount; place++) {
    if (worlds.isDescribed(place)) continue;
    const { start, end } = graph.in.rowsOf(place, predicate);
    if (start === end) continue;
    const name = graph.dictionary.textOf(place);
    const subject = graph.dictionary.textOf(graph.in.terms[start]!);
    const target = () =>
      ({ about: "statement", subject, predicate: property, object: name }) as const;
    checkKind({ property, name, target }, near, worlds, expected, log);
  }
}

/** A dcid in a file. */
interface Named {
  readonly property: "observationAbout" | "containedInPlace";
  readonly name: string;
  readonly target: () => Target;
}

function reportTotal(name: string, log: WorldLog): void {
  log.addToWorld({
    level: "warning",
    counter: "Graph_TotalAsEntity",
    message: () =>
      `observationAbout of observations is ${shown(name)}, which is a word for the total of other rows and no entity; take these rows out, or name the place that they are about`,
    target: () => ({ about: "observationAbout", name }),
  });
}

function checkKind(
  named: Named,
  near: Map<string, readonly string[]>,
  worlds: CheckedWorld,
  expected: ExpectedNodes,
  log: WorldLog,
): void {
  const { property, name, target } = named;
  const end = name.lastIndexOf("/");
  const kind = name.slice(0, Math.max(end, 0));
  if (kind === "") return;
  const lack = lackOf(name, worlds);
  if (lack !== undefined) checkZeros(kind, name.slice(end + 1), { ...named, lack }, worlds, log);
  let others = near.get(kind);
  if (others === undefined) {
    if (near.size === kindsMax) return;
    others = expected.describedKinds().filter((other) => isNear(kind, other));
    near.set(kind, others);
  }
  const other = others.find((one) => {
    const meant = one + name.slice(end);
    if (!worlds.describes(meant)) return false;
    // Where both are described, the one of which there are fewer is the slip.
    const isCapital = one.toLowerCase() === kind.toLowerCase();
    const isSlip = lack !== undefined && !(lack === typeAlone && hasTypeAlone(meant, worlds));
    return (isSlip || isCapital) && expected.describedOf(kind) < expected.describedOf(one);
  });
  if (other === undefined) return;
  const meant = other + name.slice(end);
  const what = lack ?? "differs in capitals from a described node";
  log.addToWorld({
    level: "warning",
    counter: "Graph_MisspeltName",
    suffix: property,
    message: () => `${property} ${shown(name)} ${what}; is ${shown(meant)} meant?`,
    ...(lack !== nowhere ? {} : { cure: () => cureOf(property, name, meant) }),
    target,
  });
}

/** Spreadsheets take zeros from the beginning of numbers: `geoId/6` is `geoId/06`, if that is known. */
function checkZeros(
  kind: string,
  id: string,
  { property, name, target, lack }: Named & { readonly lack: string },
  worlds: CheckedWorld,
  log: WorldLog,
): void {
  if (!/^[1-9]\d*$/.test(id)) return;
  const meant = `${kind}/0${id}`;
  const isNamed = worlds.own.graph.dictionary.nodeOf(meant) !== undefined;
  // States have two digits.
  const isState = kind === "geoId" && id.length === 1;
  const isOther = worlds.describes(meant) && !hasTypeAlone(meant, worlds);
  if (!isState && !isOther && (lack === typeAlone || !isNamed)) return;
  log.addToWorld({
    level: "warning",
    counter: "Graph_MisspeltName",
    suffix: property,
    message: () =>
      `${property} ${shown(name)} ${lack}; is ${shown(meant)} meant, and its zero lost?`,
    ...(lack !== nowhere ? {} : { cure: () => cureOf(property, name, meant) }),
    target,
  });
}

const nowhere = "is described nowhere";
const typeAlone = "has a type alone";

/** What a place lacks, if it is not described: a template gives a type to whatever stands in its column. */
function lackOf(dcid: string, worlds: CheckedWorld): string | undefined {
  if (!worlds.describes(dcid)) return nowhere;
  return hasTypeAlone(dcid, worlds) ? typeAlone : undefined;
}

function hasTypeAlone(dcid: string, { all: { graph } }: CheckedWorld): boolean {
  const type = graph.predicateOf("typeOf");
  const node = graph.dictionary.nodeOf(dcid) as TermId;
  const { start, end } = graph.out.rows(node);
  const typed = type === undefined ? { start, end: start } : graph.out.rowsOf(node, type);
  return typed.end - typed.start === end - start;
}

function cureOf(property: string, from: string, to: string) {
  return { of: "value" as const, property, from, to };
}

/** Shorter kinds are near to many others: of one letter less, only letters in other places are a slip. */
const shortest = 4;

/** Whether kinds differ in one letter, in the places of letters, or in case; numbers are no slips. */
function isNear(kind: string, other: string): boolean {
  if (kind !== other && kind.toLowerCase() === other.toLowerCase()) return true;
  const length = Math.min(kind.length, other.length);
  if (length < shortest) return length === shortest - 1 && hasSameLetters(kind, other);
  const isSameNumber = kind.replace(/\D/g, "") === other.replace(/\D/g, "");
  return isSameNumber && slipOf(kind, [other], 1) !== undefined;
}
