/** What of an index goes to the store: pieces that no version has yet. */

import {
  namedPieces,
  type Piece,
  type PlacedPiece,
  piecesIn,
  type StoredObject,
  type StoredPack,
} from "../../parts/stored-pieces.ts";

/** A reader asks the store for each pack when it opens the world. */
const packsMax = 4;

/** An object, and the bytes that are to be written at its address. */
export interface SharedObject {
  readonly stored: StoredObject;
  readonly blob: Blob;
}

/**
 * An object that shares pieces with objects in the store.
 * @param pieces all of the object, in their order
 */
export function sharedWith(
  objects: readonly StoredObject[],
  { stored, blob }: SharedObject,
  pieces: readonly Piece[],
): SharedObject {
  const known = new Map<string, PlacedPiece>();
  for (const piece of objects.flatMap(piecesIn)) known.set(keyOf(piece), piece);
  const there = pieces.map((piece) => known.get(keyOf(piece)));
  for (const pack of dropped(there)) {
    for (const [at, piece] of there.entries()) {
      if (piece?.pack.address === pack) there[at] = undefined;
    }
  }
  const own = pieces.filter((_, at) => there[at] === undefined);
  const pack: StoredPack = {
    address: stored.address,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  const written: Blob[] = [];
  let [position, start] = [0, 0];
  const placed = pieces.map((piece, at): PlacedPiece => {
    const end = position + piece.bytes;
    const bytes = blob.slice(position, end);
    position = end;
    const found = there[at];
    if (found !== undefined) return found;
    written.push(bytes);
    start += piece.bytes;
    return { ...piece, pack, start: start - piece.bytes };
  });
  return { stored: { ...stored, ...namedPieces(placed) }, blob: new Blob(written) };
}

const keyOf = ({ hash, bytes }: Piece): string => `${hash} ${bytes}`;

/** Packs of which so little is of use that it is written again. */
function dropped(there: readonly (PlacedPiece | undefined)[]): readonly string[] {
  const used = new Map<string, number>();
  for (const piece of there) {
    if (piece === undefined) continue;
    const { address } = piece.pack;
    used.set(address, (used.get(address) ?? 0) + piece.bytes);
  }
  const least = [...used].sort(([, one], [, other]) => one - other);
  return least.slice(0, Math.max(0, least.length + 1 - packsMax)).map(([address]) => address);
}
