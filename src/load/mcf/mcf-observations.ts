/** Usual nodes of observations → statements, straight from their bytes (behaviour: inputs 4.4). */
import { measuredFields, unsetSource } from "../../stats/facets/facet-fields.ts";
import { KnownCells } from "../records/index.ts";
import { facetTexts, KnownFacets, noId, type Sink } from "../statements/index.ts";
import { dateForm, dateSlot, requiredCount, valueSlot } from "../values/index.ts";
import type { McfScanner } from "./mcf-scanner.ts";

const [variableSlot, entitySlot] = [0, 1];

export class McfObservations {
  readonly #sink: Sink;
  /** Which value of the node has each part; -1 for none. */
  readonly #values = new Int32Array(requiredCount + measuredFields.length);
  /** Ids of dates of which there is nothing to say. */
  readonly #dates: KnownCells<number | undefined>;
  /** Of the last node. */
  readonly #facetTexts: string[] = measuredFields.map(() => "");
  readonly #texts = measuredFields.map(() => new KnownCells((text) => text));
  readonly #facets = new KnownFacets();
  #provenance = noId;
  #facet = noId;

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#dates = new KnownCells((text) =>
      dateForm(text) === "accepted" ? sink.date(text) : undefined,
    );
  }

  /**
   * The node that the scanner found in the bytes.
   * @returns false for one that has to be read as lines: nothing of it was written.
   */
  write(bytes: Uint8Array, scanner: McfScanner, provenance: number): boolean {
    if (!this.#findParts(scanner)) return false;
    const { known, properties, starts, ends } = scanner;
    const values = this.#values;
    const sink = this.#sink;
    const node = (slot: number) => {
      const at = values[slot]!;
      return known.objectOf(properties[at]!, starts[at]!, ends[at]!);
    };
    const [when, what] = [values[dateSlot]!, values[valueSlot]!];
    const date = this.#dates.of(bytes, starts[when]!, ends[when]!);
    if (date === undefined) return false;
    const facet = this.#facetOf(bytes, scanner, provenance);
    const [variable, entity] = [node(variableSlot), node(entitySlot)];
    return sink.observationOf(variable, entity, facet, date, bytes, starts[what]!, ends[what]!);
  }

  /** @returns false if a part is missing, doubled or empty, and for other properties. */
  #findParts({ known, count, properties, starts, ends }: McfScanner): boolean {
    const values = this.#values.fill(-1);
    for (let at = 0; at < count; at++) {
      const slot = known.slots[properties[at]!]!;
      if (slot < 0 || values[slot]! >= 0 || starts[at] === ends[at]) return false;
      values[slot] = at;
    }
    for (let slot = 0; slot < requiredCount; slot++) if (values[slot]! < 0) return false;
    return true;
  }

  #facetOf(bytes: Uint8Array, { starts, ends }: McfScanner, provenance: number): number {
    let isSame = this.#facet !== noId && provenance === this.#provenance;
    for (let field = 0; field < this.#texts.length; field++) {
      const at = this.#values[requiredCount + field]!;
      const text = at < 0 ? "" : this.#texts[field]!.of(bytes, starts[at]!, ends[at]!);
      if (text === this.#facetTexts[field]) continue;
      this.#facetTexts[field] = text;
      isSame = false;
    }
    this.#provenance = provenance;
    if (!isSame) this.#facet = this.#findFacet(provenance);
    return this.#facet;
  }

  #findFacet(provenance: number): number {
    return this.#facets.of(JSON.stringify([provenance, ...this.#facetTexts]), () => {
      const texts = facetTexts((field) => this.#facetTexts[measuredFields.indexOf(field)]!);
      return this.#sink.facet({ ...unsetSource, ...texts, provenance });
    });
  }
}
