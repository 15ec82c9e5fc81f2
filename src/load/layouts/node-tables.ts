/** Tables that stand beside tables of values and say what their variables and countries are. */

import { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { exportDialect, firstLineHeader, readCsvRows } from "../records/csv-rows.ts";
import type { FileTask, TableRun } from "../statements/load-run.ts";
import { provenanceDcid } from "../statements/provenance.ts";
import { Statements } from "../statements/statements.ts";

/** What each row describes. */
interface NodeTable {
  readonly id: string;
  readonly prefix: string;
  readonly type: string;
  /** Texts of the node, by heading. */
  readonly texts: Readonly<Record<string, string>>;
  /** A row with an empty cell here is about a group, and left out. */
  readonly needs?: string;
}

const nodeTables: readonly NodeTable[] = [
  {
    id: "INDICATOR_CODE",
    prefix: "",
    type: "StatisticalVariable",
    texts: {
      INDICATOR_NAME: "name",
      SOURCE_NOTE: "description",
      SOURCE_ORGANIZATION: "footnote",
    },
  },
  {
    id: "Series Code",
    prefix: "",
    type: "StatisticalVariable",
    texts: { "Indicator Name": "name", "Long definition": "description", Source: "footnote" },
  },
  {
    id: "Country Code",
    prefix: "country/",
    type: "Country",
    texts: { TableName: "name", "Table Name": "name", SpecialNotes: "description" },
    needs: "Region",
  },
];

export interface NodeTableForm {
  readonly table: NodeTable;
  readonly header: readonly string[];
}

/** @returns undefined for a table of another kind. */
export async function nodeTableForm(input: InputFile): Promise<NodeTableForm | undefined> {
  const header = await firstLineHeader(input, exportDialect(input));
  if (header === undefined) return undefined;
  const table = nodeTables.find(({ id, texts, needs = id }) => {
    const found = Object.keys(texts).filter((heading) => header.includes(heading));
    return header.includes(id) && header.includes(needs) && found.length > 1;
  });
  return table && { table, header };
}

export async function loadNodeTable(
  { input, provenance, table, header }: FileTask & NodeTableForm,
  { sink, log, progress }: TableRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const statements = new Statements(sink);
  const source = provenanceDcid(provenance);
  const [idAt, neededAt] = [header.indexOf(table.id), header.indexOf(table.needs ?? table.id)];
  let groups = 0;
  await readCsvRows(input, exportDialect(input), fileLog, progress, (cells, line) => {
    const id = cells[idAt] ?? "";
    if (line === 1 || id === "") return true;
    progress.rows += 1;
    if ((cells[neededAt] ?? "") === "") {
      groups += 1;
      return true;
    }
    statements.at({ file: input.path, line });
    const dcid = `${table.prefix}${id}`;
    statements.link(dcid, "typeOf", table.type, source);
    for (const [heading, property] of Object.entries(table.texts)) {
      statements.text(dcid, property, (cells[header.indexOf(heading)] ?? "").trim(), source);
    }
    return true;
  });
  if (groups === 0) return;
  const message = () =>
    `rows about groups of countries, which the table of values names: ${groups}`;
  fileLog.report({ level: "info", counter: "Layout_LeftOut", line: undefined, message }, groups);
}
