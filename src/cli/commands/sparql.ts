/** Queries. */

import { type CliCommand, explainOption, text } from "../command.ts";

export const sparqlCommand: CliCommand = {
  usage: "sparql <source> <query>",
  about: "a query in the service's SPARQL; - reads it from standard input",
  options: [explainOption],
  examples: [
    "pocket-commons sparql data 'SELECT ?name WHERE { ?s typeOf State . ?s name ?name }'",
    "pocket-commons sparql data - < query.rq",
  ],
  run: async ([source, query], options, { io, open }) => {
    const commons = await open([text(source)], options);
    const written = text(query) === "-" ? await io.stdin() : text(query);
    const response = commons.sparql({ query: written });
    const rows = (response.rows ?? []).map(({ cells }) => cells.map(({ value = "" }) => value));
    const explain = () => commons.explain({ sparql: { query: written } });
    return { json: response, explain, rows: { columns: response.header, rows } };
  },
};
