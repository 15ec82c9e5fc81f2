/** Places of findings about what a template says: each of its rows says so, and its own line is wrong. */

import type { Cure, DiagnosticLog } from "../load/bytes/diagnostics.ts";
import type { InputFile } from "../load/bytes/file-tree.ts";
import { Progress } from "../load/bytes/load-progress.ts";
import { cutOf } from "../load/formats.ts";
import type { LoadPlan } from "../load/load-plan.ts";
import { readTemplate, type Template } from "../load/mcf/tmcf.ts";
import type { KeptFinding } from "./lint-log.ts";

/** Moves findings with a cure from the rows of tables to the lines of templates that have what is wrong. */
export async function placeInTemplates(
  findings: readonly KeptFinding[],
  { tasks }: LoadPlan,
  log: DiagnosticLog,
): Promise<void> {
  const quiet = log.quiet();
  const read = async (input: InputFile): Promise<Template | undefined> =>
    await quiet.attempt(() => readTemplate(input, quiet, new Progress(0)));
  const cured = findings.filter(({ cure }) => cure !== undefined);
  for (const task of cured.length === 0 ? [] : tasks) {
    const cut = cutOf(task);
    const own = cured.filter(({ file }) => file === task.input.path);
    if (cut.into !== "rows" || own.length === 0) continue;
    for (const template of await Promise.all(cut.templates.map(read))) {
      for (const finding of own) place(finding, template);
    }
  }
}

function place(finding: KeptFinding, template: Template | undefined): void {
  const values = Array.from(template?.nodes.values() ?? []).flatMap((node) => [
    ...node.dcids,
    ...node.values,
  ]);
  const { of, property, from } = finding.cure as Cure;
  const value = values.find((one) =>
    of === "property"
      ? one.property === from
      : one.property === property && one.text === from && one.kind !== "column",
  );
  if (value === undefined) return;
  finding.file = template?.file;
  finding.line = value.line;
}
