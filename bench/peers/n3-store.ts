/** The store of N3.js. It has no query language: joins are written by hand, as its users do. */

import type { Answers } from "../contest/rows.ts";
import type { Contestant, Tables } from "./contestant.ts";
import { readRows } from "./csv-rows.ts";
import { packageOf, versionOf } from "./installed.ts";

interface Term {
  readonly termType: string;
  readonly value: string;
}

interface Quad {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
}

type Pattern = readonly [subject: Term | null, predicate: Term | null, object: Term | null];

interface Store {
  add(quad: Quad): unknown;
  has(...pattern: readonly Term[]): boolean;
  getQuads(...pattern: readonly [...Pattern, null]): Quad[];
  readQuads(...pattern: readonly [...Pattern, null]): Iterable<Quad>;
  getSubjects(predicate: Term, object: Term, graph: null): Term[];
  getPredicates(subject: Term, object: null, graph: null): Term[];
  getObjects(subject: Term, predicate: Term, graph: null): Term[];
}

interface N3 {
  readonly Store: new () => Store;
  readonly DataFactory: {
    namedNode(iri: string): Term;
    literal(text: string): Term;
    quad(subject: Term, predicate: Term, object: Term): Quad;
  };
}

export const n3Package = "n3";
const prefix = "dcid:";

export class N3Store implements Contestant {
  readonly version = `N3.js ${versionOf(n3Package)}`;
  readonly #n3 = packageOf<N3>(n3Package);
  readonly #store = new this.#n3.Store();
  readonly #terms = {
    name: this.#node("name"),
    typeOf: this.#node("typeOf"),
    containedInPlace: this.#node("containedInPlace"),
    state: this.#node("State"),
    county: this.#node("County"),
    city: this.#node("City"),
  };

  loadTriples({ triples }: Tables): number {
    const { literal, quad } = this.#n3.DataFactory;
    return readRows(triples, ([subject, predicate, object, value]) => {
      const end = object === "" ? literal(value!) : this.#node(object!);
      this.#store.add(quad(this.#node(subject!), this.#node(predicate!), end));
    });
  }

  readonly answers: Answers = {
    q1: (node) =>
      this.#store.getObjects(this.#node(node), this.#terms.name, null).map(({ value }) => value),
    q2: (node) =>
      this.#store
        .getQuads(this.#node(node), null, null, null)
        .map(({ predicate, object }) => [textOf(predicate), textOf(object)]),
    q3: (type) => {
      const page: string[] = [];
      const all = this.#store.readQuads(null, this.#terms.typeOf, this.#node(type), null);
      for (const { subject } of all) {
        if (page.push(textOf(subject)) === 500) break;
      }
      return page;
    },
    q4: (place) => this.#countiesWithin(this.#node(place)).map((county) => this.#named(county)),
    q5: (nodes) =>
      nodes.map((node) => [
        node,
        this.#store.getPredicates(this.#node(node), null, null).map(textOf),
      ]),
    s1: (place) =>
      this.#partsOf(this.#node(place), this.#terms.state)
        .map((state) => this.#named(state))
        .sort(([, a], [, b]) => (a < b ? -1 : 1))
        .slice(0, 10),
    s2: ({ population, property, gender }) => {
      const has = (variable: Term, predicate: string, object: string) =>
        this.#store.has(variable, this.#node(predicate), this.#node(object));
      return this.#store
        .getSubjects(this.#node("gender"), this.#node(gender), null)
        .filter(
          (variable) =>
            has(variable, "measuredProperty", property) &&
            has(variable, "populationType", population) &&
            has(variable, "typeOf", "StatisticalVariable"),
        )
        .map((variable) => this.#named(variable));
    },
    s3: (place) => {
      const { state, county, city } = this.#terms;
      return this.#partsOf(this.#node(place), state)
        .filter((each) =>
          this.#partsOf(each, county).some((part) => this.#partsOf(part, city).length > 0),
        )
        .map((each) => this.#named(each));
    },
  };

  #countiesWithin(place: Term): Term[] {
    const seen = new Set([place.value]);
    const queue = [place];
    for (const outer of queue) {
      for (const part of this.#store.getSubjects(this.#terms.containedInPlace, outer, null)) {
        if (seen.has(part.value)) continue;
        seen.add(part.value);
        queue.push(part);
      }
    }
    const { typeOf, county } = this.#terms;
    return queue.slice(1).filter((part) => this.#store.has(part, typeOf, county));
  }

  #partsOf(place: Term, type: Term): Term[] {
    const { containedInPlace, typeOf } = this.#terms;
    return this.#store
      .getSubjects(containedInPlace, place, null)
      .filter((part) => this.#store.has(part, typeOf, type));
  }

  #named(node: Term): [string, string] {
    return [textOf(node), this.#store.getObjects(node, this.#terms.name, null)[0]!.value];
  }

  #node(dcid: string): Term {
    return this.#n3.DataFactory.namedNode(prefix + dcid);
  }
}

function textOf({ termType, value }: Term): string {
  return termType === "NamedNode" ? value.slice(prefix.length) : value;
}
