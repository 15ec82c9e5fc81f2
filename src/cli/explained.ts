/** Explanations of answers, asked for and not. */

import { type Explanation, RpcError } from "../index.ts";
import type { CliIo } from "./io.ts";
import { type Answer, type OutputOptions, tell } from "./output.ts";
import { oneLine } from "./styled-text.ts";

/** An explanation in the place of the answer. */
export function explainedAnswer(explanation: Explanation): Answer {
  const rows = explanation.steps.map(({ what, left, lost }) => [
    what,
    String(left),
    lost.join(" "),
  ]);
  return {
    json: explanation,
    rows: { columns: ["step", "left", "lost"], rows },
    text: explanation.text.split("\n").map(oneLine),
  };
}

export function isEmptyTable(
  { rows, text, explain }: Answer,
  { json, csv, quiet }: OutputOptions & { readonly quiet?: boolean },
  { isTerminal }: CliIo,
): boolean {
  const isTable = text === undefined && json !== true && csv !== true;
  return isTable && isTerminal && quiet !== true && explain !== undefined && rows.rows.length === 0;
}

/** Nobody asked: what takes too long to explain stays unexplained. */
export async function tellWhyEmpty({ explain }: Answer, io: CliIo): Promise<void> {
  try {
    const { text = "", reason } = (await explain?.()) ?? {};
    if (reason === undefined) return;
    const lines = text.split("\n");
    const from = lines.findIndex((line) => line.startsWith("The answer is empty"));
    for (const line of lines.slice(from)) tell(oneLine(line), io);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
}
