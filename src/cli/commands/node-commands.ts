/** Values and neighbours of nodes. */

import type { RelationExpression } from "../../index.ts";
import type {
  ArcEntry,
  V2NodeArc,
  V2NodeData,
  V2NodeResponse,
  V2ResolveRequest,
} from "../../wire.ts";
import { type CliCommand, text, textOption, texts } from "../command.ts";
import type { AnyCommons } from "../opened-world.ts";
import { options as rows } from "../options.ts";
import type { Cell } from "../output.ts";
import { withInputLines } from "../standard-input.ts";

export const nodeCommand: CliCommand = {
  usage: "node <source> <dcid...>",
  about: "values and neighbours of nodes, by a relation expression",
  details: "- in the place of a dcid reads dcids from standard input, one on each line.",
  options: [{ ...rows.property, byDefault: "->*" }, rows.explain],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons node data geoId/06",
    "pocket-commons node data country/USA -p '<-containedInPlace+{typeOf:State}'",
  ],
  run: async ([source, dcids], options, { io, ask }) => {
    const nodes = await withInputLines(texts(dcids), io);
    const commons = await ask([text(source)], options);
    // The endpoint says what is wrong with it.
    const property = (textOption(options, "property") ?? "->*") as RelationExpression;
    const response = await allPages(commons, nodes, property);
    const explain = () => commons.explain({ node: { nodes, property } });
    return { explain, rows: { columns, rows: rowsOf(response) } };
  },
};

const columns = ["node", "property", "value", "name", "types", "provenance"];

/** Every page, joined into one response. */
async function allPages(
  commons: AnyCommons,
  nodes: readonly string[],
  property: RelationExpression,
): Promise<V2NodeResponse> {
  const { nextToken, ...all } = await commons.v2.node({ nodes, property });
  for (let token = nextToken; token !== undefined; ) {
    const page = await commons.v2.node({ nodes, property, nextToken: token });
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

function rowsOf({ data = {} }: V2NodeResponse): Cell[][] {
  const rows: Cell[][] = [];
  for (const [dcid, { arcs = {}, properties = [] }] of Object.entries(data)) {
    for (const property of properties) rows.push([dcid, property]);
    for (const [label, { nodes = [] }] of Object.entries(arcs)) {
      for (const entry of nodes) rows.push([dcid, label, ...cellsOf(entry)]);
    }
  }
  return rows;
}

function cellsOf({ value, dcid, name, types, provenanceId }: ArcEntry): Cell[] {
  return [value ?? dcid, name, types, provenanceId];
}

export const resolveCommand: CliCommand = {
  usage: "resolve <source> <text...>",
  about: "nodes by name, identifier or coordinate; variables by meaning",
  details: "- in the place of a text reads texts from standard input, one on each line.",
  options: [
    { ...rows.property, about: "relation expression, such as <-wikidataId->dcid" },
    { ...rows.type, about: "only nodes of this type, by name" },
    { flags: "-i, --indicator", about: "look for statistical variables" },
    rows.meaning,
    rows.explain,
  ],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons resolve data California --type State",
    "pocket-commons resolve data '37.42#-122.08' -p '<-geoCoordinate->dcid'",
    "pocket-commons resolve data 'how many people' --indicator",
  ],
  run: async ([source, inputs], options, { io, ask }) => {
    const nodes = await withInputLines(texts(inputs), io);
    const commons = await ask([text(source)], options);
    const type = textOption(options, "type");
    const byName = type === undefined ? undefined : `<-description{typeOf:${type}}->dcid`;
    // The endpoint says what is wrong with it.
    const property = (textOption(options, "property") ?? byName) as RelationExpression | undefined;
    const request: V2ResolveRequest = {
      nodes,
      ...(property === undefined ? {} : { property }),
      ...(options["indicator"] === true ? { resolver: "indicator" } : {}),
    };
    const response = await commons.v2.resolve(request, { meaning: options["meaning"] !== false });
    const found = (response.entities ?? []).flatMap(({ node, candidates = [] }) =>
      candidates.map(({ dcid, dominantType, typeOf = [], metadata }) => [
        node,
        dcid,
        dominantType ?? typeOf,
        metadata?.score,
      ]),
    );
    const explain = () => commons.explain({ resolve: request });
    return { explain, rows: { columns: ["input", "dcid", "type", "score"], rows: found } };
  },
};
