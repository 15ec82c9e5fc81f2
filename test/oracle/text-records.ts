/** Texts put into an arena by hand, byte after byte. */
import {
  arenaChunkBits,
  arenaChunkMask,
  headerWords,
  type TextArena,
} from "../../src/store/text-arena.ts";

export function addRecord(arena: TextArena, id: number, text: Uint8Array): void {
  const words = Math.ceil(text.length / 4);
  arena.reserve(words);
  const record = [id, text.length, ...Array<number>(words).fill(0)];
  for (const [at, byte] of text.entries()) {
    record[headerWords + Math.floor(at / 4)]! += byte * 256 ** (3 - (at % 4));
  }
  arena.tail.set(record, arena.used);
  arena.used += record.length;
}

/** Id of the record at a position. */
export function idAt(arena: TextArena, position: number): number {
  return arena.chunks[position >>> arenaChunkBits]![position & arenaChunkMask]!;
}
