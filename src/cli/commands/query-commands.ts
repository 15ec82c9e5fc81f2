/** SPARQL queries, and requests to any endpoint. */

import type { Dialect } from "../../index.ts";
import type { SparqlResponse } from "../../wire.ts";
import { type CliCommand, text, textOption } from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import type { AnyCommons } from "../opened-world.ts";
import { options as shared } from "../options.ts";
import { printNote } from "../output.ts";
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

// What one should know beside the answer of a SPARQL query, or beside its refusal.

/** A query without what is no word of SPARQL: texts, addresses, comments. */
function wordsOf(query: string): string {
  return query.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|<[^<>\s]*>|#[^\n]*/g, " ");
}

const aggregate = /\b(COUNT|SUM|AVG|MIN|MAX|SAMPLE|GROUP_CONCAT)\s*\(/i;
const clause = /\b(FILTER|OPTIONAL|UNION|MINUS|BIND|VALUES|EXISTS|ASK|HAVING|GROUP\s+BY)\b/i;

/** The switch that a refused query needs; nothing where it is another fault. */
function refusalNotes(query: string, dialect: string): string[] {
  const words = wordsOf(query);
  const [, called] = aggregate.exec(words) ?? [];
  const [, wanted = called] = clause.exec(words) ?? [];
  const name = (called ?? wanted)?.toUpperCase();
  if (name === undefined) return [];
  const isNamed = called === undefined || /\(\s*\w+\s*\([^()]*\)\s*AS\s+\?/i.test(words);
  const form = isNamed ? "" : `, and has a name: (${name}(?x) AS ?result)`;
  if (dialect !== "extended") return [`${name} needs --dialect extended${form}`];
  return isNamed ? [] : [`${name} has a name: (${name}(?x) AS ?result)`];
}

/** Properties of an observation that depend on its source. */
const ofSources =
  /\b(?:measurementMethod|observationPeriod|unit|scalingFactor|importName|provenance|isDcAggregate)\b/;

/** Averages and sums over observations of several sources. */
async function averageNotes(commons: AnyCommons, query: string): Promise<string[]> {
  const [, called] = /\b(AVG|SUM)\s*\(/i.exec(wordsOf(query)) ?? [];
  const [, variable] = /\bvariableMeasured\s+(?:dcid:)?([\w/.-]*\w)/.exec(query) ?? [];
  if (called === undefined || variable === undefined || ofSources.test(query)) return [];
  const lines = await commons.ask(({ catalog }) => catalog.variables({ search: variable }));
  const count = lines.find(({ dcid }) => dcid === variable)?.facetIds.length ?? 0;
  if (count < 2) return [];
  return [
    `${variable} has ${count} sources, and ${called.toUpperCase()} takes all that match together: ` +
      "'?observation measurementMethod …' chooses one",
  ];
}
