/** Queries of SPARQL 1.1 of every kind, over the sample and a second world. */

const states = "?s d:typeOf d:State";
const named = `${states} ; d:name ?n`;
const people =
  "?o d:variableMeasured d:Count_Person ; d:observationAbout ?s ; d:observationDate ?t ; d:value ?v";
const of2020 = people.replace("?t", '"2020"');

/** Without an order, so that rows are compared as a whole. */
export const queries: readonly string[] = [
  // Patterns
  `SELECT * { ${named} }`,
  "SELECT ?p ?x { <geoId/06> ?p ?x }",
  "SELECT ?s ?p { ?s ?p <country/USA> }",
  "SELECT DISTINCT ?p { ?s ?p ?x }",
  "SELECT DISTINCT ?type { ?s d:typeOf ?type }",
  `SELECT ?s ?v { ${of2020} }`,
  `SELECT ?n ?v { ${of2020} . ${named} }`,
  'SELECT ?s { ?s d:name "California" }',
  'SELECT ?s { ?s d:name "no such name" }',
  "SELECT ?s ?other { ?s d:containedInPlace ?x . ?other d:containedInPlace ?x ; d:typeOf d:State . ?s d:typeOf d:Country }",
  // FILTER and functions
  `SELECT ?n { ${named} FILTER(STRSTARTS(?n, "New")) }`,
  `SELECT ?n { ${named} FILTER(REGEX(?n, "^(north|south) ", "i")) }`,
  `SELECT ?s ?v { ${of2020} FILTER(xsd:decimal(?v) > 10000000) }`,
  `SELECT ?n (STRLEN(?n) AS ?l) (UCASE(?n) AS ?u) { ${named} }`,
  `SELECT ?s { ${named} FILTER(?n IN ("Ohio", "Utah", "Mars")) }`,
  `SELECT ?s (IF(STRLEN(?n) > 8, "long", "short") AS ?size) { ${named} }`,
  `SELECT ?s { ${states} FILTER(isIRI(?s) && !isLiteral(?s)) }`,
  `SELECT ?x (COALESCE(?u, "none") AS ?unit) { ?x d:variableMeasured d:Median_Age_Person OPTIONAL { ?x d:unit ?u } }`,
  // OPTIONAL, UNION, MINUS, EXISTS
  `SELECT ?s ?c { ${states} OPTIONAL { ?s d:isoCode ?c } }`,
  `SELECT ?s ?x { ${states} OPTIONAL { ?s d:containedInPlace ?x . ?x d:typeOf d:CensusDivision } }`,
  "SELECT ?s { { ?s d:typeOf d:State } UNION { ?s d:typeOf d:Country } }",
  "SELECT ?s { { ?s d:typeOf d:State } UNION { ?s d:containedInPlace <country/USA> } }",
  `SELECT ?s { ${states} MINUS { ?s d:containedInPlace <usc/PacificDivision> } }`,
  `SELECT ?s { ${states} MINUS { ?x d:typeOf d:County } }`,
  `SELECT ?s { ${states} FILTER NOT EXISTS { ?o d:observationAbout ?s ; d:variableMeasured d:Median_Age_Person } }`,
  `SELECT ?s { ${states} FILTER EXISTS { ?x d:containedInPlace ?s } }`,
  `SELECT ?s { ?s d:typeOf d:Country FILTER NOT EXISTS { ?x d:containedInPlace ?s ; d:typeOf d:State } }`,
  // BIND and VALUES
  `SELECT ?s ?m { ${of2020} BIND(xsd:decimal(?v) / 1000000 AS ?m) FILTER(?m > 5) }`,
  `SELECT ?s ?l { ${named} BIND(CONCAT(?n, " (state)") AS ?l) }`,
  "SELECT ?s ?n { VALUES ?s { <geoId/06> <geoId/10> d:nothing } ?s d:name ?n }",
  'SELECT ?s ?n { ?s d:name ?n } VALUES ?n { "Ohio" "Utah" }',
  'SELECT ?s ?t { ?s d:name ?n ; d:typeOf ?t VALUES (?n ?t) { ("Ohio" UNDEF) (UNDEF d:Country) } }',
  // Paths
  "SELECT ?x { <geoId/06> d:containedInPlace+ ?x }",
  "SELECT ?s { ?s d:containedInPlace* <country/USA> }",
  "SELECT ?n { <country/USA> ^d:containedInPlace/d:name ?n }",
  "SELECT ?x { <geoId/06> (d:containedInPlace|d:typeOf) ?x }",
  "SELECT ?x { <geoId/06> d:containedInPlace? ?x }",
  "SELECT ?x { <geoId/06> !(d:name|d:typeOf|d:containedInPlace) ?x }",
  "SELECT ?x { d:State d:subClassOf* ?x }",
  'SELECT ?v { ?o d:observationAbout/d:name "Ohio" ; d:variableMeasured d:Count_Person ; d:observationDate "2020" ; d:value ?v }',
  "SELECT ?s (COUNT(?x) AS ?count) { ?s d:containedInPlace+ ?x } GROUP BY ?s",
  // Groups
  "SELECT ?t (COUNT(*) AS ?count) { ?s d:typeOf ?t } GROUP BY ?t",
  "SELECT ?t (COUNT(DISTINCT ?s) AS ?count) { ?s d:typeOf ?t } GROUP BY ?t HAVING (COUNT(?s) > 5)",
  `SELECT (SUM(xsd:integer(?v)) AS ?sum) { ${of2020} . ${states} }`,
  `SELECT ?t (MAX(xsd:integer(?v)) AS ?most) (MIN(xsd:integer(?v)) AS ?least) { ${people} . ${states} } GROUP BY ?t`,
  "SELECT ?e (COUNT(?o) AS ?count) { ?o d:observationAbout ?e } GROUP BY ?e",
  `SELECT (COUNT(*) AS ?count) { ?s ?p ?x }`,
  // Subqueries
  `SELECT ?n ?count { { SELECT ?s (COUNT(?o) AS ?count) { ?o d:observationAbout ?s } GROUP BY ?s } ${named} }`,
  `SELECT ?s ?v { { SELECT (MAX(?t) AS ?last) { ${people} } } ${people} FILTER(?t = ?last) }`,
  `SELECT ?s { { SELECT ?s { ${named} } ORDER BY DESC(?n) LIMIT 3 } }`,
  // Graphs
  `SELECT ?g (COUNT(*) AS ?count) { GRAPH ?g { ?s ?p ?x } } GROUP BY ?g`,
  "SELECT ?x { GRAPH <dc/base/BaseGeos> { <geoId/06> d:name ?x } }",
  // Other forms
  "ASK { ?s d:typeOf d:State }",
  "ASK { ?s d:typeOf d:Planet }",
  `CONSTRUCT { ?s d:called ?n } { ${named} }`,
  `CONSTRUCT { ?s d:people ?v } { ${of2020} }`,
  "CONSTRUCT WHERE { ?s d:typeOf d:Country }",
  "DESCRIBE <geoId/06>",
  // Federated: the second world has names in another language and what it counts.
  "SELECT ?n ?l { ?s d:name ?n ; d:label ?l }",
  `SELECT ?n ?k { ${named} . ?x d:about ?s ; d:count ?k FILTER(xsd:integer(?k) > 1) }`,
  "SELECT (COUNT(*) AS ?count) { ?s d:label ?l FILTER NOT EXISTS { ?s d:typeOf d:State } }",
];

/** The second world, as MCF. */
export const second = `Node: dcid:geoId/06
label: "Kalifornien"

Node: dcid:geoId/39
label: "Ohio"

Node: dcid:moon
label: "Mond"

Node: dcid:visit1
about: dcid:geoId/06
count: "3"

Node: dcid:visit2
about: dcid:geoId/39
count: "1"
`;
