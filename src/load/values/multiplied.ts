/** Numbers as texts, times a power of ten: no digit changes. */

/**
 * A plain number times a power of ten, exactly: its decimal point moves.
 * @param power 1, 10, 100, 1000 …
 */
export function multiplied(number: string, power: number): string {
  if (power === 1) return number;
  const [, sign = "", whole = "", decimals = "", exponent = ""] =
    /^([+-]?)(\d*)\.?(\d*)(e.*)?$/i.exec(number) ?? [];
  const zeros = String(power).length - 1;
  const moved = decimals.padEnd(zeros, "0");
  const before = `${whole}${moved.slice(0, zeros)}`.replace(/^0+(?=\d)/, "");
  const rest = moved.slice(zeros);
  return `${sign}${before}${rest === "" ? "" : `.${rest}`}${exponent}`;
}
