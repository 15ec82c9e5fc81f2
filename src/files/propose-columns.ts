/** What the columns of somebody's table probably hold. */

import { pathsOf } from "../disk/index.ts";
import type { ColumnsProposal, KnownColumns } from "../propose/index.ts";

/**
 * Looks at the first thousand rows of a table (`.csv`, `.tsv`, `.gz`) and proposes the option `columns`
 * of `open` for it, with a reason for each column.
 *
 * @param known counts before anything that the table says
 * @throws LoadError (rejects) when the file cannot be read
 * @throws TypeError (rejects) when it is neither a path nor a file URL
 */
export async function proposeColumns(
  file: string | URL,
  known: KnownColumns = {},
): Promise<ColumnsProposal> {
  const [path = ""] = pathsOf(file, "proposeColumns");
  const { proposeFor, sampleFile } = await import("../propose/index.ts");
  return proposeFor(await sampleFile(path), known);
}
