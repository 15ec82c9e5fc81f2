/** What answers become: the statements of the world that is made of them. */
import type { EndpointName } from "../../../../src/adapters/endpoint-methods.ts";
import { open } from "../../../../src/index.ts";
import { foldAnswer } from "../../../../src/testing/record/fold-answers.ts";
import { Statements } from "../../../../src/testing/record/recorded-statements.ts";

/** An endpoint, the parameters of a request as the service reads them, and its answer. */
export type Answered = readonly [EndpointName, Readonly<Record<string, unknown>>, unknown];

interface Folded {
  /** Of each answer. */
  readonly reasons: readonly (string | undefined)[];
  /** `subject -property-> node` or `"text"`, with `by provenance`; then `variable of entity at date: value`. */
  readonly lines: readonly string[];
}

export async function folded(...answers: readonly Answered[]): Promise<Folded> {
  const statements = new Statements();
  const reasons = answers.map(([endpoint, params, answer]) =>
    foldAnswer(endpoint, params, answer, statements),
  );
  return { reasons, lines: await linesOf(statements) };
}

export async function linesOf(statements: Statements): Promise<string[]> {
  const { engine, info } = await open(statements.toWorld());
  const { graph, observations } = engine;
  const { dictionary } = graph;
  const text = (term: number) => dictionary.textOf(term);
  const lines = info.diagnostics.counters.flatMap(({ level, counter }) =>
    level === "error" || level === "fatal" ? [counter] : [],
  );
  for (let node = 0; node < dictionary.nodeCount; node++) {
    const { start, end } = graph.out.rows(node);
    for (let row = start; row < end; row++) {
      const term = graph.out.terms[row]!;
      const object = dictionary.isNode(term) ? text(term) : JSON.stringify(text(term));
      const provenance = graph.provenanceDcid(graph.arcs("out").provenances[row]!) ?? "";
      const by = provenance === "" ? "" : ` by ${provenance}`;
      lines.push(
        `${text(node)} -${text(graph.predicates[graph.out.predicates[row]!]!)}-> ${object}${by}`,
      );
    }
  }
  for (let series = 0; series < observations.seriesCount; series++) {
    const { facetId: _id, score: _score, ...facet } = observations.facetOf(series);
    const said = Object.entries(facet).filter(([, value]) => value !== "" && value !== false);
    const about = `${text(observations.variableOf(series))} of ${text(observations.entityOf(series))}`;
    for (const [date, value] of observations.historyOf(series)) {
      lines.push([`${about} at ${date}: ${value}`, ...said.map((one) => one.join("="))].join(" "));
    }
  }
  return lines;
}
