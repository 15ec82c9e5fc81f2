/** What one should know beside the answer of a SPARQL query, or beside its refusal. */

import type { AnyCommons } from "./opened-world.ts";

/** A query without what is no word of SPARQL: texts, addresses, comments. */
function wordsOf(query: string): string {
  return query.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|<[^<>\s]*>|#[^\n]*/g, " ");
}

const aggregate = /\b(COUNT|SUM|AVG|MIN|MAX|SAMPLE|GROUP_CONCAT)\s*\(/i;
const clause = /\b(FILTER|OPTIONAL|UNION|MINUS|BIND|VALUES|EXISTS|ASK|HAVING|GROUP\s+BY)\b/i;

/** The switch that a refused query needs; nothing where it is another fault. */
export function refusalNotes(query: string, dialect: string): string[] {
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
export async function averageNotes(commons: AnyCommons, query: string): Promise<string[]> {
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
