/** Names, identifiers and coordinates to dcids. */

import type { RelationExpression, V2ResolveRequest } from "../../index.ts";
import { type CliCommand, explainOption, text, textOption, texts } from "../command.ts";

export const resolveCommand: CliCommand = {
  usage: "resolve <source> <text...>",
  about: "nodes by name, identifier or coordinate; variables by words",
  options: [
    {
      flags: "-p, --property <expression>",
      about: "for example <-wikidataId->dcid or <-geoCoordinate->dcid",
    },
    { flags: "-t, --type <type>", about: "only nodes of this type, by name" },
    { flags: "-i, --indicator", about: "look for statistical variables" },
    explainOption,
  ],
  examples: [
    "pocket-commons resolve data California --type State",
    "pocket-commons resolve data '37.42#-122.08' -p '<-geoCoordinate->dcid'",
    "pocket-commons resolve data 'how many people' --indicator",
  ],
  run: async ([source, inputs], options, { ask }) => {
    const commons = await ask([text(source)], options);
    const type = textOption(options, "type");
    const byName = type === undefined ? undefined : `<-description{typeOf:${type}}->dcid`;
    // The endpoint says what is wrong with it.
    const property = (textOption(options, "property") ?? byName) as RelationExpression | undefined;
    const request: V2ResolveRequest = {
      nodes: texts(inputs),
      ...(property === undefined ? {} : { property }),
      ...(options["indicator"] === true ? { resolver: "indicator" } : {}),
    };
    const response = await commons.resolve(request);
    const rows = (response.entities ?? []).flatMap(({ node, candidates = [] }) =>
      candidates.map(({ dcid, dominantType, typeOf = [], metadata }) => [
        node,
        dcid,
        dominantType ?? typeOf.join(" "),
        metadata?.score ?? "",
      ]),
    );
    const explain = () => commons.explain({ resolve: request });
    return { json: response, explain, rows: { columns: ["input", "dcid", "type", "score"], rows } };
  },
};
