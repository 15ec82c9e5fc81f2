/** Writes headers. Only who saves needs it, so that pages load it late. */

import { encode } from "@msgpack/msgpack";
import { type Header, printPlain } from "./layout/index.ts";

/**
 * MessagePack. Every number takes nine bytes: a double holds any offset, and the length of a header
 * does not depend on the offsets in it.
 */
export function encodeHeader(header: Header): Uint8Array {
  const { library, blockBytes, checksumBytes, sections, contents } = header;
  const table = sections.map(({ name, type, offset, byteLength, checks }) => [
    name,
    type,
    offset,
    byteLength,
    bytesOf(checks),
  ]);
  const fields = {
    library,
    blockBytes,
    checksumBytes,
    sections: table,
    contents: printPlain(contents),
  };
  return encode(fields, { forceIntegerToFloat: true });
}

function bytesOf(checks: Uint32Array): Uint8Array {
  return new Uint8Array(checks.buffer, checks.byteOffset, checks.byteLength);
}
