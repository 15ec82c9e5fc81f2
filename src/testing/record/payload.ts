/** What is in the envelopes of the oldest endpoints (behaviour: v0 1, v0 9). */

import { unzipSync } from "node:zlib";

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
    return jsonOf(unzipSync(Buffer.from(json ?? payload, "base64")).toString("utf8"));
  } catch {
    return json;
  }
}
