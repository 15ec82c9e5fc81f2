/** A log that keeps each finding whole, as a text. */
import { DiagnosticLog, type Finding } from "../../../src/load/bytes/diagnostics.ts";

/** `level counter file:line message`, then `[cell n]` and `[to cure]` where a finding has them. */
export class FindingTexts extends DiagnosticLog {
  readonly texts: string[] = [];

  override report(file: string, finding: Finding, times = 1): void {
    const { level, counter, suffix, line, message, cell, cure } = finding;
    const name = suffix === undefined ? counter : `${counter}_${suffix}`;
    const parts = [`${level} ${name} ${file}:${line ?? ""} ${message()}`];
    if (times !== 1) parts.push(`[${times} times]`);
    if (cell !== undefined) parts.push(`[cell ${cell}]`);
    if (cure !== undefined) {
      const { of, property, from, to } = cure();
      parts.push(`[${of} of ${property}: ${from} -> ${to}]`);
    }
    this.texts.push(parts.join(" "));
  }
}
