import fc from "fast-check";

/**
 * Any character but half a surrogate pair: the `unit` of strings of all kinds. fast-check's own
 * `"binary"` is the same and first lists a million characters.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - 0x800)
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));
