/** Collects observations under provisional ids. */

import { ChunkLog } from "../../store/columns/chunk-order.ts";
import type { Freezing } from "../../store/columns/column-source.ts";
import { type LooseTextBuilder, TextTableBuilder } from "../../store/texts/text-table-builder.ts";
import type { AdoptedObservations, CollectedObservations, FrozenContext } from "./freeze-input.ts";
import { type FrozenObservations, freezingObservations } from "./observation-freeze.ts";
import type { ObservationShare } from "./points-share.ts";
import { RowValues } from "./row-values.ts";
import { DateRunsBuilder, RunTableBuilder } from "./run-table.ts";

const noId = -1;
const encoder = new TextEncoder();

export class ObservationBuilder {
  readonly dates: TextTableBuilder = new TextTableBuilder();
  readonly #runs = new RunTableBuilder();
  readonly #dateLists = new DateRunsBuilder();
  readonly #values: RowValues;
  readonly #chunkRuns = new ChunkLog();
  /** The run at hand: its series, and the dates of its rows. */
  #variable = noId;
  #entity = noId;
  #facet = noId;
  #runDates = new Uint32Array(256);
  #runLength = 0;
  /** A short value on its way into bytes. */
  readonly #text = new Uint8Array(64);

  /** Texts of values that no number prints go to `literals`. */
  constructor(literals: LooseTextBuilder) {
    this.#values = new RowValues(literals);
  }

  /**
   * The value is written in bytes [start, end), which are valid UTF-8 and not empty.
   * @returns false, and adds nothing, for what is not a number where only numbers are wanted.
   */
  add(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    isNumber: boolean,
  ): boolean {
    this.#goTo(variable, entity, facet);
    if (!this.#values.add(bytes, start, end, isNumber)) return false;
    this.#addDate(date);
    return true;
  }

  /** The same for a plain decimal: its digits without the point, and how many of them come after it. */
  addDecimal(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    mantissa: number,
    decimals: number,
  ): void {
    this.#goTo(variable, entity, facet);
    this.#values.addDecimal(mantissa, decimals);
    this.#addDate(date);
  }

  /** The same for a value that is a text already. */
  addText(variable: number, entity: number, facet: number, date: number, value: string): void {
    const { length } = value;
    for (let at = 0; at < length; at++) {
      const unit = value.charCodeAt(at);
      if (unit >= 0x80 || length > this.#text.length) {
        const bytes = encoder.encode(value);
        this.add(variable, entity, facet, date, bytes, 0, bytes.length, false);
        return;
      }
      this.#text[at] = unit;
    }
    this.add(variable, entity, facet, date, this.#text, 0, length, false);
  }

  /** What follows belongs to the chunk with this number. */
  begin(chunk: number): void {
    this.#endRun();
    this.#variable = this.#entity = this.#facet = noId;
    this.#chunkRuns.begin(chunk, this.#runs.count);
  }

  /** What was collected, as plain data; the builder gives it away. */
  take(): CollectedObservations {
    this.#endRun();
    return {
      dates: this.dates.take(),
      lists: this.#dateLists.take(),
      runs: this.#runs.take(),
      values: this.#values.take(),
      chunkRuns: { numbers: this.#chunkRuns.numbers, starts: this.#chunkRuns.starts },
    };
  }

  /**
   * Freezes what was collected; once, as the builder gives it away.
   * @param others what other builders collected at the same time.
   */
  freezing(
    context: FrozenContext,
    others: readonly AdoptedObservations[] = [],
  ): Freezing<FrozenObservations, ObservationShare> {
    const own = { observations: this.take(), firstNode: 0, firstLiteral: 0, facets: undefined };
    return freezingObservations([own, ...others], context);
  }

  #goTo(variable: number, entity: number, facet: number): void {
    if (entity === this.#entity && variable === this.#variable && facet === this.#facet) return;
    this.#endRun();
    this.#variable = variable;
    this.#entity = entity;
    this.#facet = facet;
  }

  #addDate(date: number): void {
    if (this.#runLength === this.#runDates.length) this.#growRun();
    this.#runDates[this.#runLength++] = date;
  }

  /** Rows of one series usually follow each other. Many series have the same dates. */
  #endRun(): void {
    if (this.#runLength === 0) return;
    const list = this.#dateLists.add(this.#runDates, 0, this.#runLength);
    this.#runs.add(this.#variable, this.#entity, this.#facet, list);
    this.#runLength = 0;
  }

  #growRun(): void {
    const longer = new Uint32Array(this.#runDates.length * 2);
    longer.set(this.#runDates);
    this.#runDates = longer;
  }
}
