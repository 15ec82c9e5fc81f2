/** Usual nodes of observations → statements, straight from their bytes (behaviour: inputs 4.4). */
import { measuredFields, unsetSource } from "../../stats/facets/facet-fields.ts";
import type { KnownCells } from "../records/known-cells.ts";
import { FacetSlots, knownDates, knownTexts } from "../records/observation-cells.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { facetTexts } from "../statements/statements.ts";
import { dateSlot, requiredCount, valueSlot } from "../values/observation-parts.ts";
import type { McfScanner } from "./mcf-scanner.ts";

const [variableSlot, entitySlot] = [0, 1];

/** Of one file. */
export class McfObservations {
  readonly #sink: Sink;
  /** Which value of the node has each part; -1 for none. */
  readonly #values = new Int32Array(requiredCount + measuredFields.length);
  readonly #dates: KnownCells<number | undefined>;
  readonly #fields = measuredFields.map(() => knownTexts());
  readonly #facets: FacetSlots;
  #provenance = noId;

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#dates = knownDates(sink);
    this.#facets = new FacetSlots(measuredFields.length, (texts) => {
      const measured = facetTexts((field) => texts[measuredFields.indexOf(field)]!);
      return sink.facet({ ...unsetSource, ...measured, provenance: this.#provenance });
    });
  }

  /**
   * The node that the scanner found in the bytes. @param provenance the same for all of them
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
    this.#provenance = provenance;
    const facet = this.#facetOf(bytes, scanner);
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

  #facetOf(bytes: Uint8Array, { starts, ends }: McfScanner): number {
    const fields = this.#fields;
    for (let field = 0; field < fields.length; field++) {
      const at = this.#values[requiredCount + field]!;
      const text = at < 0 ? undefined : fields[field]!.of(bytes, starts[at]!, ends[at]!);
      this.#facets.set(field, text);
    }
    return this.#facets.find();
  }
}
