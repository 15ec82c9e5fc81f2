/** Addresses of sources, which readers follow: a text that leads nowhere is a mistake of typing. */
import { shown } from "../bytes/diagnostics.ts";
import { isNothing } from "./no-value.ts";
import { slipOf } from "./slips.ts";

const schemes = ["https", "http", "ftp"];
const placeholder = /^(?:to-?do|tb[ad]|unknown|x{2,}|\?+)$/i;
/** A host comes after the scheme, and not another scheme. */
const whole = /^\w+:\/\/(?!\w+:\/\/)[^\s/\\]/;
const withoutScheme = /^(?:www\.|[\w.-]+\.(?:com|edu|gov|int|net|org|[a-z]{2})\/)/i;

/**
 * What is wrong with an address, as the end of a message; undefined if nothing is. A file may stand for one, and
 * there need not be one.
 */
export function addressProblem(text: string): string | undefined {
  if (text === "" || !isBad(text)) return undefined;
  return `is ${shown(text)}, which is no address, such as https://example.org/data`;
}

function isBad(text: string): boolean {
  if (/\s/.test(text) || isNothing(text) || placeholder.test(text)) return true;
  const [, scheme] = /^([a-z][\w+.-]*)(?::|(?=\/\/))/i.exec(text) ?? [];
  if (scheme === undefined) return withoutScheme.test(text);
  const isKnown = schemes.includes(scheme.toLowerCase());
  return isKnown ? !whole.test(text) : slipOf(scheme, schemes, 1) !== undefined;
}
