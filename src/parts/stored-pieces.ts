/**
 * Objects whose bytes lie in pieces, in objects of several versions. Where the index of a world changes in a few places, the
 * next version of it is written in a few pieces, and shares all others with the version before.
 */

/** An object that a version is made of. */
export interface StoredObject {
  /** Where it lies, from where the pointer lies: `2026-11-26-5f2a.pocket`. */
  readonly address: string;
  readonly bytes: number;
  /** The `contentTag` of its snapshot. */
  readonly tag: string;
  /** Objects that its bytes lie in: its own one, and those of earlier versions. Absent: its own alone, as a whole. */
  readonly packs?: readonly Pick<StoredObject, "address" | "bytes">[] | undefined;
  /** Its pieces in their order, as `namedPieces` writes them. */
  readonly pieces?: readonly string[] | undefined;
}

/** An object of a store that holds pieces. */
export type StoredPack = Pick<StoredObject, "address" | "bytes">;

/** Bytes of a snapshot, by what they are. */
export interface Piece {
  /** The beginning of their SHA-256, in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: number;
}

/** A piece, and where it lies. */
export interface PlacedPiece extends Piece {
  readonly pack: StoredPack;
  /** From the beginning of the pack. */
  readonly start: number;
}

/** Bytes of an object that lie one after another in one pack. */
export interface Span {
  readonly pack: StoredPack;
  /** From the beginning of the pack. */
  readonly start: number;
  /** From the beginning of the object. */
  readonly from: number;
  readonly bytes: number;
}

/** Place of the pack, where the piece begins in it, its bytes, and its hash. */
const written = /^(\d{1,3}) (\d{1,15}) (\d{1,15}) ([\da-f]{32})$/;

const hashBytes = 16;

/** The pieces of an object in their order; none for one that was not divided. */
export function piecesIn({ packs = [], pieces = [] }: StoredObject): readonly PlacedPiece[] {
  return pieces.map((piece) => {
    const [, at = "", start, bytes, hash = ""] = written.exec(piece) ?? [];
    return { pack: packs[Number(at)]!, start: Number(start), bytes: Number(bytes), hash };
  });
}

/** How a pointer names pieces. */
export function namedPieces(
  placed: readonly PlacedPiece[],
): Pick<StoredObject, "packs" | "pieces"> {
  const packs = [...new Map(placed.map(({ pack }) => [pack.address, pack])).values()];
  const places = new Map(packs.map(({ address }, at) => [address, at]));
  const pieces = placed.map(
    ({ pack, start, bytes, hash }) => `${places.get(pack.address)} ${start} ${bytes} ${hash}`,
  );
  return { packs, pieces };
}

/** Where the bytes of an object lie, in their order. */
export function spansIn(stored: StoredObject): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { pack, start, bytes } of piecesIn(stored)) {
    const last = spans.at(-1);
    if (last?.pack === pack && last.start + last.bytes === start) {
      spans[spans.length - 1] = { ...last, bytes: last.bytes + bytes };
    } else spans.push({ pack, start, from, bytes });
    from += bytes;
  }
  return spans.length > 0 ? spans : [{ pack: stored, start: 0, from: 0, bytes: stored.bytes }];
}

/** Whether an object lies in others than its own. */
export const isShared = ({ packs = [] }: Pick<StoredObject, "packs">): boolean => packs.length > 1;

/** Whether the packs and pieces of an object in a pointer can be. */
export function arePieces(
  {
    bytes,
    packs,
    pieces,
  }: { readonly bytes: number; readonly packs?: unknown; readonly pieces?: unknown },
  isPack: (given: unknown) => boolean,
): boolean {
  if (packs === undefined && pieces === undefined) return true;
  if (!(Array.isArray(packs) && Array.isArray(pieces) && packs.every(isPack))) return false;
  let all = 0;
  for (const piece of pieces as readonly unknown[]) {
    const [, at = "", start, own] = (typeof piece === "string" && written.exec(piece)) || [];
    const pack = packs[Number(at)] as StoredPack | undefined;
    if (own === undefined || pack === undefined) return false;
    if (Number(start) + Number(own) > pack.bytes) return false;
    all += Number(own);
  }
  return all === bytes;
}

/**
 * The pieces of an object, one after another.
 * @param ends where they end, ascending; the last one is the end of the object
 */
export async function piecesOf(
  bytes: Uint8Array,
  ends: readonly number[],
): Promise<readonly Piece[]> {
  return await Promise.all(
    ends.map(async (end, at): Promise<Piece> => {
      const own = new Uint8Array(bytes.subarray(ends[at - 1] ?? 0, end));
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", own));
      const digits = Array.from(digest.subarray(0, hashBytes), (byte) =>
        byte.toString(16).padStart(2, "0"),
      );
      return { hash: digits.join(""), bytes: own.length };
    }),
  );
}
