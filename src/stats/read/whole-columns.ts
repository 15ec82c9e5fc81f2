/** What points are read from. */

import type { IdColumn, LateColumn } from "../../store/index.ts";
import type { SeriesFormat } from "../values/index.ts";
import type { ValueColumn } from "./column-names.ts";
import type { RecordReading } from "./series-records.ts";

/** A format, and the column of the values that have it. */
export interface FormatReading extends SeriesFormat {
  readonly isDouble: boolean;
  /** Stands for an exception among integers. */
  readonly mark: number;
  readonly ownMask: number;
  readonly column: LateColumn<ValueColumn>;
}

/** Columns of all series. */
export interface WholeColumns {
  readonly reading: RecordReading;
  readonly records: Uint32Array;
  readonly runs: IdColumn;
  readonly formats: readonly FormatReading[];
  /** By width. */
  readonly values: readonly ValueColumn[];
}
