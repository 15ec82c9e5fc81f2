/**
 * The objects that one version of a world is made of, as if they lay one after another in one place: the snapshot
 * alone; or the graph, the index of the parts, and the parts.
 */

import {
  isShared,
  type Span,
  type StoredObject,
  type StoredPack,
  spansIn,
} from "../parts/stored-pieces.ts";
import type { StoreReader } from "./store-reader.ts";
import { type ByteRange, RemoteError, type StoredSnapshot } from "./stores/block-store.ts";

/** Where a block of a world is. */
export interface BlockPlace {
  readonly position: number;
  readonly byteLength: number;
}

/** A range, and which blocks in it are wanted. Default: all of it is one. */
export type WantedRange = ByteRange & { readonly blocks?: readonly BlockPlace[] };

/** A range elsewhere, and its blocks. */
export function shifted({ start, end, blocks }: WantedRange, by: number): WantedRange {
  const moved = blocks?.map((block) => ({ ...block, position: block.position + by }));
  return { start: start + by, end: end + by, ...(moved && { blocks: moved }) };
}

/** Free positions between two objects, so that no range reads from one into the next. */
const gap = 1 << 20;

export class WorldObjects {
  readonly #all: readonly WorldObject[];
  #named: ReadonlyMap<string, WorldObject> | undefined;

  private constructor(all: readonly WorldObject[]) {
    this.#all = all;
  }

  /**
   * What a pointer names: the graph, the index and the parts.
   * @param reader of the pointer
   */
  static named(reader: StoreReader, stored: readonly StoredObject[]): WorldObjects {
    let start = 0;
    const all = stored.map((one) => {
      const own = () => (isShared(one) ? new PackReader(reader, one) : reader.beside(one.address));
      const object = new WorldObject(own, start, one);
      start = Math.ceil((start + one.bytes) / gap + 1) * gap;
      return object;
    });
    return new WorldObjects(all);
  }

  /** A snapshot that lies in a store by itself. */
  static alone(reader: StoreReader, stored: StoredSnapshot | undefined): WorldObjects {
    return new WorldObjects([new WorldObject(() => reader, 0, undefined, stored)]);
  }

  get count(): number {
    return this.#all.length;
  }

  /** @throws RemoteError for one that there is not */
  at(place: number): WorldObject {
    const object = this.#all[place];
    if (object !== undefined) return object;
    const message = `${this.at(0).name}: the pointer names no part ${place - 2}`;
    throw new RemoteError("damaged", message);
  }

  /** An object by the name of its store, which has all of its bytes. */
  find(name: string): WorldObject | undefined {
    const alone = this.#all.filter(({ expected }) => expected === undefined || !isShared(expected));
    this.#named ??= new Map(alone.map((object) => [object.name, object]));
    return this.#named.get(name);
  }

  /** Places of blocks by the objects that have them. */
  divided(places: readonly BlockPlace[]): ReadonlyMap<WorldObject, BlockPlace[]> {
    const found = new Map<WorldObject, BlockPlace[]>();
    for (const place of places) {
      const object = this.#with(place.position);
      const own = found.get(object);
      if (own === undefined) found.set(object, [place]);
      else own.push(place);
    }
    return found;
  }

  #with(position: number): WorldObject {
    let [low, high] = [0, this.#all.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.at(middle).start <= position) low = middle;
      else high = middle;
    }
    return this.at(low);
  }
}

/** Reads an object. */
type ObjectReader = Pick<StoreReader, "name" | "traffic" | "describe" | "read">;

/** An object, described when something of it is first read. */
export class WorldObject {
  /** Position of its first byte. */
  readonly start: number;
  /** How a pointer names it. */
  readonly expected: (StoredPack & Partial<StoredObject>) | undefined;
  readonly #makeReader: () => ObjectReader;
  #madeReader: ObjectReader | undefined;
  #stored: Promise<StoredSnapshot> | undefined;
  /** Its first bytes, until somebody took them. */
  #head: Uint8Array | undefined;

  constructor(
    reader: () => ObjectReader,
    start: number,
    expected: WorldObject["expected"],
    stored?: StoredSnapshot,
  ) {
    this.#makeReader = reader;
    this.start = start;
    this.expected = expected;
    if (stored !== undefined) this.#take(Promise.resolve(stored));
  }

  get reader(): ObjectReader {
    this.#madeReader ??= this.#makeReader();
    return this.#madeReader;
  }

  get name(): string {
    return this.reader.name;
  }

  /** Has the store described it, or does it now? */
  get isDescribed(): boolean {
    return this.#stored !== undefined;
  }

  /** @throws RemoteError (rejects) when it is not there, and `damaged` when the pointer names another one */
  async describe(pastCaches = false): Promise<StoredSnapshot> {
    if (this.#stored === undefined || pastCaches) this.#take(this.#described(pastCaches));
    return await (this.#stored as Promise<StoredSnapshot>);
  }

  /**
   * The bytes of ranges, whose positions are those of the world.
   * @throws RemoteError (rejects)
   */
  async read(ranges: readonly WantedRange[], pastCaches: boolean): Promise<readonly Uint8Array[]> {
    const { start: first } = this;
    const takesHead = ranges.some(({ start }) => start === first);
    // The head says what all other bytes have to be: only with it may another version take the place of one.
    const { version } = await this.describe(pastCaches && takesHead);
    // Wrong bytes may lie in the head: what is read again is read from the store.
    const isUsed = takesHead || !pastCaches;
    const head = (isUsed ? this.#head : undefined) ?? new Uint8Array();
    const own = first === 0 ? ranges : ranges.map((range) => shifted(range, -first));
    const isHere = ({ end }: ByteRange) => end <= head.length;
    const others = own.filter((range) => !isHere(range));
    const read = others.length === 0 ? [] : await this.reader.read(others, version, pastCaches);
    if (takesHead) this.#head = undefined;
    let next = 0;
    return own.map((range) =>
      isHere(range) ? head.slice(range.start, range.end) : (read[next++] ?? new Uint8Array()),
    );
  }

  #take(stored: Promise<StoredSnapshot>): void {
    const taken = stored.then(
      (found) => {
        this.#head = found.head;
        return found;
      },
      (error) => {
        if (this.#stored === taken) this.#stored = undefined;
        throw error;
      },
    );
    // Whoever waits for it gets the error.
    taken.catch(() => {});
    this.#stored = taken;
  }

  async #described(pastCaches: boolean): Promise<StoredSnapshot> {
    const { reader, expected } = this;
    const stored = await reader.describe(pastCaches);
    if (expected === undefined || stored.length === expected.bytes) return stored;
    if (!pastCaches) return await this.#described(true);
    const message = `has ${stored.length} bytes, and the pointer names one of ${expected.bytes}`;
    throw new RemoteError("damaged", `${reader.name}: ${message}`);
  }
}

// An object whose bytes lie in objects of several versions.

/** A range within a pack, and where its bytes are wanted. */
interface PackRange extends ByteRange {
  readonly target: Uint8Array | undefined;
}

class PackReader implements ObjectReader {
  readonly name: string;
  readonly traffic: StoreReader["traffic"];
  readonly #bytes: number;
  /** It begins with the first bytes of the object. */
  readonly #own: WorldObject;
  readonly #headBytes: number;
  readonly #spans: readonly (Span & { readonly object: WorldObject })[];

  /** @param reader of the pointer */
  constructor(reader: StoreReader, stored: StoredObject) {
    const objects = new Map<string, WorldObject>();
    const objectOf = ({ address, bytes }: StoredPack): WorldObject => {
      const known = objects.get(address);
      if (known !== undefined) return known;
      const object = new WorldObject(() => reader.beside(address), 0, { address, bytes });
      objects.set(address, object);
      return object;
    };
    this.#spans = spansIn(stored).map((span) => ({ ...span, object: objectOf(span.pack) }));
    this.#own = objectOf(stored);
    const [first] = this.#spans;
    this.#headBytes = first?.object === this.#own && first.start === 0 ? first.bytes : 0;
    this.#bytes = stored.bytes;
    this.name = this.#own.name;
    this.traffic = reader.traffic;
  }

  async describe(pastCaches = false): Promise<StoredSnapshot> {
    // All at once: later reads wait for none of them.
    for (const other of new Set(this.#spans.map(({ object }) => object))) {
      if (other !== this.#own) other.describe(pastCaches).catch(() => {});
    }
    const { version, head } = await this.#own.describe(pastCaches);
    return { length: this.#bytes, version, head: head?.subarray(0, this.#headBytes) };
  }

  async read(
    ranges: readonly ByteRange[],
    _version: string,
    pastCaches: boolean,
  ): Promise<readonly Uint8Array[]> {
    const found = ranges.map(({ start, end }) => new Uint8Array(end - start));
    const wanted = new Map<WorldObject, PackRange[]>();
    for (const [at, { start, end }] of ranges.entries()) {
      for (const { object, from, bytes, start: first } of this.#spans) {
        const [low, high] = [Math.max(start, from), Math.min(end, from + bytes)];
        if (low >= high) continue;
        const target = found[at]?.subarray(low - start, high - start);
        const range = { start: low - from + first, end: high - from + first, target };
        const own = wanted.get(object);
        if (own === undefined) wanted.set(object, [range]);
        else own.push(range);
      }
    }
    const read = async ([object, own]: [WorldObject, PackRange[]]) => {
      own.sort((a, b) => a.start - b.start);
      const read = await object.read(own, pastCaches);
      for (const [at, bytes] of read.entries()) own[at]?.target?.set(bytes);
    };
    await Promise.all([...wanted].map(read));
    return found;
  }
}
