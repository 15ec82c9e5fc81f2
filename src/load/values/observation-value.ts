/**
 * What a text says as the value of an observation: one rule for all formats. A number stays as it
 * is written; commas that part its thousands are left out, as the official importer of custom
 * folders reads them. Everything else is not a number: the official tool calls it an error, and the
 * real service leaves such points out of its answers.
 */
import { type FileLog, shown } from "../report/index.ts";
import { trim } from "./mcf-value.ts";

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
// `0,123` has no thousands: its comma may well be a decimal point.
const thousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/** Says whether a text is a number that a double can hold, written as a plain decimal. */
export function isPlainNumber(text: string): boolean {
  return numberForm.test(text) && Number.isFinite(Number(text));
}

/** Says whether commas part the thousands of a number, as in `1,234.5`. */
export function hasThousands(text: string): boolean {
  return text.includes(",") && thousands.test(trim(text));
}

/** Where a value stands. */
export interface ValuePlace {
  readonly log: FileLog;
  readonly line: number | undefined;
  /** The column or the property and the node that it is the value of, for a message. */
  readonly where: () => string;
}

export interface ObservationValue {
  readonly text: string;
  readonly isNumber: boolean;
}

/**
 * Reads a value and reports what is odd about it.
 * @param consequence what becomes of a value that is not a number, for a message.
 */
export function observationValue(
  written: string,
  { log, line, where }: ValuePlace,
  consequence = "it is kept as text",
): ObservationValue {
  const text = trim(written);
  if (isPlainNumber(text)) return { text, isNumber: true };
  if (hasThousands(text)) {
    const number = text.replaceAll(",", "");
    const message = () => `${shown(text)} is read as ${number}: ${where()}`;
    log.report({ level: "info", counter: "Sanity_ThousandsInObsValue", line, message });
    return { text: number, isNumber: true };
  }
  const problem = numberForm.test(text) ? "is too large for a number" : "is not a number";
  const message = () => `${shown(text)} ${problem}; ${consequence}: ${where()}`;
  log.report({ level: "error", counter: "Sanity_NonDoubleObsValue", line, message });
  return { text: written, isNumber: false };
}
