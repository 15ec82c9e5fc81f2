/** SPARQL queries, and requests to any endpoint. */

import type { Dialect } from "../../index.ts";
import type { SparqlResponse } from "../../wire.ts";
import { type CliCommand, text, textOption } from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import type { AnyCommons } from "../opened-world.ts";
import { options as shared } from "../options.ts";
import { printNote } from "../output.ts";
import { averageNotes, refusalNotes } from "../query-notes.ts";
import { inputOr } from "../standard-input.ts";

export const sparqlCommand: CliCommand = {
  usage: "sparql <source> <query>",
  about: "run a SPARQL query",
  details: "- in the place of the query reads it from standard input.",
  options: [shared.dialect, shared.explain],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons sparql data 'SELECT ?name WHERE { ?s typeOf State . ?s name ?name }'",
    "pocket-commons sparql data - < query.rq",
    "pocket-commons sparql data --dialect extended 'SELECT (COUNT(*) AS ?n) WHERE { ?s typeOf State }'",
  ],
  run: async ([source, query], options, { io, ask }) => {
    const commons = await ask([text(source)], options);
    const written = await inputOr(text(query), io);
    const settings = { dialect: textOption(options, "dialect") as Dialect };
    const response = await askQuery(commons, written, settings.dialect, (note) => {
      if (options.quiet !== true) printNote(note, io);
    });
    const rows = (response.rows ?? []).map(({ cells }) => cells.map(({ value = "" }) => value));
    const explain = () => commons.explain({ sparql: { query: written } }, settings);
    const columns = response.header.map((name) => name.replace(/^\?/, ""));
    const notes = options.quiet === true ? [] : await averageNotes(commons, written);
    return { explain, notes, rows: { columns, rows } };
  },
};

/** @param note takes what a refused query lacks */
async function askQuery(
  commons: AnyCommons,
  query: string,
  dialect: Dialect,
  note: (text: string) => void,
): Promise<SparqlResponse> {
  try {
    return await commons.v2.sparql({ query }, { dialect });
  } catch (error) {
    for (const text of refusalNotes(query, dialect)) note(text);
    throw error;
  }
}

export const requestCommand: CliCommand = {
  usage: "request <source> <path>",
  about: "send a request to any endpoint and print its JSON",
  details: "With --csv: a row for each value, with its path as a JSON pointer.",
  options: [
    { flags: "--body <json>", about: "POST this; - reads it from standard input" },
    shared.dialect,
  ],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons request data '/v2/node?nodes=geoId/06&property=->name'",
    `pocket-commons request data /v2/sparql --body '{"query":"SELECT ?a WHERE { ?a typeOf State }"}'`,
  ],
  run: async ([source, path], options, { io, ask }) => {
    if (!text(path).startsWith("/")) {
      throw new UsageError(`a path begins with /, as /v2/node does, not '${text(path)}'`);
    }
    const commons = await ask([text(source)], options);
    const given = textOption(options, "body");
    const body = given === undefined ? undefined : await inputOr(given, io);
    const dialect = textOption(options, "dialect") as Dialect;
    const response = await commons
      .service({ dialect, requireKey: false })
      .fetch(text(path), body === undefined ? undefined : { method: "POST", body });
    const json: unknown = await response.json();
    return {
      json,
      rows: { columns: ["path", "value"], rows: [...leavesOf(json)] },
      text: JSON.stringify(json, null, 2).split("\n"),
      exitCode: response.ok ? exitCodes.done : exitCodes.mistakes,
    };
  },
};

/** Every value that holds no others, after its path as a JSON pointer (RFC 6901). */
function* leavesOf(json: unknown, path = ""): Generator<string[]> {
  if (typeof json !== "object" || json === null) {
    yield [path, String(json)];
    return;
  }
  for (const [key, value] of Object.entries(json)) {
    const name = key.replaceAll("~", "~0").replaceAll("/", "~1");
    yield* leavesOf(value, `${path}/${name}`);
  }
}
