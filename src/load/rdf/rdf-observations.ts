/** The lines about a blank node → an observation, straight from their bytes. */
import { facetOfTexts, sourceFields } from "../../stats/facets/facet-fields.ts";
import { KnownCells } from "../records/index.ts";
import { KnownFacets, LastNode, noId, type Sink } from "../statements/index.ts";
import { dateForm, observationType } from "../values/index.ts";
import { dcidOfIri } from "./rdf-line.ts";
import {
  type KnownName,
  literalTerm,
  nameStart,
  nodeTerm,
  oddName,
  type RdfScanner,
} from "./rdf-scanner.ts";

const [typeSlot, variableSlot, entitySlot, dateSlot, valueSlot] = [0, 1, 2, 3, 4];
const required = ["typeOf", "variableMeasured", "observationAbout", "observationDate", "value"];
const properties: readonly string[] = [...required, ...sourceFields];
const slotOf: ReadonlyMap<string, number> = new Map(
  properties.map((property, slot) => [property, slot]),
);

export class RdfObservations {
  readonly #sink: Sink;
  readonly #provenanceOf: (graph: KnownName | undefined) => number;
  /** Bounds and kinds of the objects of the node at hand by slot; -1 for none. */
  readonly #starts = new Int32Array(properties.length);
  readonly #ends = new Int32Array(properties.length);
  readonly #kinds = new Uint8Array(properties.length);
  readonly #variable: LastNode;
  readonly #entity: LastNode;
  readonly #types = new KnownCells((iri) => dcidOfIri(iri) === observationType);
  /** Ids of dates of which there is nothing to say. */
  readonly #dates: KnownCells<number | undefined>;
  readonly #nodeTexts = sourceFields.map(() => new KnownCells(dcidOfIri));
  readonly #literalTexts = sourceFields.map(() => new KnownCells((text) => text));
  /** Of the last observation. */
  readonly #facetTexts: string[] = sourceFields.map(() => "");
  #graph: KnownName | undefined;
  #facet = noId;
  readonly #facets = new KnownFacets();

  /** @param provenanceOf the node of a graph, or of what stands in none. */
  constructor(sink: Sink, provenanceOf: (graph: KnownName | undefined) => number) {
    this.#sink = sink;
    this.#provenanceOf = provenanceOf;
    this.#variable = new LastNode(sink);
    this.#entity = new LastNode(sink);
    this.#dates = new KnownCells((text) =>
      dateForm(text) === "accepted" ? sink.date(text) : undefined,
    );
  }

  /** The lines of another node follow. */
  begin(): void {
    this.#starts.fill(-1);
  }

  /** @returns false for a line of which there may be something to say. */
  add(line: RdfScanner): boolean {
    const slot = slotOf.get(line.predicate!.dcid);
    if (slot === undefined || this.#starts[slot] !== -1) return false;
    this.#starts[slot] = line.objectStart;
    this.#ends[slot] = line.objectEnd;
    this.#kinds[slot] = line.objectKind;
    return line.objectStart < line.objectEnd;
  }

  /** @returns false for a node that has to be read as texts: nothing of it was written. */
  write(bytes: Uint8Array, graph: KnownName | undefined): boolean {
    const [starts, ends] = [this.#starts, this.#ends];
    for (let slot = 0; slot < required.length; slot++) {
      const isNode = slot < dateSlot;
      if (starts[slot] === -1) return false;
      if (this.#kinds[slot] !== (isNode ? nodeTerm : literalTerm)) return false;
    }
    if (!this.#types.of(bytes, starts[typeSlot]!, ends[typeSlot]!)) return false;
    const variable = nameStart(bytes, starts[variableSlot]!, ends[variableSlot]!);
    const entity = nameStart(bytes, starts[entitySlot]!, ends[entitySlot]!);
    if (variable === oddName || entity === oddName) return false;
    const date = this.#dates.of(bytes, starts[dateSlot]!, ends[dateSlot]!);
    if (date === undefined) return false;
    const facet = this.#facetOf(bytes, graph);
    return this.#sink.observationOf(
      this.#variable.of(bytes, variable, ends[variableSlot]!),
      this.#entity.of(bytes, entity, ends[entitySlot]!),
      facet,
      date,
      bytes,
      starts[valueSlot]!,
      ends[valueSlot]!,
    );
  }

  #facetOf(bytes: Uint8Array, graph: KnownName | undefined): number {
    let isSame = this.#facet !== noId && graph === this.#graph;
    for (let field = 0; field < sourceFields.length; field++) {
      const slot = required.length + field;
      const start = this.#starts[slot]!;
      let text = "";
      if (start !== -1) {
        const isNode = this.#kinds[slot] === nodeTerm;
        const known = (isNode ? this.#nodeTexts : this.#literalTexts)[field]!;
        text = known.of(bytes, start, this.#ends[slot]!);
      }
      if (text === this.#facetTexts[field]) continue;
      this.#facetTexts[field] = text;
      isSame = false;
    }
    this.#graph = graph;
    if (!isSame) this.#facet = this.#findFacet(graph);
    return this.#facet;
  }

  #findFacet(graph: KnownName | undefined): number {
    const key = JSON.stringify([graph?.dcid ?? "", ...this.#facetTexts]);
    return this.#facets.of(key, () => {
      const texts = facetOfTexts((field) => this.#facetTexts[sourceFields.indexOf(field)]!);
      return this.#sink.facet({ provenance: this.#provenanceOf(graph), ...texts });
    });
  }
}
