/** Usual observations → statements, straight from the bytes of a record. */
import { unsetSource } from "../../stats/facets/facet-fields.ts";
import { textOf } from "../bytes/native.ts";
import { noId, type Sink } from "../statements/sink.ts";
import type { FacetTexts } from "../statements/statements.ts";
import { dateForm, isPlainNumber } from "../values/observation-parts.ts";
import type { CellText, Slot } from "./cell-columns.ts";
import { KnownCells, KnownFacets } from "./known-cells.ts";

/** A node that the observations of a record name. */
export interface SlotNode {
  readonly hasNode: boolean;
  nodeIn(sink: Sink): number;
}

/** Where the parts of an observation are found; its value is given with each record. */
interface ObservationSlots {
  readonly variable: Slot<SlotNode | undefined>;
  /** What it is about. Observations about several entities would have a slot for each of them. */
  readonly entity: Slot<SlotNode | undefined>;
  readonly date: Slot<Pick<CellText, "hasDate" | "dateIn"> | undefined>;
  readonly facet: FacetSlots;
}

export class ObservationCells {
  readonly #sink: Sink;
  readonly #slots: ObservationSlots;

  constructor(sink: Sink, slots: ObservationSlots) {
    this.#sink = sink;
    this.#slots = slots;
  }

  /**
   * Writes the observation of a record whose slots are all there; its value is in bytes [start, end).
   * @returns false for a value that is not a plain number: nothing was written.
   */
  write(bytes: Uint8Array, start: number, end: number): boolean {
    const sink = this.#sink;
    const { facet } = this.#slots;
    const variable = this.#slots.variable.current!;
    const entity = this.#slots.entity.current!;
    const date = this.#slots.date.current!;
    const isFacet = facet.isLast;
    const isKnown = isFacet && variable.hasNode && entity.hasNode && date.hasDate;
    // What is not loaded makes no nodes.
    if (!isKnown && !isPlainNumber(textOf(bytes, start, end))) return false;
    const of = variable.nodeIn(sink);
    const about = entity.nodeIn(sink);
    return sink.observationOf(of, about, facet.find(), date.dateIn(sink), bytes, start, end);
  }
}

/** A text that a facet is made of: a part of the record at hand. */
export interface KnownText {
  readonly text: string;
}

/** The facet of the record at hand, which most share with the record before. */
export class FacetSlots {
  readonly #make: (texts: readonly string[]) => number;
  readonly #facets = new KnownFacets();
  readonly #parts: (KnownText | undefined)[];
  /** Id of the facet that was found last. */
  last = noId;
  /** It is that of the record at hand. */
  isLast = false;

  /** @param make a facet of the texts of its parts. */
  constructor(parts: number, make: (texts: readonly string[]) => number) {
    this.#parts = Array.from({ length: parts }, () => undefined);
    this.#make = make;
  }

  /** The record at hand has this part; undefined if it lacks it. Equal texts are one object. */
  set(part: number, text: KnownText | undefined): void {
    if (this.#parts[part] === text) return;
    this.#parts[part] = text;
    this.isLast = false;
  }

  /** Id of the facet of the record at hand. */
  find(): number {
    if (this.isLast) return this.last;
    const texts = this.#parts.map((part) => part?.text ?? "");
    this.last = this.#facets.of(JSON.stringify(texts), () => this.#make(texts));
    this.isLast = true;
    return this.last;
  }
}

/** Texts in bytes, one object for all that are equal. */
export function knownTexts(): KnownCells<KnownText> {
  return new KnownCells((text) => ({ text }));
}

/** Dates in bytes → their ids; undefined for a date of which there is something to report. */
export function knownDates(sink: Sink): KnownCells<number | undefined> {
  return new KnownCells((text) => (dateForm(text) === "accepted" ? sink.date(text) : undefined));
}

/** Id of a facet that says how something was measured, and whose it is. */
export function facetIn(sink: Sink, facet: FacetTexts, provenance: string): number {
  const node = provenance === "" ? noId : sink.node(provenance);
  return sink.facet({ ...unsetSource, ...facet, provenance: node });
}
