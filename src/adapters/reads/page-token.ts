/**
 * Opaque continuation tokens. A token holds the key of the last row of its page, so that the next
 * page is found by search and a deep page costs what the first one does. It is bound to its
 * request and carries a checksum: nothing is kept between requests.
 */

import { CommonsError } from "../../errors/errors.ts";

/** The last row of a page. */
export interface PageKey {
  readonly node: string;
  readonly label: string;
  readonly isNode: boolean;
  /** dcid or literal text of the value. */
  readonly text: string;
  /** dcid of the provenance; empty for none. */
  readonly provenance: string;
}

const version = 1;

/** `request` is any text that is equal for equal requests. */
export function encodePageToken(request: string, key: PageKey): string {
  const row = [key.node, key.label, key.isNode, key.text, key.provenance];
  const body = JSON.stringify([version, checksum(request), ...row]);
  return toBase64(`${checksum(body)}${body}`);
}

/**
 * The key in a token; undefined for the empty token, which stands for the first page.
 * @throws CommonsError `TOKEN` when the token is damaged or belongs to another request (behaviour: node 5.4)
 */
export function decodePageToken(request: string, token: string): PageKey | undefined {
  if (token === "") return undefined;
  const text = fromBase64(token);
  const body = text.slice(8);
  // A token has one spelling: no other alphabet, padding or white space.
  if (checksum(body) !== text.slice(0, 8) || toBase64(text) !== token) {
    throw new CommonsError("TOKEN", "invalid pagination token: it is damaged");
  }
  const [tokenVersion, tokenRequest, ...row] = partsOf(body);
  if (tokenVersion !== version) {
    throw new CommonsError("TOKEN", "invalid pagination token: it is of another version");
  }
  if (tokenRequest !== checksum(request)) {
    throw new CommonsError("TOKEN", "invalid pagination token: it belongs to another request");
  }
  return keyOf(row);
}

/** Anyone can compute the checksum: what a token holds is not to be trusted. */
function partsOf(body: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(body);
    if (Array.isArray(parts)) return parts;
  } catch (cause) {
    throw notOurs({ cause });
  }
  throw notOurs();
}

function keyOf([node, label, isNode, text, provenance]: readonly unknown[]): PageKey {
  if (
    typeof node === "string" &&
    typeof label === "string" &&
    typeof isNode === "boolean" &&
    typeof text === "string" &&
    typeof provenance === "string"
  ) {
    return { node, label, isNode, text, provenance };
  }
  throw notOurs();
}

function notOurs(options?: ErrorOptions): CommonsError {
  return new CommonsError(
    "TOKEN",
    "invalid pagination token: it is not one of this library",
    options,
  );
}

const encoder = new TextEncoder();

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** The URL-safe alphabet, so that a token needs no escaping in a query string. */
function toBase64(text: string): string {
  let binary = "";
  for (const byte of encoder.encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(token: string): string {
  try {
    const binary = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    // Bytes that are no UTF-8 become a text that has another spelling.
    return new TextDecoder().decode(bytes);
  } catch (cause) {
    throw notOurs({ cause });
  }
}
