/** Lists that come in pages, as a whole. */
import { type CatalogVariable, node, variables } from "./world.ts";

export interface Statement {
  readonly property: string;
  /** Of the other node; empty for a text. */
  readonly dcid: string;
  /** The other node's name, or the text. */
  readonly text: string;
  readonly types: readonly string[];
  readonly provenance: string;
}

/** What was there, as far as it was read. */
export interface Read<Row> {
  readonly rows: readonly Row[];
  /** False where there is more. */
  readonly isWhole: boolean;
}

/** Rows that a page reads for one file. */
const rowsMax = 100_000;

/** @param arc as in a relation expression: `->*`, `<-typeOf` */
export async function statementsOf(dcid: string, arc: string): Promise<Read<Statement>> {
  const rows: Statement[] = [];
  let token = "";
  do {
    const { data = {}, nextToken = "" } = await node([dcid], arc, token);
    const arcs = (Object.hasOwn(data, dcid) ? data[dcid]?.arcs : undefined) ?? {};
    for (const [property, { nodes = [] }] of Object.entries(arcs)) {
      for (const one of nodes) {
        rows.push({
          property,
          dcid: one.dcid ?? "",
          text: one.name ?? one.value ?? "",
          types: one.types ?? [],
          provenance: one.provenanceId ?? "",
        });
      }
    }
    token = nextToken;
  } while (token !== "" && rows.length < rowsMax);
  return { rows, isWhole: token === "" };
}

const variablesPage = 500;

/** All variables that have observations. */
export async function allVariables(): Promise<Read<CatalogVariable>> {
  const rows: CatalogVariable[] = [];
  for (let total = 1; rows.length < Math.min(total, rowsMax); ) {
    const page = await variables({ offset: rows.length, limit: variablesPage });
    rows.push(...page.lines);
    total = page.lines.length === 0 ? 0 : page.total;
    if (rows.length >= total) return { rows, isWhole: true };
  }
  return { rows, isWhole: false };
}
