/** Changes what a snapshot says, as somebody might who writes the checksums anew. */

import fc from "fast-check";
import type { Column } from "../../../src/store/columns/column-source.ts";

/** A change; numbers are taken modulo what there is. */
export interface Forgery {
  readonly kind: keyof typeof kinds;
  readonly section: number;
  readonly other: number;
  readonly at: number;
  readonly value: number;
}

/** Columns and contents, to be changed in place. */
export interface Forged {
  readonly columns: Map<string, Column>;
  contents: unknown;
}

/** Numbers that are likely to be taken for something. */
const telling = [
  0,
  1,
  2,
  -1,
  -128,
  -32_768,
  255,
  254,
  256,
  65_535,
  2 ** 31,
  -(2 ** 31),
  2 ** 32 - 1,
];
const value = fc.oneof(
  fc.constantFrom(...telling, Number.NaN, Number.POSITIVE_INFINITY, -0, 0.5, 1e300),
  fc.integer({ min: -3, max: 20 }),
  fc.integer(),
);

/** A change of a kind. */
type Change = (forged: Forged, name: string, forgery: Forgery) => void;

const kinds = {
  /** A row is something else. */
  set: ({ columns }, name, { at, value }) => {
    const column = columns.get(name)!;
    if (column.length > 0) column[at % column.length] = value;
  },
  /** A row is a little more or less. */
  move: ({ columns }, name, { at, value }) => {
    const column = columns.get(name)!;
    if (column.length > 0) column[at % column.length]! += (Math.abs(value) % 3) - 1 || 1;
  },
  /** A bit of a row. */
  flip: ({ columns }, name, { at, value }) => {
    const { buffer, byteOffset, byteLength } = columns.get(name)!;
    if (byteLength === 0) return;
    new Uint8Array(buffer, byteOffset, byteLength)[at % byteLength]! ^= 1 << (value & 7);
  },
  /** Two rows change places. */
  swap: ({ columns }, name, { at, value }) => {
    const column = columns.get(name)!;
    if (column.length === 0) return;
    const [a, b] = [at % column.length, ((Math.abs(value) || 0) % column.length) | 0];
    [column[a], column[b]] = [column[b]!, column[a]!];
  },
  /** All rows from one on are more or less, as offsets are after a longer or shorter group. */
  shift: ({ columns }, name, { at, value }) => {
    const column = columns.get(name)!;
    for (let row = at % (column.length + 1); row < column.length; row++) {
      column[row]! += Math.sign(value) || 1;
    }
  },
  /** Rows are left out, or there twice. */
  cut: ({ columns }, name, { at, other }) => {
    const column = columns.get(name)!;
    const row = at % (column.length + 1);
    const rest = column.slice(row + (other % 3));
    columns.set(name, joined(column.slice(0, row), rest));
  },
  repeat: ({ columns }, name, { at, other }) => {
    const column = columns.get(name)!;
    const row = at % (column.length + 1);
    columns.set(
      name,
      joined(column.slice(0, row), column.slice(Math.max(0, row - 1 - (other % 2)))),
    );
  },
  empty: ({ columns }, name) => {
    columns.set(name, columns.get(name)!.slice(0, 0));
  },
  /** The same bytes as rows of another type. */
  retype: ({ columns }, name, { other }) => {
    const { buffer, byteOffset, byteLength } = columns.get(name)!;
    const Type = types[other % types.length]!;
    const copy = new Uint8Array(buffer, byteOffset, byteLength).slice();
    columns.set(name, new Type(copy.buffer, 0, Math.floor(byteLength / Type.BYTES_PER_ELEMENT)));
  },
  /** The same rows in another type. */
  widen: ({ columns }, name, { other }) => {
    columns.set(name, types[other % types.length]!.from(columns.get(name)!));
  },
  /** Two columns change places; one is lost, named otherwise, or there for nothing. */
  exchange: ({ columns }, name, { other }) => {
    const another = [...columns.keys()][other % columns.size]!;
    const [a, b] = [columns.get(name)!, columns.get(another)!];
    columns.set(name, b);
    columns.set(another, a);
  },
  lose: ({ columns }, name) => {
    columns.delete(name);
  },
  rename: ({ columns }, name, { other }) => {
    const column = columns.get(name)!;
    if (other % 2 === 0) columns.delete(name);
    columns.set(["__proto__", `${name}.more`][other % 2]!, column);
  },
  /** A number, text or flag of the contents is something else. */
  tell: (forged, _, forgery) => {
    const places = placesIn(forged.contents);
    const { holder, key } = places[forgery.at % places.length]!;
    const old = Reflect.get(holder, key) as unknown;
    Reflect.set(holder, key, differently(old, forgery));
  },
  /** A member of the contents is lost, or there is one more. */
  untell: (forged, _, { at }) => {
    const { holder, key } = placesIn(forged.contents)[at % placesIn(forged.contents).length]!;
    Reflect.deleteProperty(holder, key);
  },
  add: (forged, _, { at, value }) => {
    // JSON leaves out the members of a list that have names.
    const places = placesIn(forged.contents).filter(({ holder }) => !Array.isArray(holder));
    Object.defineProperty(places[at % places.length]!.holder, "__proto__", {
      value: { value },
      enumerable: true,
      configurable: true,
    });
  },
} satisfies Record<string, Change>;

const types = [
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Float64Array,
] as const;

export const forgeries: fc.Arbitrary<Forgery> = fc.record({
  kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
  section: fc.nat(1000),
  other: fc.nat(1000),
  at: fc.oneof(fc.nat(100_000), fc.nat(3)),
  value,
});

/** A copy with the changes. */
export function forge(
  columns: ReadonlyMap<string, Column>,
  contents: unknown,
  changes: readonly Forgery[],
): Forged {
  const forged: Forged = {
    columns: new Map([...columns].map(([name, column]) => [name, column.slice()])),
    contents: structuredClone(contents),
  };
  for (const change of changes) {
    const name = [...forged.columns.keys()][change.section % forged.columns.size]!;
    kinds[change.kind](forged, name, change);
  }
  return forged;
}

function joined(a: Column, b: Column): Column {
  const Type = a.constructor as (typeof types)[number];
  const both = new Type(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** Without recursion: an earlier forgery may have put lists in lists, thousands deep. */
function placesIn(value: unknown): Place[] {
  const places: Place[] = [];
  const waiting = [value];
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    if (typeof holder !== "object" || holder === null) continue;
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      waiting.push(Reflect.get(holder, key) ?? null);
    }
  }
  return places;
}

function differently(old: unknown, { other, value }: Forgery): unknown {
  const hostile = ["", "\ud800", {}, [], null, "__proto__", deeply(2000), Array(10)];
  if (other % 4 === 0) return hostile[Math.floor(other / 4) % hostile.length];
  if (typeof old === "boolean") return !old;
  if (typeof old === "string") return other % 2 === 0 ? `${old}x` : old.slice(1);
  if (typeof old === "number") return other % 2 === 0 ? old + Math.sign(value || 1) : value;
  return value;
}

/** Lists in lists. */
function deeply(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
