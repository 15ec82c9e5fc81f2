/** Tables of word pieces as bytes. */
import { tableVersion } from "../../../src/search/token-table.ts";

function checked(body: Uint8Array): number {
  let check = 0x811c9dc5;
  for (const word of new Uint32Array(body.buffer, 0, body.length / 4)) {
    check = Math.imul(check ^ word, 0x01000193);
  }
  return check >>> 0;
}

/** A piece, the bytes of its vector, and what these are multiplied by. */
export type TokenRow = readonly [piece: string, vector: readonly number[], scale: number];

export function tokenBytes(tokens: readonly TokenRow[], version = tableVersion): Uint8Array {
  let text = tokens.map(([piece]) => `${piece}\n`).join("");
  while (text.length % 4 !== 0) text += "\n";
  const rows = tokens.length;
  const dimensions = tokens[0]?.[1].length ?? 4;
  const body = new Uint8Array(rows * (4 + dimensions) + text.length);
  new Float32Array(body.buffer, 0, rows).set(tokens.map(([, , scale]) => scale));
  new Int8Array(body.buffer, rows * 4, rows * dimensions).set(
    tokens.flatMap(([, vector]) => vector),
  );
  body.set(new TextEncoder().encode(text), rows * (4 + dimensions));
  const bytes = new Uint8Array(24 + body.length);
  bytes.set(new TextEncoder().encode("PCMT"));
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [version, rows, dimensions, text.length, checked(body)].entries()) {
    view.setUint32(4 + 4 * at, value, true);
  }
  bytes.set(body, 24);
  return bytes;
}
