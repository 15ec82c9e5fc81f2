/**
 * Entities of observations that are totals or names of nodes, whose dcids have a misspelt beginning, as `geoid/06`, or
 * none, as `EE-37`, or of which a template alone says something; and places around nodes.
 */

import { shown } from "../../load/bytes/diagnostics.ts";
import { hasSameLetters, slipOf } from "../../load/values/slips.ts";
import { isTotal } from "../../load/values/totals.ts";
import { Bitmap } from "../../store/columns/id-sets.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { Target, WorldLog } from "../lint-log.ts";
import type { ExpectedNodes } from "./expected-nodes.ts";

// Kinds come from the input: each of them is compared with all described ones.
const kindsMax = 100;
const oddMax = 10_000;

/** A dcid in a file. */
interface Named {
  readonly property: "observationAbout" | "containedInPlace";
  readonly name: string;
  readonly target: () => Target;
}

/** Places of one kind with a type alone. */
interface TypedPlaces {
  readonly first: string;
  count: number;
}

const nowhere = "is described nowhere";
const typeAlone = "has only a type from a template";

export class EntityChecks {
  readonly #worlds: CheckedWorld;
  readonly #expected: ExpectedNodes;
  readonly #log: WorldLog;
  readonly #typedByTemplate: { has(dcid: string): boolean };
  /** Described kinds that are near to a kind. */
  readonly #near = new Map<string, readonly string[]>();
  /** Names without a slash that nothing describes. */
  readonly #odd = new Set<string>();
  readonly #typed = new Map<string, TypedPlaces>();

  /** @param typedByTemplate nodes of which a row of a template's table says the type, and no file anything */
  constructor(
    worlds: CheckedWorld,
    expected: ExpectedNodes,
    typedByTemplate: { has(dcid: string): boolean },
    log: WorldLog,
  ) {
    this.#worlds = worlds;
    this.#expected = expected;
    this.#typedByTemplate = typedByTemplate;
    this.#log = log;
  }

  /** Reports each such entity once. */
  check(): void {
    for (const name of entitiesIn(this.#worlds)) {
      if (isTotal(name)) this.#reportTotal(name);
      else if (!name.includes("/") && this.#lackOf(name) !== undefined) this.#odd.add(name);
      else if (!this.#checkKind(aboutOf(name))) this.#countTyped(name);
    }
    this.#checkNames();
    this.#checkPrefixes();
    this.#checkTyped();
    this.#checkPlaces();
  }

  /** Entities that nothing describes, and that a described node has as its name: a dcid belongs there. */
  #checkNames(): void {
    const { graph } = this.#worlds.all;
    const predicate = this.#odd.size === 0 ? undefined : graph.predicateOf("name");
    if (predicate === undefined) return;
    const named = new Map<string, { readonly meant: string; others: number }>();
    const { start, end } = graph.rowsByPredicate(predicate);
    for (let at = start; at < end; at++) {
      const row = graph.rowByPredicate(at);
      const name = graph.dictionary.textOf(graph.out.terms[row]!);
      if (!this.#odd.has(name)) continue;
      const known = named.get(name);
      if (known !== undefined) known.others += 1;
      else named.set(name, { meant: graph.dictionary.textOf(graph.subjectOf(row)), others: 0 });
    }
    for (const [name, { meant, others }] of named) {
      const rest = others === 0 ? "" : ` and ${others} more`;
      const end = `, and is the name of ${shown(meant)}${rest}: a dcid belongs here`;
      this.#report(aboutOf(name), end, others === 0 ? meant : undefined);
    }
  }

  /** Codes such as `EE-37`, where the sources describe `iso/EE-37`. */
  #checkPrefixes(): void {
    const { size } = this.#odd;
    // Entities of a world without places have such names, too.
    const kinds = size === 0 || size > oddMax ? [] : this.#expected.describedKinds();
    for (const name of this.#odd) {
      const all = kinds.slice(0, kindsMax).map((kind) => `${kind}/${name}`);
      const meant = all.find((one) => this.#lackOf(one) === undefined);
      if (meant !== undefined) this.#report(aboutOf(name), `; is ${shown(meant)} meant?`, meant);
    }
  }

  #countTyped(name: string): void {
    if (this.#lackOf(name) !== typeAlone) return;
    const kind = name.slice(0, Math.max(name.lastIndexOf("/"), 0));
    const known = this.#typed.get(kind);
    if (known !== undefined) known.count += 1;
    else if (this.#typed.size < kindsMax) this.#typed.set(kind, { first: name, count: 1 });
  }

  /** Places that have only a type from a template, if the sources describe at least half of their kind. */
  #checkTyped(): void {
    for (const [kind, { first, count }] of this.#typed) {
      const described = this.#expected.describedOf(kind) - count;
      if (described < count) continue;
      const others = count === 1 ? "" : `, as ${count - 1} more`;
      const { property, target } = aboutOf(first);
      this.#log.addToWorld({
        level: "warning",
        counter: "Existence_MissingReference",
        suffix: property,
        message: () =>
          `${property} of observations refers to ${shown(first)}, which ${typeAlone}${others}; the sources describe ${described} others of ${shown(`${kind}/…`)}`,
        target,
      });
    }
  }

  /** The same for places around nodes. */
  #checkPlaces(): void {
    const { graph } = this.#worlds.own;
    const property = "containedInPlace";
    const predicate = graph.predicateOf(property);
    if (predicate === undefined) return;
    for (let place = 0; place < graph.dictionary.nodeCount; place++) {
      if (this.#worlds.isDescribed(place)) continue;
      const { start, end } = graph.in.rowsOf(place, predicate);
      if (start === end) continue;
      const name = graph.dictionary.textOf(place);
      const subject = graph.dictionary.textOf(graph.in.terms[start]!);
      const target = () =>
        ({ about: "statement", subject, predicate: property, object: name }) as const;
      this.#checkKind({ property, name, target });
    }
  }

  #reportTotal(name: string): void {
    const { target } = aboutOf(name);
    this.#log.addToWorld({
      level: "warning",
      counter: "Graph_TotalAsEntity",
      message: () =>
        `observationAbout of observations is ${shown(name)}, which is a word for the total of other rows and no entity; take these rows out, or name the place that they are about`,
      target,
    });
  }

  /** @returns whether it is a slip of another one */
  #checkKind(named: Named): boolean {
    const { name } = named;
    const end = name.lastIndexOf("/");
    const kind = name.slice(0, Math.max(end, 0));
    if (kind === "") return false;
    const lack = this.#lackOf(name);
    if (lack !== undefined && this.#checkZeros(kind, name.slice(end + 1), lack, named)) return true;
    const other = this.#nearTo(kind).find((one) => {
      const meant = one + name.slice(end);
      if (!this.#worlds.describes(meant)) return false;
      // Where both are described, the one of which there are fewer is the slip.
      const isCapital = one.toLowerCase() === kind.toLowerCase();
      const isSlip = lack !== undefined && !(lack === typeAlone && this.#hasTypeAlone(meant));
      const isRare = this.#expected.describedOf(kind) < this.#expected.describedOf(one);
      return (isSlip || isCapital) && isRare;
    });
    if (other === undefined) return false;
    const meant = other + name.slice(end);
    this.#report(named, `; is ${shown(meant)} meant?`, meant);
    return true;
  }

  #nearTo(kind: string): readonly string[] {
    let others = this.#near.get(kind);
    if (others === undefined) {
      if (this.#near.size === kindsMax) return [];
      others = this.#expected.describedKinds().filter((other) => isNear(kind, other));
      this.#near.set(kind, others);
    }
    return others;
  }

  /**
   * Spreadsheets take zeros from the beginning of numbers: `geoId/6` is `geoId/06`, if that is known.
   * @returns whether it is so
   */
  #checkZeros(kind: string, id: string, lack: string, named: Named): boolean {
    if (!/^[1-9]\d*$/.test(id)) return false;
    const meant = `${kind}/0${id}`;
    const isNamed = this.#worlds.own.graph.dictionary.nodeOf(meant) !== undefined;
    // States have two digits.
    const isState = kind === "geoId" && id.length === 1;
    const isOther = this.#worlds.describes(meant) && !this.#hasTypeAlone(meant);
    if (!isState && !isOther && (lack === typeAlone || !isNamed)) return false;
    this.#report(named, `; is ${shown(meant)} meant, and its zero lost?`, meant);
    return true;
  }

  /** @param meant what cures it, if one dcid does. */
  #report({ property, name, target }: Named, end: string, meant: string | undefined): void {
    const lack = this.#lackOf(name);
    const what = lack ?? "differs in capitals from a described node";
    const cure = () => ({ of: "value" as const, property, from: name, to: meant! });
    this.#log.addToWorld({
      level: "warning",
      counter: "Graph_MisspeltName",
      suffix: property,
      message: () => `${property} ${shown(name)} ${what}${end}`,
      ...(lack === nowhere && meant !== undefined ? { cure } : {}),
      target,
    });
  }

  /** What a place lacks, if it is not described. */
  #lackOf(dcid: string): string | undefined {
    if (!this.#worlds.describes(dcid)) return nowhere;
    return this.#hasTypeAlone(dcid) ? typeAlone : undefined;
  }

  #hasTypeAlone(dcid: string): boolean {
    if (!this.#typedByTemplate.has(dcid)) return false;
    const { graph } = this.#worlds.all;
    const [type, node] = [graph.predicateOf("typeOf")!, graph.dictionary.nodeOf(dcid)!];
    const [all, typed] = [graph.out.rows(node), graph.out.rowsOf(node, type)];
    return typed.end - typed.start === all.end - all.start;
  }
}

function aboutOf(name: string): Named {
  const property = "observationAbout";
  return { property, name, target: () => ({ about: property, name }) };
}

/** The entities of observations, each once. */
function* entitiesIn({ own: { graph, observations } }: CheckedWorld): Generator<string> {
  const seen = new Bitmap(graph.dictionary.nodeCount);
  for (let series = 0; series < observations.seriesCount; series++) {
    for (const entity of observations.allEntitiesOf(series)) {
      if (seen.has(entity)) continue;
      seen.add(entity);
      yield graph.dictionary.textOf(entity);
    }
  }
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
