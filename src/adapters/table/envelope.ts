/**
 * What an answer is sent in. The oldest endpoints send it as a text inside of the answer, two of
 * them packed (behaviour: v0 1, v0 9).
 */
import { strFromU8, strToU8, zlibSync } from "fflate";

/**
 * - `none`: the answer itself;
 * - `payload`: `{payload}` with the answer's JSON text;
 * - `deflated`: `{payload}` with a JSON string of base64 of that text in zlib form. To read it:
 *   parse JSON, decode base64, inflate, decode UTF-8, parse JSON.
 */
export type Envelope = "none" | "payload" | "deflated";

export function enclose(envelope: Envelope, response: unknown): unknown {
  if (envelope === "none") return response;
  const text = JSON.stringify(response);
  if (envelope === "payload") return { payload: text };
  const bytes = zlibSync(strToU8(text));
  return { payload: JSON.stringify(btoa(strFromU8(bytes, true))) };
}
