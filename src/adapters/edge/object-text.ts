/** JSON text that is written piece by piece, the same as `JSON.stringify` makes of the objects. */

/** A text without anything that JSON escapes. */
const plainText = /^[ !#-[\]-~]*$/;

/** A text in quotes. */
export function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The text of an object whose members are set one after the other, each key once. */
export class ObjectText {
  #members = "";
  /** Members that JavaScript lists first, by number. */
  #indexed: [index: number, member: string][] | undefined;

  /** @param value JSON text */
  set(key: string, value: string): void {
    const member = `${quoted(key)}:${value}`;
    if (isIndex(key)) {
      this.#indexed ??= [];
      this.#indexed.push([Number(key), member]);
    } else {
      this.#members = this.#members === "" ? member : `${this.#members},${member}`;
    }
  }

  toString(): string {
    if (this.#indexed === undefined) return `{${this.#members}}`;
    this.#indexed.sort(([a], [b]) => a - b);
    const first = this.#indexed.map(([, member]) => member).join(",");
    return this.#members === "" ? `{${first}}` : `{${first},${this.#members}}`;
  }
}

/** JavaScript lists such keys before all others: 0 to 2^32 - 2 without zeros in front. */
function isIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return (
    first >= 0x30 && first <= 0x39 && String(Number(key) >>> 0) === key && key !== "4294967295"
  );
}
