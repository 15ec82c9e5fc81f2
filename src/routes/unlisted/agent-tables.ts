/** Lists as agents get them: columns named once, and rows of values. */

import type { Commons } from "../../index.ts";
import { entriesOf, firstTexts, textsOf } from "../node-values.ts";
import { present } from "../present.ts";

export interface ToolTable {
  readonly columns?: readonly string[];
  /** Left out where there is none. */
  readonly rows?: readonly (readonly unknown[])[];
}

export const tableOf = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): ToolTable => ({ columns, ...present({ rows }) });

export interface AgentNode {
  readonly dcid: string;
  readonly name?: string;
  readonly typeOf?: readonly string[];
}

/** Names and types of nodes. */
export function nodesOf(
  commons: Commons,
  dcids: readonly string[],
): ReadonlyMap<string, Required<AgentNode>> {
  const names = firstTexts(commons, dcids);
  const types = entriesOf(commons, dcids, "->", "typeOf");
  return new Map(
    dcids.map((dcid) => {
      const typeOf = [...new Set(textsOf(types.get(dcid)))];
      return [dcid, { dcid, name: names.get(dcid) ?? "", typeOf }];
    }),
  );
}

/** Without what is empty. */
export const shown = ({ dcid, name = "", typeOf = [] }: AgentNode): AgentNode => ({
  dcid,
  ...present({ name, typeOf }),
});
