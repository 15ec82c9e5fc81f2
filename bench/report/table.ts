/** Numbers as a reader wants them, and tables of them. */

/** Markdown whose columns are also straight in a terminal. The first `texts` columns are texts. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  texts: number,
): string {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((cell, at) => (at < texts ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join(" | ")} |`;
  const rule = widths.map((width, at) =>
    at < texts ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(heads), line(rule), ...rows.map(line)].join("\n");
}

/** Three digits and a unit. */
export function duration(milliseconds: number): string {
  const [unit, value] =
    milliseconds >= 1000
      ? ["s", milliseconds / 1000]
      : milliseconds >= 1
        ? ["ms", milliseconds]
        : milliseconds >= 0.001
          ? ["µs", milliseconds * 1e3]
          : ["ns", milliseconds * 1e6];
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${unit}`;
}

export function count(value: number): string {
  const digits = value < 100 && !Number.isInteger(value) ? 1 : 0;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

export function percent(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(1)} %` : "–";
}

/** So many times as good. */
export function times(ratio: number): string {
  return `${ratio >= 99.5 ? ratio.toFixed(0) : ratio.toPrecision(2)}×`;
}

/** What `print` makes of a value, or a dash where there is none. */
export function orDash<Value>(value: Value | undefined, print: (value: Value) => string): string {
  return value === undefined ? "–" : print(value);
}
