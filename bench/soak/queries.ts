/** SPARQL texts that were never seen before. */

import type { Draw } from "./draw.ts";

type Query = (draw: Draw) => string;

/** Texts of the dialect that the service documents. */
const documented: readonly Query[] = [
  (draw) => {
    const place = draw.fresh();
    return `SELECT ?name WHERE { ?${place} typeOf City . ?${place} dcid ${draw.place()} . ?${place} name ?name }`;
  },
  (draw) =>
    `SELECT ?a ?name WHERE { ?a typeOf County . ?a containedInPlace ${draw.state()} . ?a name ?name } ORDER BY ?name LIMIT ${1 + draw.random.below(1000)}`,
  (draw) =>
    `SELECT ?date ?v WHERE { ?o typeOf StatVarObservation . ?o variableMeasured ${draw.variable()} . ?o observationAbout ${draw.place()} . ?o observationDate ?date . ?o value ?v . ?o unit "${draw.fresh()}" }`,
  (draw) =>
    `SELECT DISTINCT ?t WHERE { ?a name "${draw.fresh()}" . ?a typeOf ?t } LIMIT ${1 + draw.random.below(10)}`,
  // Wrong in a place that changes.
  (draw) => `SELECT ?a WHERE { ?a typeOf City . ?a ${draw.fresh()} "open }`,
];

/** Texts of the extended dialect: calculated values, patterns, groups. */
const extended: readonly Query[] = [
  (draw) =>
    `SELECT ?a (CONCAT(?name, "${draw.fresh()}") AS ?x) { ?a containedInPlace ${draw.state()} . ?a name ?name }`,
  (draw) =>
    `SELECT ?a { ?a containedInPlace ${draw.state()} . ?a name ?n FILTER(regex(?n, "^[A-M].*${draw.fresh()}|x{${1 + draw.random.below(20)}}$", "i")) }`,
  (draw) =>
    `SELECT ?t (COUNT(?a) AS ?${draw.fresh()}) { ?a containedInPlace ${draw.state()} . ?a typeOf ?t } GROUP BY ?t`,
  (draw) =>
    `SELECT (SUM(?v) AS ?sum) { ?o variableMeasured ${draw.variable()} . ?o observationAbout ${draw.place()} . ?o value ?v FILTER(?v > ${draw.random.below(1_000_000)}.5) }`,
  (draw) =>
    `PREFIX ${draw.fresh()}: <http://example.org/${draw.fresh()}/> SELECT ?a { ?a containedInPlace ${draw.state()} OPTIONAL { ?a isoCode ?c } FILTER(!bound(?c)) } LIMIT 3`,
  (draw) =>
    `SELECT ?a { ?a typeOf State . ?a name ?n FILTER(?n IN ("${draw.fresh()}", "${draw.fresh()}")) }`,
  (draw) => `SELECT (REPLACE("${draw.fresh()}", "[", "x") AS ?y) { }`,
];

export function documentedQuery(draw: Draw): string {
  return draw.random.pick(documented)(draw);
}

export function extendedQuery(draw: Draw): string {
  return draw.random.pick(extended)(draw);
}

/** More than a request may go through. */
export function endlessQuery(draw: Draw): string {
  return `SELECT ?a ?b WHERE { ?a typeOf City . ?b typeOf City . ?a name ?${draw.fresh()} }`;
}
