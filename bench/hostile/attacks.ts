/** Short requests that ask for more than a machine has. Each is one kind; some are of one line. */

export interface Attack {
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

/** What the attacks name of a generated world. */
export interface Victims {
  readonly places: readonly string[];
  readonly variables: readonly string[];
}

const cities = (...names: readonly string[]) =>
  names.map((name) => `?${name} typeOf City`).join(" . ");
const cross = cities("a", "b");
const columns = (count: number, column: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => column(at)).join(" ");

const queries: Readonly<Record<string, string>> = {
  "40 aggregates by two keys of a cross product": `SELECT ?a ?b ${columns(40, (at) => `(COUNT(?b) AS ?x${at})`)} WHERE { ${cross} } GROUP BY ?a ?b`,
  "200 aggregates of a cross product": `SELECT ${columns(200, (at) => `(SUM(?b) AS ?x${at})`)} { ${cross} }`,
  "12 distinct counts by one key": `SELECT ?a ${columns(12, (at) => `(COUNT(DISTINCT ?b) AS ?x${at})`)} WHERE { ${cross} } GROUP BY ?a`,
  "distinct count of wide rows": `SELECT (COUNT(DISTINCT *) AS ?n) { ${cities("a", "b", "c", "d", "e", "f")} }`,
  "distinct count of a calculation": `SELECT (COUNT(DISTINCT ?l / ?m) AS ?n) { ?a latitude ?l . ?b longitude ?m }`,
  "least text of a cross product": `SELECT ?a (MIN(?n) AS ?x) (MAX(?n) AS ?y) { ?a typeOf City . ?b name ?n } GROUP BY ?a`,
  "filter with a long list": `SELECT ?a { ${cross} FILTER(?a IN (${columns(600, (at) => `x/${at},`)} x)) }`,
  "filter that calculates": `SELECT ?a { ?a latitude ?l . ?b longitude ?m FILTER(?l * ?m + ?l / ?m - ?l * ?l > 1e9) }`,
  "filter by a deep condition": `SELECT ?a { ${cross} FILTER(${"!(".repeat(90)}?a = ?b${")".repeat(90)}) }`,
  "filter by a regular expression": `SELECT ?a { ?a name ?n . ?b name ?m FILTER(regex(?n, "(x+x+)+y{90}")) }`,
  "filter by changed texts": `SELECT ?a { ?a description ?n . ?b description ?m FILTER(contains(ucase(?n), lcase(?m))) }`,
  "filter by having": `SELECT ?a (COUNT(*) AS ?n) { ${cross} } GROUP BY ?a HAVING(COUNT(*) > 1e9)`,
  "order of all observations by id": "SELECT ?o { ?o typeOf StatVarObservation } ORDER BY ?o",
  "order of all observations, the last of them": `SELECT ?o { ?o typeOf StatVarObservation } ORDER BY DESC(?o) LIMIT 10`,
  "distinct ids of all observations": "SELECT DISTINCT ?o { ?o typeOf StatVarObservation }",
  "all ids of observations": "SELECT ?o { ?o typeOf StatVarObservation }",
  "order of a cross product by 30 keys": `SELECT ?a ?b { ${cross} } ORDER BY ${columns(30, () => "?b")}`,
  "order of a calculation": `SELECT (?l * ?m AS ?x) { ?a latitude ?l . ?b longitude ?m } ORDER BY ?x`,
  "an observation that is anything": "SELECT ?x { ?x dcid ?x . ?y dcid ?y . ?z dcid ?z }",
  "ids that are not there": `SELECT ?o { ?o dcid (${columns(500, (at) => `dc/o/${at}`)}) }`,
  "two variables that are one": "SELECT ?a ?b { ?a dcid ?b . ?b dcid ?c . ?c dcid ?d }",
  "everything of everything": "SELECT * { ?a ?p ?b . ?c ?q ?d }",
  "everything twice removed": "SELECT ?f { ?a ?p ?b . ?b ?q ?c . ?c ?r ?d . ?d ?s ?e . ?e ?t ?f }",
  "rows of many columns": `SELECT ${columns(300, (at) => `(?a AS ?x${at})`)} { ${cross} }`,
  "distinct rows of a cross product": `SELECT DISTINCT ?a ?b { ${cross} }`,
  "a page far behind": `SELECT ?a ?b { ${cross} } LIMIT 1 OFFSET 900000000`,
  "optional parts of a cross product": `SELECT ?a { ${cross} OPTIONAL { ?b name ?n } OPTIONAL { ?a name ?m } FILTER(?n = ?m) }`,
  "unions of cross products": `SELECT (COUNT(*) AS ?n) { ${columns(30, () => `{ ${cross} } UNION`)} { } }`,
  "observations with observations": `SELECT ?v { ?o observationAbout ?a . ?p observationAbout ?b . ?o value ?v . ?p value ?v }`,
  "a star of equal values": `SELECT ?a { ${columns(20, (at) => `?a${at} containedInPlace country/USA .`)} ?a typeOf City }`,
  "16,000 filters": `SELECT ?a { ?a typeOf City ${columns(16_000, () => "FILTER(1)")} }`,
  "16,000 groups": `SELECT ?a { ?a typeOf City ${columns(12_000, () => "{ }")} }`,
  "16,000 unions": `SELECT ?a { ?a typeOf City { } ${columns(10_000, () => "UNION { }")} }`,
  "10,000 conditions": `SELECT ?a { ?a typeOf City FILTER(${columns(10_000, () => "1 &&")} 1) }`,
  "5,000 columns": `SELECT ${columns(5000, (at) => `(COUNT(*) AS ?x${at})`)} { ${cross} }`,
};

/**
 * One of each way to take time or memory: groups, sets, sorted rows, joins, conditions, lists in a
 * body, and bodies that are hard to read.
 */
const shortNames: ReadonlySet<string> = new Set([
  "40 aggregates by two keys of a cross product",
  "12 distinct counts by one key",
  "distinct count of wide rows",
  "filter with a long list",
  "filter that calculates",
  "filter by a deep condition",
  "order of all observations by id",
  "order of a calculation",
  "an observation that is anything",
  "everything twice removed",
  "16,000 filters",
  "5,000 columns",
  "observations in order of their ids",
  "repeated entities and variables",
  "many entities and variables",
  "a million nodes",
  "arcs of many places",
  "ten megabytes of blanks",
  "a long wrong expression",
]);

/** Queries in the dialect that the service describes. */
const documented: Readonly<Record<string, string>> = {
  "a cross product": `SELECT ?a ?b WHERE { ${cross} }`,
  "distinct rows of a triple product": `SELECT DISTINCT ?a ?b ?c WHERE { ${cities("a", "b", "c")} }`,
  "the last of a cross product": `SELECT ?a ?b WHERE { ${cross} } ORDER BY DESC(?b) LIMIT 10`,
  "observations in order of their ids":
    "SELECT ?o WHERE { ?o typeOf StatVarObservation . ?o value ?v } ORDER BY ?o",
  "one node that is another": "SELECT ?x WHERE { ?x dcid ?x . ?y dcid ?y }",
};

/** @param isShort leaves out attacks that are like others */
export function attacksOn(victims: Victims, isShort: boolean): Attack[] {
  const all = allOn(victims);
  if (!isShort) return all;
  const chosen = all.filter(({ name }) => shortNames.has(name));
  if (chosen.length !== shortNames.size) throw new Error("an attack of the short run is gone");
  return chosen;
}

function allOn({ places, variables }: Victims): Attack[] {
  const sparql = [...Object.entries(queries), ...Object.entries(documented)].map(
    ([name, query]) => ({ name, path: "/v2/sparql", body: JSON.stringify({ query }) }),
  );
  return [...sparql, ...ofLists(places, variables), ...ofTexts()];
}

function ofLists(places: readonly string[], variables: readonly string[]): Attack[] {
  const post = (name: string, path: string, body: object) => ({
    name,
    path,
    body: JSON.stringify(body),
  });
  const repeated = (texts: readonly string[], count: number) =>
    Array.from({ length: count }, (_, at) => texts[at % 3]!);
  const [usa = ""] = places;
  const many = places.slice(0, 700);
  const select = ["date", "value"];
  const pairs = { entities: repeated(places, 4500), variables: repeated(variables, 3000) };
  const wide = { entities: places.slice(0, 3000), variables: variables.slice(0, 2000) };
  return [
    post("repeated entities and variables", "/v1/bulk/observations/point", pairs),
    post("repeated entities and variables, all facets", "/v1/bulk/observations/series", {
      ...pairs,
      allFacets: true,
    }),
    post("many entities and variables", "/v1/bulk/observations/series", {
      ...wide,
      allFacets: true,
    }),
    post("all counties of all variables", "/v1/bulk/observations/series/linked", {
      linkedEntity: usa,
      linkedProperty: "containedInPlace",
      entityType: "County",
      variables: variables.slice(0, 400),
      allFacets: true,
    }),
    post("all cities of all variables", "/v2/observation", {
      entity: { expression: `${usa}<-containedInPlace+{typeOf:City}` },
      variable: { dcids: variables.slice(0, 400) },
      select,
    }),
    post("facets of all cities", "/v2/observation", {
      entity: { expression: `${usa}<-containedInPlace+{typeOf:City}` },
      variable: { dcids: variables.slice(0, 400) },
      select: ["facet"],
    }),
    post("all variables of many places", "/v2/observation", { entity: { dcids: many }, select }),
    post("a million nodes", "/v2/node", {
      nodes: Array.from({ length: 1_000_000 }, (_, at) => `x/${at}`),
      property: "->",
    }),
    post("a million nodes that are one", "/v2/node", {
      nodes: Array<string>(1_000_000).fill(usa),
      property: "->*",
    }),
    post("walks that find nothing", "/v2/node", {
      nodes: many,
      property: "<-containedInPlace+{typeOf:Nothing}",
    }),
    post("arcs of many places", "/node/triples", { dcids: many, limit: 500 }),
    post("places in many places", "/node/places-in", { dcids: many, place_type: "City" }),
    post("linked places in many places", "/v1/bulk/property/values/in/linked", {
      nodes: many,
      property: "containedInPlace",
      valueNodeType: "City",
    }),
    post("everything of a type", "/v2/resolve", {
      nodes: ["City", "County", "StatisticalVariable", "Country", "State"],
      property: "<-typeOf->*",
    }),
    post("names that are nearly there", "/v2/resolve", {
      nodes: Array.from({ length: 600 }, (_, at) => `a b c ${at}`),
    }),
    post("long questions", "/v2/resolve", {
      nodes: Array.from({ length: 40 }, (_, at) => `${"number of people who ".repeat(10)}${at}`),
      resolver: "indicator",
    }),
    post("coordinates", "/v2/resolve", {
      nodes: Array.from({ length: 700 }, (_, at) => `${at % 80}.5#${-at % 170}.5`),
      property: "<-geoCoordinate->dcid",
    }),
  ];
}

function ofTexts(): Attack[] {
  const node = "/v2/node";
  const property = (text: string) => JSON.stringify({ nodes: ["x"], property: text });
  return [
    { name: "ten megabytes of blanks", path: node, body: " ".repeat(10_000_000) },
    { name: "deep lists", path: node, body: "[".repeat(5_000_000) },
    { name: "a long expression", path: node, body: property(`->${"x".repeat(2_000_000)}`) },
    { name: "a long wrong expression", path: node, body: property("->{".repeat(700_000)) },
    { name: "many arcs", path: node, body: property("->a".repeat(700_000)) },
    { name: "many properties", path: node, body: property(`->[${"a,".repeat(700_000)}b]`) },
    { name: "a long unknown field", path: node, body: `{"${"x".repeat(2_000_000)}":1}` },
    {
      name: "a long token",
      path: node,
      body: JSON.stringify({ nodes: ["x"], property: "->a", nextToken: "A".repeat(2_000_000) }),
    },
    {
      name: "a long date",
      path: "/v2/observation",
      body: JSON.stringify({ date: "2".repeat(2_000_000), entity: { dcids: ["x"] } }),
    },
    {
      name: "a long name",
      path: "/v2/resolve",
      body: JSON.stringify({ nodes: ["x ".repeat(1_000_000)] }),
    },
    {
      name: "a long coordinate",
      path: "/v2/resolve",
      body: JSON.stringify({ nodes: ["1".repeat(2_000_000)], property: "<-geoCoordinate->dcid" }),
    },
    {
      name: "a long query",
      path: "/v2/sparql",
      body: JSON.stringify({ query: `SELECT ?${"x".repeat(2_000_000)}` }),
    },
  ];
}
