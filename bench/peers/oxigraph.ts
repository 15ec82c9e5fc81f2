/** Oxigraph in this process, as WebAssembly: loads N-Triples, answers SPARQL. */

import { closeSync, openSync, readSync } from "node:fs";
import type { Answers } from "../contest/rows.ts";
import type { Contestant, Tables } from "./contestant.ts";
import { packageOf, versionOf } from "./installed.ts";

interface Term {
  readonly value: string;
}

interface Quad {
  readonly predicate: Term;
  readonly object: Term;
}

interface Store {
  readonly size: number;
  load(
    input: Iterable<Uint8Array>,
    options: {
      readonly format: string;
      readonly no_transaction: boolean;
      readonly unchecked: boolean;
    },
  ): void;
  match(subject: Term, predicate?: Term | null, object?: Term | null): Quad[];
  query(query: string, options: { readonly results_format: string }): string;
}

interface Oxigraph {
  readonly Store: new () => Store;
  namedNode(iri: string): Term;
}

export const oxigraphPackage = "oxigraph";
const prefix = "dcid:";
const chunkLength = 4 << 20;

const iri = (dcid: string) => `<${prefix}${dcid}>`;
const queries = {
  q4: (place: string) =>
    `SELECT ?county ?name WHERE {
       ?county ${iri("containedInPlace")}+ ${iri(place)} ; ${iri("typeOf")} ${iri("County")} ;
         ${iri("name")} ?name
     }`,
  s1: (place: string) =>
    `SELECT ?state ?name WHERE {
       ?state ${iri("typeOf")} ${iri("State")} ; ${iri("containedInPlace")} ${iri(place)} ;
         ${iri("name")} ?name
     } ORDER BY ?name LIMIT 10`,
  s2: (population: string, property: string, gender: string) =>
    `SELECT ?variable ?name WHERE {
       ?variable ${iri("typeOf")} ${iri("StatisticalVariable")} ; ${iri("gender")} ${iri(gender)} ;
         ${iri("measuredProperty")} ${iri(property)} ; ${iri("populationType")} ${iri(population)} ;
         ${iri("name")} ?name
     }`,
  s3: (place: string) =>
    `SELECT DISTINCT ?state ?name WHERE {
       ?state ${iri("containedInPlace")} ${iri(place)} ; ${iri("typeOf")} ${iri("State")} ;
         ${iri("name")} ?name .
       ?county ${iri("containedInPlace")} ?state ; ${iri("typeOf")} ${iri("County")} .
       ?city ${iri("containedInPlace")} ?county ; ${iri("typeOf")} ${iri("City")}
     }`,
} as const;

export class OxigraphStore implements Contestant {
  readonly version = `Oxigraph ${versionOf(oxigraphPackage)}`;
  readonly #oxigraph = packageOf<Oxigraph>(oxigraphPackage);
  readonly #store = new this.#oxigraph.Store();

  loadTriples({ ntriples }: Tables): number {
    const options = { format: "application/n-triples", no_transaction: true, unchecked: true };
    this.#store.load(chunksOf(ntriples), options);
    return this.#store.size;
  }

  readonly answers: Answers = {
    q1: (node) => {
      const name = this.#oxigraph.namedNode(`${prefix}name`);
      const found = this.#store.match(this.#oxigraph.namedNode(prefix + node), name);
      return found.map(({ object }) => object.value);
    },
    q2: (node) =>
      this.#store
        .match(this.#oxigraph.namedNode(prefix + node))
        .map(({ predicate, object }) => [textOf(predicate.value), textOf(object.value)]),
    q4: (place) => this.#pairs(queries.q4(place)),
    s1: (place) => this.#pairs(queries.s1(place)),
    // It reads every text anew, so that none is one that it has not seen.
    s1_new: (place) => this.#pairs(queries.s1(place)),
    s2: ({ population, property, gender }) => this.#pairs(queries.s2(population, property, gender)),
    s3: (place) => this.#pairs(queries.s3(place)),
  };

  /** As JSON: terms one by one cost a call into WebAssembly each. */
  #pairs(query: string): [string, string][] {
    const { head, results } = JSON.parse(this.#store.query(query, { results_format: "json" })) as {
      readonly head: { readonly vars: readonly [string, string] };
      readonly results: { readonly bindings: readonly Readonly<Record<string, Term>>[] };
    };
    const [node, name] = head.vars;
    return results.bindings.map((row) => [textOf(row[node]!.value), row[name]!.value]);
  }
}

/** No text of the generated world begins as a dcid's IRI does. */
function textOf(text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function* chunksOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    for (;;) {
      const bytes = new Uint8Array(chunkLength);
      const read = readSync(file, bytes, 0, chunkLength, null);
      if (read === 0) return;
      yield bytes.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}
