/** Observation values: numbers where they are numbers, and always as they were written. */

/** So few characters hold at most 15 digits, and those survive being read and printed. */
const plainLengthMax = 15;

/**
 * As JavaScript prints numbers: no zero before another digit, none at the end of a fraction, no
 * minus before a lone zero. Six zeros after the point are left out since below 1e-6 it prints an
 * exponent.
 */
const plain = /^(?:0|-?(?:[1-9]\d*|0(?=\.))(?:\.(?!0{6})\d*[1-9])?)$/;

/**
 * Is this text exactly how JavaScript prints its number? Then the number alone stands for it.
 * Answers false for some texts that would qualify (long or tiny ones); these keep their text.
 */
export function isPlainNumber(text: string): boolean {
  return text.length <= plainLengthMax && plain.test(text);
}

/** No two parts can match the same digits: a long text that fails does so in one pass. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text means, NaN when it is not a finite decimal number. */
export function numberOf(text: string): number {
  if (!decimal.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}
