/** Data as JSON-stat 2.0: a cell for each combination of the values of all dimensions. */

import { LimitError } from "../errors/errors.ts";
import type { Governor } from "../options/governor.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import { notApplicable } from "./components.ts";
import {
  attributesOf,
  dimensionsOf,
  idsOf,
  type SeriesTexts,
  type TextsFound,
} from "./found-series.ts";

/** A dataset of JSON-stat. `value` has the last dimension fastest, and null where nothing is known. */
export interface JsonStat {
  readonly version: "2.0";
  readonly class: "dataset";
  readonly label: string;
  readonly source: string;
  readonly id: readonly string[];
  readonly size: readonly number[];
  readonly dimension: Readonly<Record<string, JsonStatDimension>>;
  readonly value: readonly (number | string | null)[];
  readonly extension: {
    /** Attributes of the series of each provenance. */
    readonly annotations: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly measures: Readonly<Record<"OBS_VALUE", { readonly label: string }>>;
  };
}

/** A dimension of a dataset: its label, and its values in their order. */
export interface JsonStatDimension {
  readonly label: string;
  readonly category: { readonly index: readonly string[] };
}

const cellsMax = 1 << 26;
/** Of a cell, with its text. */
const cellBytes = 16;

/**
 * The dataset (behaviour: sdmx 7). Of two series with equal dimensions the last one counts.
 *
 * @throws LimitError where the combinations are too many
 */
export function jsonStatOf(found: TextsFound, governor: Governor): JsonStat {
  const id = found.components.filter(({ kind }) => kind === "dimension").map(({ id }) => id);
  const categories = categoriesOf(found, id);
  const size = categories.map((places) => places.size);
  const dimensions = categories.map((places, at): [string, JsonStatDimension] => {
    const label = id[at] ?? "";
    return [label, { label, category: { index: [...places.keys()] } }];
  });
  return {
    version: "2.0",
    class: "dataset",
    label: "Data Commons SDMX Query Results",
    source: "Data Commons",
    id,
    size,
    dimension: Object.fromEntries(dimensions.sort(([a], [b]) => compareUtf8(a, b))),
    value: cellsOf(found, id, categories, governor),
    extension: {
      annotations: annotationsOf(found),
      measures: { OBS_VALUE: { label: "OBS_VALUE" } },
    },
  };
}

/** The places of values, by value. */
type Category = ReadonlyMap<string, number>;

const filled = (text: string): string => text || notApplicable;

/** Of each dimension its values, ascending. */
function categoriesOf({ series }: TextsFound, id: readonly string[]): Category[] {
  const values = id.map(() => new Set<string>());
  const dates = values[id.indexOf("TIME_PERIOD")];
  for (const one of series()) {
    // The dates are the last dimension.
    for (const [at, text] of dimensionsOf(one).entries()) values[at]?.add(filled(text));
    one.each((date) => dates?.add(filled(date)));
  }
  return values.map((set) => {
    const ascending = [...set].sort(compareUtf8);
    return new Map(ascending.map((text, place): [string, number] => [text, place]));
  });
}

/** @throws LimitError */
function cellsOf(
  { series }: TextsFound,
  id: readonly string[],
  categories: readonly Category[],
  governor: Governor,
): (number | string | null)[] {
  const length = categories.reduce((product, { size }) => product * size, 1);
  if (length > cellsMax) {
    throw new LimitError(`JSON-stat has a cell per combination, and ${length} are too many`);
  }
  governor.bytes(length * cellBytes);
  const cells = new Array<number | string | null>(length).fill(null);
  const dates = categories[id.indexOf("TIME_PERIOD")];
  for (const one of series()) {
    const first = placeOf(one, categories) * (dates?.size ?? 0);
    one.each((date, value) => {
      cells[first + (dates?.get(filled(date)) ?? 0)] = numberOrText(value);
    });
  }
  return cells;
}

/** The number of a combination of all dimensions but the last one, the dates. */
function placeOf(series: SeriesTexts, categories: readonly Category[]): number {
  let place = 0;
  for (const [at, text] of dimensionsOf(series).entries()) {
    const category = categories[at];
    place = place * (category?.size ?? 0) + (category?.get(filled(text)) ?? 0);
  }
  return place;
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberOrText(text: string): number | string {
  const number = decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : text;
}

/** The last series of a provenance counts. */
function annotationsOf({ components, series }: TextsFound) {
  const names = idsOf(components, "attribute");
  const provenancePlace = idsOf(components, "dimension").indexOf("provenance");
  const byProvenance = new Map<string, Map<string, string>>();
  for (const one of series()) {
    const provenance = dimensionsOf(one)[provenancePlace];
    if (!provenance) continue;
    const known = byProvenance.get(provenance) ?? new Map<string, string>();
    byProvenance.set(provenance, known);
    for (const [at, text] of attributesOf(one).entries()) {
      if (text !== "") known.set(names[at] ?? "", text);
    }
  }
  const entries = [...byProvenance].sort(([a], [b]) => compareUtf8(a, b));
  return Object.fromEntries(entries.map(([name, texts]) => [name, Object.fromEntries(texts)]));
}
