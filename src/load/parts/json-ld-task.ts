/** What several threads need to know of a JSON-LD document: they find it out together. */
import { frameOf, tellContext } from "../json-ld/index.ts";
import type { FileTask, TableRun } from "../statements/index.ts";
import type { PartTask } from "./part-formats.ts";
import type { PartReader } from "./part-report.ts";

/** @returns undefined for a document that is read as a whole. */
export async function jsonLdTask(
  { input, provenance }: FileTask,
  run: TableRun,
  parts: PartReader,
): Promise<(PartTask & { readonly kind: "json-ld" }) | undefined> {
  const list = { kind: "json-ld-list", input, provenance } as const;
  const found = await frameOf(input, run.progress, {
    bytes: parts.sizes.part,
    linesOf: async (ranges) => {
      const lines: (number | undefined)[] = [];
      await parts.read(list, ranges, async (_part, report) => {
        run.progress.checkCancelled();
        lines.push(report?.lines);
      });
      return lines;
    },
  });
  if (found === undefined) return undefined;
  tellContext(input, found.frame, run);
  return { kind: "json-ld", input, provenance, ...found };
}
