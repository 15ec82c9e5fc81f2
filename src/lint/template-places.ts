/** Places of findings about what a template says: each of its rows says so, and its own line is wrong. */

import type { Cure, DiagnosticLog } from "../load/bytes/diagnostics.ts";
import type { InputFile } from "../load/bytes/file-tree.ts";
import { Progress } from "../load/bytes/load-progress.ts";
import { cutOf } from "../load/formats.ts";
import type { LoadPlan } from "../load/load-plan.ts";
import { readTemplate, type Template } from "../load/mcf/tmcf.ts";
import type { KeptFinding } from "./lint-log.ts";

interface Wrong {
  readonly of: Cure["of"];
  readonly property: string;
  readonly from: string;
  /** Whether the template reads the wrong column. */
  readonly isColumn?: boolean | undefined;
}

/** The property or value that a finding is about, if each row may say it by the template. */
function wrongOf({ cure, target }: KeptFinding): Wrong | undefined {
  if (cure !== undefined) return cure;
  switch (target?.about) {
    case "variableMeasured":
    case "observationAbout":
    case "unit":
    case "measurementMethod":
      return {
        of: "value",
        property: target.about,
        from: target.name,
        isColumn: target.isColumn,
      };
    case "statement": {
      const { predicate: property, isProperty } = target;
      return isProperty === true ? { of: "property", property, from: property } : undefined;
    }
    case "observation": {
      const { facet, part } = target;
      if (facet === undefined || part === "value" || part === "observationDate") return undefined;
      return { of: "value", property: part, from: facet[part] };
    }
    default:
      return undefined;
  }
}

/** Moves findings about such values from the rows of tables to the lines of templates that have what is wrong. */
export async function placeInTemplates(
  findings: readonly KeptFinding[],
  { tasks }: LoadPlan,
  log: DiagnosticLog,
): Promise<void> {
  const quiet = log.quiet();
  const read = async (input: InputFile): Promise<Template | undefined> =>
    await quiet.attempt(() => readTemplate(input, quiet, new Progress(0)));
  const said = findings.filter((finding) => wrongOf(finding) !== undefined);
  for (const task of tasks) {
    const cut = cutOf(task);
    const own = said.filter(({ file }) => file === task.input.path);
    if (cut.into !== "rows" || own.length === 0) continue;
    for (const template of await Promise.all(cut.templates.map(read))) {
      if (template === undefined) continue;
      for (const finding of own) place(finding, template);
    }
  }
}

function place(finding: KeptFinding, { file, nodes }: Template): void {
  const values = [...nodes.values()].flatMap((node) => [...node.dcids, ...node.values]);
  const { of, property, from, isColumn } = wrongOf(finding)!;
  const value = values.find((one) => {
    if (of === "property") return one.property === from;
    if (one.property !== property) return false;
    return one.kind === "column" ? isColumn === true : one.text === from;
  });
  if (value === undefined) return;
  finding.file = file;
  finding.line = value.line;
}
