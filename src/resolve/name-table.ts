/**
 * Names of places, found by key. Keys are bytes in one sorted table instead of strings in a Map,
 * since there may be many millions.
 *
 *   keys     k0          k1    k2 …       distinct, in byte order
 *   offsets  0           3     4          bearers of key k: [k] … [k + 1]
 *   places   p2 p7 p9    p1    p4 …
 *   kinds    0  0  1     0     2 …        what sort of name it is to them
 */

import { Uint32Builder } from "../store/columns/growing-columns.ts";
import { offsetsOf, scatter } from "../store/columns/kernels.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { TextTable } from "../store/texts/text-table.ts";
import { TextTableBuilder } from "../store/texts/text-table-builder.ts";

/** How a text names a place, best first. */
export const nameKinds = { name: 0, alternate: 1, code: 2, qualified: 3 } as const;

export type NameKind = (typeof nameKinds)[keyof typeof nameKinds];

/** Places with the best way in which a text names each. */
export type Named = Map<TermId, NameKind>;

export class NameTableBuilder {
  readonly #keys = new TextTableBuilder();
  readonly #rows = new Uint32Builder();
  readonly #places = new Uint32Builder();
  readonly #kinds = new Uint32Builder();

  add(key: string, place: TermId, kind: NameKind): void {
    if (key === "") return;
    this.#rows.push(this.#keys.add(key));
    this.#places.push(place);
    this.#kinds.push(kind);
  }

  freeze(): NameTable {
    const { table, ranks } = this.#keys.freeze();
    const keys = this.#rows.values.subarray(0, this.#rows.length);
    for (let row = 0; row < keys.length; row++) keys[row] = ranks[keys[row] as number] as number;
    const offsets = offsetsOf(keys, keys.length, table.count);
    const order = scatter(keys, offsets);
    const places = new Uint32Array(order.length);
    const kinds = new Uint8Array(order.length);
    for (let at = 0; at < order.length; at++) {
      const row = order[at] as number;
      places[at] = this.#places.values[row] as number;
      kinds[at] = this.#kinds.values[row] as number;
    }
    return new NameTable(table, offsets, places, kinds);
  }
}

export class NameTable {
  readonly #keys: TextTable;
  readonly #offsets: Uint32Array;
  readonly #places: Uint32Array;
  readonly #kinds: Uint8Array;

  constructor(keys: TextTable, offsets: Uint32Array, places: Uint32Array, kinds: Uint8Array) {
    this.#keys = keys;
    this.#offsets = offsets;
    this.#places = places;
    this.#kinds = kinds;
  }

  /** Adds the places of a key to those found so far. */
  collect(key: string, named: Named): void {
    const id = this.#keys.idOf(key);
    if (id === undefined) return;
    const end = this.#offsets[id + 1] as number;
    for (let row = this.#offsets[id] as number; row < end; row++) {
      const place = this.#places[row] as TermId;
      const kind = this.#kinds[row] as NameKind;
      if (kind < (named.get(place) ?? Number.POSITIVE_INFINITY)) named.set(place, kind);
    }
  }
}
