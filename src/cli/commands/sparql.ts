/** Queries. */

import type { Dialect } from "../../index.ts";
import { type CliCommand, dialectOption, explainOption, text, textOption } from "../command.ts";

export const sparqlCommand: CliCommand = {
  usage: "sparql <source> <query>",
  about: "run a SPARQL query; - reads it from standard input",
  options: [dialectOption, explainOption],
  examples: [
    "pocket-commons sparql data 'SELECT ?name WHERE { ?s typeOf State . ?s name ?name }'",
    "pocket-commons sparql data - < query.rq",
    "pocket-commons sparql data --dialect extended 'SELECT (COUNT(*) AS ?n) WHERE { ?s typeOf State }'",
  ],
  run: async ([source, query], options, { io, ask }) => {
    const commons = await ask([text(source)], options);
    const written = text(query) === "-" ? await io.stdin() : text(query);
    const settings = { dialect: textOption(options, "dialect") as Dialect };
    const response = await commons.sparql({ query: written }, settings);
    const rows = (response.rows ?? []).map(({ cells }) => cells.map(({ value = "" }) => value));
    const explain = () => commons.explain({ sparql: { query: written } }, settings);
    return { json: response, explain, rows: { columns: response.header, rows } };
  },
};
