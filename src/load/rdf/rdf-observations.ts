/** The lines about a blank node → an observation, straight from their bytes. */
import { facetOfTexts, sourceFields } from "../../stats/facets/facet-fields.ts";
import { KnownCells, LastNode } from "../records/known-cells.ts";
import { FacetSlots, knownDates, knownTexts } from "../records/observation-cells.ts";
import type { Sink } from "../statements/sink.ts";
import { observationType } from "../values/observation-parts.ts";
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

export class RdfObservations {
  readonly #sink: Sink;
  /** Bounds and kinds of the objects of the node at hand by slot, without the base of an IRI; -1 for none. */
  readonly #starts = new Int32Array(properties.length);
  readonly #ends = new Int32Array(properties.length);
  readonly #kinds = new Uint8Array(properties.length);
  readonly #variable: LastNode;
  readonly #entity: LastNode;
  readonly #types = new KnownCells((text) => text === observationType);
  readonly #dates: KnownCells<number | undefined>;
  readonly #fields = sourceFields.map(() => knownTexts());
  #graph: KnownName | undefined;
  readonly #facets: FacetSlots;

  /** @param provenanceOf the node of a graph, or of what stands in none. */
  constructor(sink: Sink, provenanceOf: (graph: KnownName | undefined) => number) {
    this.#sink = sink;
    this.#variable = new LastNode(sink);
    this.#entity = new LastNode(sink);
    this.#dates = knownDates(sink);
    this.#facets = new FacetSlots(sourceFields.length + 1, (texts) => {
      const facet = facetOfTexts((field) => texts[sourceFields.indexOf(field)]!);
      return sink.facet({ provenance: provenanceOf(this.#graph), ...facet });
    });
  }

  /** The lines of another node follow. */
  begin(): void {
    this.#starts.fill(-1);
  }

  /** @returns false for a line of which there may be something to say. */
  add(bytes: Uint8Array, line: RdfScanner): boolean {
    const predicate = line.predicate!;
    predicate.slot ??= properties.indexOf(predicate.text);
    const { slot } = predicate;
    if (slot === -1 || this.#starts[slot] !== -1) return false;
    const { objectStart: start, objectEnd: end, objectKind } = line;
    const first = objectKind === nodeTerm ? nameStart(bytes, start, end) : start;
    this.#starts[slot] = first;
    this.#ends[slot] = end;
    this.#kinds[slot] = objectKind;
    return first !== oddName && first < end;
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
    const date = this.#dates.of(bytes, starts[dateSlot]!, ends[dateSlot]!);
    if (date === undefined) return false;
    const facet = this.#facetOf(bytes, graph);
    return this.#sink.observationOf(
      this.#variable.of(bytes, starts[variableSlot]!, ends[variableSlot]!),
      this.#entity.of(bytes, starts[entitySlot]!, ends[entitySlot]!),
      facet,
      date,
      bytes,
      starts[valueSlot]!,
      ends[valueSlot]!,
    );
  }

  #facetOf(bytes: Uint8Array, graph: KnownName | undefined): number {
    const fields = this.#fields;
    for (let field = 0; field < fields.length; field++) {
      const slot = required.length + field;
      const start = this.#starts[slot]!;
      const text = start === -1 ? undefined : fields[field]!.of(bytes, start, this.#ends[slot]!);
      this.#facets.set(field, text);
    }
    this.#facets.set(fields.length, graph);
    this.#graph = graph;
    return this.#facets.find();
  }
}
