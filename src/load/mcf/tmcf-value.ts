/**
 * Terms of template MCF: `E:<table>-><entity>` and `C:<table>-><column>` (behaviour: inputs 4.1).
 */
import { shown } from "../report/diagnostics.ts";
import type { TypedValue } from "../values/mcf-value.ts";

/** Why a value of a template cannot be read. */
interface TemplateProblem {
  readonly counter: string;
  readonly message: string;
}

interface TemplateTerm {
  readonly table: string;
  /** Of an entity or a column; a column's may hold dots, blanks and slashes. */
  readonly name: string;
}

const arrowText = "->";

export function isEntityName(text: string): boolean {
  return text.startsWith("E:") && text.includes(arrowText);
}

/** @returns undefined for a constant. */
export function typeTemplateValue(
  property: string,
  piece: string,
): TypedValue | TemplateProblem | undefined {
  if (property === "C") {
    const message = `a property cannot be taken from a column: ${shown(piece)}`;
    return { counter: "TMCF_UnsupportedColumnNameInProperty", message };
  }
  const isEntity = piece.startsWith("E:");
  if (!(isEntity || piece.startsWith("C:"))) return undefined;
  if (piece.includes(arrowText)) return { kind: isEntity ? "entity" : "column", text: piece };
  const message = `expected a "->" in ${shown(piece)} of property ${shown(property)}`;
  return { counter: "TMCF_MalformedSchemaTerm", message };
}

/** The parts of an entity's or a column's text. */
export function parseTerm(text: string): TemplateTerm {
  const arrow = text.indexOf(arrowText);
  return { table: text.slice(2, arrow), name: text.slice(arrow + arrowText.length) };
}
