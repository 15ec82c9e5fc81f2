/** Which addresses a world is read from, and what messages call them. */

import { describeArgument } from "../../errors/index.ts";

/**
 * The address, when it may be read: `https:`, or `http:` of this machine.
 * @throws TypeError for any other
 */
export function addressOf(address: string | URL): URL {
  const given = String(address);
  if (!URL.canParse(given)) {
    throw new TypeError(`httpBlocks needs a URL, not ${describeArgument(withoutSecrets(given))}`);
  }
  const url = new URL(given);
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`${nameOf(url)}: put the password into the option 'headers', not the URL`);
  }
  if (mayBeRead(url)) return url;
  const told = url.protocol === "http:" ? nameOf(url) : url.protocol;
  throw new TypeError(`${told}: a world is read by https:, or from this machine by http:`);
}

/** Nobody between here and there can read or change what is sent. */
export function mayBeRead({ protocol, hostname }: URL): boolean {
  if (protocol === "https:") return true;
  const isLoopback =
    hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol === "http:" && isLoopback;
}

/** Without what may be secret: user, password, the query of a presigned address. */
export function nameOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

const withoutSecrets = (text: string): string => text.replace(/[?#].*$/s, "").replace(/^.*@/s, "");
