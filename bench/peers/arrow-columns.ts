/**
 * Observations as columns of Arrow, by flechette: sorted by variable, texts in dictionaries. It has
 * no queries; a scan goes over the numbers themselves.
 */

import type { Answers } from "../contest/rows.ts";
import type { Contestant, Tables } from "./contestant.ts";
import { readRows } from "./csv-rows.ts";
import { moduleOf, versionOf } from "./installed.ts";

interface Column {
  toArray(): Float64Array;
}

interface ArrowTable {
  readonly numRows: number;
  getChild(name: string): Column;
}

interface Flechette {
  tableFromArrays(
    columns: Readonly<Record<string, readonly string[] | Float64Array>>,
    options: { readonly types: Readonly<Record<string, unknown>> },
  ): ArrowTable;
  dictionary(type: unknown): unknown;
  utf8(): unknown;
  float64(): unknown;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

export const flechettePackage = "@uwdata/flechette";

export class ArrowColumns implements Contestant {
  readonly version = `flechette ${versionOf(flechettePackage)}`;
  #table: ArrowTable | undefined;
  /** Rows of a variable, which lie side by side. */
  readonly #ranges = new Map<string, Range>();

  async loadObservations({ observations }: Tables): Promise<number> {
    const flechette = await moduleOf<Flechette>(flechettePackage);
    const rows: [variable: string, entity: string, date: string, value: number][] = [];
    readRows(observations, (cells) => {
      const [variable, entity, date, value] = cells as [string, string, string, string];
      rows.push([variable, entity, date, Number(value)]);
    });
    rows.sort(([a, first], [b, second]) => (a < b || (a === b && first < second) ? -1 : 1));
    const variables = rows.map(([variable]) => variable);
    const text = flechette.dictionary(flechette.utf8());
    this.#table = flechette.tableFromArrays(
      {
        variable: variables,
        entity: rows.map(([, entity]) => entity),
        date: rows.map(([, , date]) => date),
        value: Float64Array.from(rows, ([, , , value]) => value),
      },
      { types: { variable: text, entity: text, date: text, value: flechette.float64() } },
    );
    for (let start = 0, end = 0; start < variables.length; start = end) {
      while (variables[end] === variables[start]) end++;
      this.#ranges.set(variables[start]!, { start, end });
    }
    return this.#table.numRows;
  }

  readonly answers: Answers = {
    o5: (variable) => [this.#totalOf(this.#ranges.get(variable) ?? { start: 0, end: 0 })],
    o6: () => [this.#totalOf({ start: 0, end: this.#table!.numRows })],
  };

  #totalOf({ start, end }: Range): [count: number, sum: number] {
    const values = this.#table!.getChild("value").toArray();
    let sum = 0;
    for (let row = start; row < end; row++) sum += values[row]!;
    return [end - start, sum];
  }
}
