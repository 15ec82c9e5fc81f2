/** Values and neighbours of nodes. */

import type {
  ArcEntry,
  RelationExpression,
  V2NodeArc,
  V2NodeData,
  V2NodeResponse,
} from "../../index.ts";
import { type CliCommand, explainOption, text, textOption, texts } from "../command.ts";
import type { AnyCommons } from "../remote-source.ts";

export const nodeCommand: CliCommand = {
  usage: "node <source> <dcid...>",
  about: "values and neighbours of nodes, by a relation expression",
  options: [
    { flags: "-p, --property <expression>", about: "relation expression", byDefault: "->*" },
    explainOption,
  ],
  examples: [
    "pocket-commons node data geoId/06",
    "pocket-commons node data country/USA -p '<-containedInPlace+{typeOf:State}'",
  ],
  run: async ([source, dcids], options, { ask }) => {
    const commons = await ask([text(source)], options);
    // The endpoint says what is wrong with it.
    const property = (textOption(options, "property") ?? "->*") as RelationExpression;
    const response = await allPages(commons, texts(dcids), property);
    const explain = () => commons.explain({ node: { nodes: texts(dcids), property } });
    return { json: response, explain, rows: { columns, rows: rowsOf(response) } };
  },
};

const columns = ["node", "property", "value", "name", "types", "provenance"];

/** Every page, joined into one response. */
async function allPages(
  commons: AnyCommons,
  nodes: readonly string[],
  property: RelationExpression,
): Promise<V2NodeResponse> {
  const { nextToken, ...all } = await commons.node({ nodes, property });
  for (let token = nextToken; token !== undefined; ) {
    const page = await commons.node({ nodes, property, nextToken: token });
    for (const [dcid, { arcs = {} }] of Object.entries(page.data ?? {})) {
      append(all.data?.[dcid], arcs);
    }
    token = page.nextToken;
  }
  return all;
}

/** The first page names every node that was asked for. A label may be `__proto__`. */
function append(data: V2NodeData | undefined, arcs: Readonly<Record<string, V2NodeArc>>): void {
  if (data === undefined) return;
  const joined = new Map(Object.entries(data.arcs ?? {}));
  for (const [label, { nodes = [] }] of Object.entries(arcs)) {
    joined.set(label, { nodes: [...(joined.get(label)?.nodes ?? []), ...nodes] });
  }
  data.arcs = Object.fromEntries(joined);
}

function rowsOf({ data = {} }: V2NodeResponse): string[][] {
  const rows: string[][] = [];
  for (const [dcid, { arcs = {}, properties = [] }] of Object.entries(data)) {
    for (const property of properties) rows.push([dcid, property, "", "", "", ""]);
    for (const [label, { nodes = [] }] of Object.entries(arcs)) {
      for (const entry of nodes) rows.push([dcid, label, ...cellsOf(entry)]);
    }
  }
  return rows;
}

function cellsOf({ value, dcid, name = "", types = [], provenanceId = "" }: ArcEntry): string[] {
  return [value ?? dcid ?? "", name, types.join(" "), [provenanceId].flat().join(" ")];
}
