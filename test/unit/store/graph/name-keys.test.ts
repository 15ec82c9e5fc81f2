import { describe, expect, test } from "vitest";
import {
  codesOf,
  isPlainKey,
  nameHashes,
  nameHashOf,
  nameKeyOf,
  nameRoles,
  textWithoutLanguage,
} from "../../../../src/store/graph/name-keys.ts";

const encoder = new TextEncoder();
const [name, alternate, code] = ["name", "alternateName", "isoCode"].map(
  (property) => nameRoles.get(property) as number,
) as [number, number, number];

const hashes = (text: string, roles: number) => {
  const bytes = encoder.encode(`<${text}>`);
  return [...nameHashes(bytes, 1, bytes.length - 1, roles)];
};
const hashesOfKeys = (...texts: string[]) => texts.map((text) => nameHashOf(nameKeyOf(text)));

describe("texts without a language", () => {
  test.each([
    ["Kalifornien@de", "Kalifornien"],
    ["加州@zh-Hans", "加州"],
    ["a@b@pt", "a@b"],
    ["California", "California"],
    ["me@home", "me@home"],
    ["@de", "@de"],
    ["a@", "a@"],
    ["a@d", "a@d"],
    ["a@de-", "a@de-"],
  ])("%s → %s", (text, expected) => {
    expect(textWithoutLanguage(text)).toBe(expected);
  });
});

test("a code with a dash is two codes", () => {
  expect(codesOf("US-CA-1")).toEqual(["US-CA-1", "CA-1"]);
  expect(codesOf("CA")).toEqual(["CA"]);
  expect(codesOf("US-")).toEqual(["US-", ""]);
});

describe("numbers of keys", () => {
  test.each([
    "New  York, NY",
    "\t a\v\f\r\n,B",
    "[@`{Z",
    "\u001cx",
    "",
    "Zürich",
    "Zu\u0308RICH",
    "İ\u00a0K",
    "ΟΔΟΣ",
    "𐐀𐐨 x",
    "\ufeffa",
  ])("of bytes are those of the key: %j", (text) => {
    expect(hashes(text, name)).toEqual(hashesOfKeys(text));
    expect(hashes(text, name | alternate | code)).toEqual(hashesOfKeys(text));
  });

  test("are those of every way in which a literal names", () => {
    expect(hashes("Bayern@de", name)).toEqual(hashesOfKeys("Bayern@de"));
    expect(hashes("Bayern@de", alternate)).toEqual(hashesOfKeys("Bayern"));
    expect(hashes("Bayern@de", name | alternate)).toEqual(hashesOfKeys("Bayern@de", "Bayern"));
    expect(hashes("DE-BY", name | alternate)).toEqual(hashesOfKeys("DE-BY"));
    expect(hashes("DE-BY", code)).toEqual(hashesOfKeys("DE-BY", "BY"));
    expect(hashes("a-a", name | code)).toEqual(hashesOfKeys("a-a", "a"));
  });

  test("a plain key is known by its bytes", () => {
    const isKey = (text: string, key: string) => {
      const bytes = encoder.encode(`<${text}>`);
      return isPlainKey(bytes, 1, bytes.length - 1, key);
    };
    expect(isKey("New York", "newyork")).toBe(true);
    expect(isKey("New York", "newyor")).toBe(false);
    expect(isKey("New York", "newyorl")).toBe(false);
    expect(isKey("a\0", "a")).toBe(false);
    expect(isKey("", "")).toBe(true);
    for (const text of ["Zürich", "a@de", "US-CA"]) {
      expect(isKey(text, nameKeyOf(text))).toBeUndefined();
    }
  });

  test("do not depend on letters that versions of Unicode add", () => {
    expect(nameHashOf("a𐵐\ua7cbb")).toBe(nameHashOf("ab"));
    expect(nameHashOf("ab")).not.toBe(nameHashOf("ba"));
  });

  test("of a long text are those of its key", () => {
    const text = "A b".repeat(1000);
    expect(hashes(text, name)).toEqual(hashesOfKeys(text));
  });
});
