/** What is in the envelopes of the oldest endpoints (behaviour: v0 1, v0 9). */

import { decompressSync, strFromU8 } from "fflate";

/** Undefined for a text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The content of a payload: JSON as it is, or packed into base64, with quotes around it or without. */
export function unpacked(payload: string): unknown {
  const json = jsonOf(payload);
  if (json !== undefined && typeof json !== "string") return json;
  try {
    const packed = Uint8Array.from(atob(json ?? payload), (unit) => unit.charCodeAt(0));
    return jsonOf(strFromU8(decompressSync(packed)));
  } catch {
    return json;
  }
}
