/** Observation values: numbers where they are numbers, and always as they were written. */

const digitsMax = 15;
const zero = 48;
const nine = 57;
const dot = 46;
const minus = 45;

/**
 * Is this text exactly how JavaScript prints its number? Then the number alone stands for it.
 * Answers false for some texts that would qualify (long or tiny ones); these keep their text.
 */
export function isPlainNumber(text: string): boolean {
  const { length } = text;
  const first = text.charCodeAt(0) === minus ? 1 : 0;
  if (length - first > digitsMax + 1) return false;
  let dotAt = length;
  for (let at = first; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === dot && dotAt === length) dotAt = at;
    else if (unit < zero || unit > nine) return false;
  }
  return hasPlainWhole(text, first, dotAt) && hasPlainFraction(text, first, dotAt);
}

/** One zero or digits without a leading zero. */
function hasPlainWhole(text: string, first: number, end: number): boolean {
  if (text.charCodeAt(first) !== zero) return end > first && end - first <= digitsMax;
  return end === first + 1 && (first === 0 || end < text.length);
}

/** Nothing, or digits that end in another digit than zero and are not too small for plain form. */
function hasPlainFraction(text: string, first: number, dotAt: number): boolean {
  const { length } = text;
  if (dotAt === length) return true;
  if (text.charCodeAt(length - 1) === zero || dotAt === length - 1) return false;
  // Below 1e-6 JavaScript prints an exponent.
  return text.charCodeAt(first) !== zero || !text.startsWith("000000", dotAt + 1);
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text means, NaN when it is not a finite decimal number. */
export function numberOf(text: string): number {
  if (!decimal.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}
