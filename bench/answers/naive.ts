/** The obvious evaluation of every question: slow, short and plainly right. */

import type { ArcEntry } from "../../src/wire.ts";
import type { Source } from "../data/sources.ts";
import type { Statements } from "../data/statements.ts";
import { describeSource } from "./digest.ts";
import { entryLine, labelLine, pointLine } from "./lines.ts";

interface Triple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  readonly isLink: boolean;
  readonly provenance: string;
}

interface Observation {
  readonly variable: string;
  readonly entity: string;
  readonly source: Source;
  readonly date: string;
  readonly value: string;
}

/** Values per page (behaviour: node 5.1). */
export const pageLength = 500;

/** Keeps every statement as it came. Answers are lines, see `lines.ts`. */
export class NaiveWorld implements Statements {
  readonly #bySubject = new Map<string, Triple[]>();
  readonly #byObject = new Map<string, Triple[]>();
  readonly #byVariable = new Map<string, Observation[]>();

  link(subject: string, predicate: string, object: string, provenance: string): void {
    const triple = { subject, predicate, object, isLink: true, provenance };
    put(this.#bySubject, subject, triple);
    put(this.#byObject, object, triple);
  }

  attribute(subject: string, predicate: string, value: string, provenance: string): void {
    put(this.#bySubject, subject, {
      subject,
      predicate,
      object: value,
      isLink: false,
      provenance,
    });
  }

  observation(variable: string, entity: string, source: Source, date: string, value: string): void {
    put(this.#byVariable, variable, { variable, entity, source, date, value });
  }

  /** Values of one property of a node, or of all. */
  valuesOf(node: string, property?: string): string[] {
    return this.#arcsOf(node, property).map((triple) =>
      entryLine(node, triple.predicate, {
        ...(triple.isLink ? this.#reference(triple.object) : { value: triple.object }),
        provenanceId: triple.provenance,
      }),
    );
  }

  labelsOf(node: string): string[] {
    const labels = new Set(this.#arcsOf(node).map(({ predicate }) => predicate));
    return [...labels].map((label) => labelLine(node, label));
  }

  /** Page by page, in byte order, the subjects of a property of a node. Page 0 is the first. */
  subjectsOf(node: string, property: string, page: number): string[] {
    const triples = (this.#byObject.get(node) ?? []).filter(
      ({ predicate }) => predicate === property,
    );
    const keys = new Map(triples.map((each) => [each, `${each.subject}\t${each.provenance}`]));
    return triples
      .sort((a, b) => compareAscii(keys.get(a)!, keys.get(b)!))
      .slice(page * pageLength, (page + 1) * pageLength)
      .map(({ subject, provenance }) =>
        entryLine(node, property, { ...this.#reference(subject), provenanceId: provenance }),
      );
  }

  /** Places of a type within a place, over any number of steps. */
  placesIn(place: string, type: string): string[] {
    return this.#within(place, type).map((dcid) => {
      const name = this.#nameOf(dcid);
      const entry = name === undefined ? { dcid } : { name, dcid };
      return entryLine(place, "containedInPlace+", entry);
    });
  }

  /** All points, or those of one date, or the last one of every series. */
  pointsOf(variables: readonly string[], entities: readonly string[], date: string): string[] {
    const wanted = new Set(entities);
    const points = variables
      .flatMap((variable) => this.#byVariable.get(variable) ?? [])
      .filter(({ entity }) => wanted.has(entity));
    const chosen =
      date === "LATEST"
        ? lastPoints(points)
        : points.filter((point) => date === "" || point.date === date);
    return chosen.map((each) =>
      pointLine(each.variable, each.entity, each.source, each.date, each.value),
    );
  }

  /** The same for the places of a type within a place. */
  latestWithin(variable: string, place: string, type: string): string[] {
    return this.pointsOf([variable], this.#within(place, type), "LATEST");
  }

  variablesOf(entity: string): string[] {
    return [...this.#byVariable]
      .filter(([, points]) => points.some((point) => point.entity === entity))
      .map(([variable]) => labelLine(variable, entity));
  }

  #arcsOf(node: string, property?: string): readonly Triple[] {
    const arcs = this.#bySubject.get(node) ?? [];
    return property === undefined ? arcs : arcs.filter(({ predicate }) => predicate === property);
  }

  #nameOf(node: string): string | undefined {
    return this.#arcsOf(node, "name")[0]?.object;
  }

  /** How an answer refers to a node: its name, its types and its dcid. */
  #reference(dcid: string): ArcEntry {
    const name = this.#nameOf(dcid);
    const types = new Set(this.#arcsOf(dcid, "typeOf").map(({ object }) => object));
    if (this.#arcsOf(dcid).length === 0) types.add("Thing");
    return { ...(name === undefined ? {} : { name }), types: [...types].sort(), dcid };
  }

  #within(place: string, type: string): string[] {
    const found = new Set<string>();
    this.#addParts(place, found);
    return [...found].filter((dcid) =>
      this.#arcsOf(dcid, "typeOf").some(({ object }) => object === type),
    );
  }

  #addParts(outer: string, found: Set<string>): void {
    for (const { predicate, subject } of this.#byObject.get(outer) ?? []) {
      if (predicate !== "containedInPlace" || found.has(subject)) continue;
      found.add(subject);
      this.#addParts(subject, found);
    }
  }
}

/** The generated dcids are ASCII, where this is byte order. */
function compareAscii(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function put<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function lastPoints(points: readonly Observation[]): Observation[] {
  const last = new Map<string, Observation>();
  for (const point of points) {
    const series = [point.variable, point.entity, describeSource(point.source)].join("\t");
    const known = last.get(series);
    if (known === undefined || point.date > known.date) last.set(series, point);
  }
  return [...last.values()];
}
