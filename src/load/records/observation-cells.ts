/** Usual observations → statements, straight from the bytes of a record. */
import { unsetSource } from "../../stats/facets/facet-fields.ts";
import { textOf } from "../bytes/native.ts";
import { KnownFacets } from "../statements/known-ids.ts";
import { noId, type Sink } from "../statements/sink.ts";
import type { FacetTexts } from "../statements/statements.ts";
import { dateForm, isPlainNumber } from "../values/observation-parts.ts";
import type { CellText, Slot } from "./cell-columns.ts";
import { KnownCells } from "./known-cells.ts";

/** A node that the observations of a record name. */
interface SlotNode {
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
    const isFacet = facet.isLast();
    const isKnown = isFacet && variable.hasNode && entity.hasNode && date.hasDate;
    // What is not loaded makes no nodes.
    if (!isKnown && !isPlainNumber(textOf(bytes, start, end))) return false;
    const of = variable.nodeIn(sink);
    const about = entity.nodeIn(sink);
    const whose = isFacet ? facet.last : facet.find();
    return sink.observationOf(of, about, whose, date.dateIn(sink), bytes, start, end);
  }
}

/** The parts of a facet, which most records share with the record before. */
export class FacetSlots {
  readonly #parts: readonly Slot<{ readonly text: string } | undefined>[];
  readonly #make: (texts: readonly string[]) => number;
  readonly #facets = new KnownFacets();
  /** Id of the facet that was found last. */
  last = noId;
  /** Its parts. */
  readonly #values: unknown[] = [];

  /** @param make a facet of the texts of its parts. */
  constructor(
    parts: readonly Slot<{ readonly text: string } | undefined>[],
    make: (texts: readonly string[]) => number,
  ) {
    this.#parts = parts;
    this.#make = make;
  }

  /** Whether the record at hand has the facet that was found last. */
  isLast(): boolean {
    if (this.last === noId) return false;
    for (let at = 0; at < this.#parts.length; at++) {
      if (this.#parts[at]!.current !== this.#values[at]) return false;
    }
    return true;
  }

  /** Id of the facet of the record at hand. */
  find(): number {
    for (const [at, part] of this.#parts.entries()) this.#values[at] = part.current;
    const texts = this.#parts.map(({ current }) => current?.text ?? "");
    this.last = this.#facets.of(JSON.stringify(texts), () => this.#make(texts));
    return this.last;
  }
}

/** A text that a facet is made of: a part of the record at hand. */
export interface KnownText {
  readonly text: string;
}

/** The slot of a part that some records lack. */
export class PartSlot implements Slot<KnownText | undefined> {
  current: KnownText | undefined;
  readonly #known = new KnownCells((text): KnownText => ({ text }));

  /** The record at hand has the part in bytes [start, end). */
  take(bytes: Uint8Array, start: number, end: number): void {
    this.current = this.#known.of(bytes, start, end);
  }
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
