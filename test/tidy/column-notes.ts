/** What each column holds, and what one of its rows is: for the tables in the documents. */

export interface ColumnNote {
  readonly columns: readonly string[];
  readonly holds: string;
  /** In the order of the columns; one where it is the same for all. */
  readonly per: readonly string[];
}

const lists = (part: string): string[] =>
  ["variables", "types", "facets", "years", "start", "subjects"].map(
    (list) => `far.${list}.${part}`,
  );

/** Columns that hold the same share a note. A column without a note fails the test of documents. */
export const columnNotes: readonly ColumnNote[] = [
  {
    columns: ["dictionary.nodes.bytes", "dictionary.literals.bytes", "observations.dates.bytes"],
    holds: "the bytes of sorted texts",
    per: ["byte"],
  },
  {
    columns: [
      "dictionary.nodes.lengths",
      "dictionary.literals.lengths",
      "observations.dates.lengths",
    ],
    holds: "the length of a text; 255 means 255 or more",
    per: ["text"],
  },
  {
    columns: ["dictionary.nodes.blocks", "dictionary.literals.blocks", "observations.dates.blocks"],
    holds: "where each sixteenth text begins",
    per: ["16 texts"],
  },
  {
    columns: [
      "dictionary.nodes.longIds",
      "dictionary.literals.longIds",
      "observations.dates.longIds",
    ],
    holds: "ids of texts of 255 bytes or more",
    per: ["such text"],
  },
  {
    columns: [
      "dictionary.nodes.longLengths",
      "dictionary.literals.longLengths",
      "observations.dates.longLengths",
    ],
    holds: "their lengths",
    per: ["such text"],
  },
  {
    columns: ["dictionary.nodes.slots"],
    holds:
      "a hash table: id and some bits of the hash. Literals and dates are found by binary search",
    per: ["slot; 1.25 slots per node"],
  },
  {
    columns: ["graph.out.offsets", "graph.in.offsets"],
    holds: "where the arcs out of a node begin, and the arcs in to a term",
    per: ["node, term"],
  },
  {
    columns: ["graph.out.predicates", "graph.in.predicates"],
    holds: "number of the predicate",
    per: ["triple"],
  },
  {
    columns: ["graph.out.terms", "graph.in.terms"],
    holds: "the object, the subject",
    per: ["triple"],
  },
  {
    columns: ["graph.out.provenances", "graph.in.provenances"],
    holds: "number of the provenance",
    per: ["triple"],
  },
  {
    columns: ["graph.predicates", "graph.provenances"],
    holds: "the node of a number",
    per: ["predicate, provenance"],
  },
  {
    columns: ["graph.predicateOffsets"],
    holds: "where the rows of a predicate begin, when rows are ordered by predicate",
    per: ["predicate"],
  },
  { columns: ["graph.names"], holds: "the first name", per: ["node"] },
  {
    columns: ["graph.typeSets", "graph.typeSets.offsets", "graph.typeSets.terms"],
    holds: "number of the set of types; the sets",
    per: ["node, set, type in a set"],
  },
  {
    columns: ["far.leads.offsets", "far.leads.subjects", "far.leads.objects"],
    holds:
      "for each predicate: which sets of types have arcs to which other sets. With more than 4,096 pairs the sections are empty. A walk over “contained in” to counties can then skip cities",
    per: ["predicate, pair"],
  },
  {
    columns: ["far.known.nodes", "far.known.bytes", "far.known.ends"],
    holds:
      "predicates, provenances and types of sets, ascending, with their dcids one after the other. With more than 2,048 of them the sections are empty",
    per: ["node", "byte"],
  },
  {
    columns: ["far.nodes.starts", "far.literals.starts", "far.names.starts"],
    holds:
      "for every 2^k-th text, where its bytes begin; and the end of the last one. k is at least 7, and large enough for at most 4,096 groups",
    per: ["group, and one"],
  },
  {
    columns: [
      "far.nodes.fences.ends",
      "far.nodes.fences.bytes",
      "far.literals.fences.ends",
      "far.literals.fences.bytes",
    ],
    holds:
      "for the first text of each group, its shortest prefix that is greater than the text before; empty for the first group. They show in which group a text is. One round then reads bytes and lengths of the group",
    per: ["group", "byte"],
  },
  {
    columns: ["far.out.samples", "far.in.samples"],
    holds:
      "every 2^k-th row of `graph.out.offsets` and `graph.in.offsets`, and the last row. They show roughly where the arcs of a term are",
    per: ["group, and one"],
  },
  {
    columns: [
      "far.in.runs.terms",
      "far.in.runs.predicates",
      "far.in.runs.starts",
      "far.in.runs.ends",
    ],
    holds:
      "for terms with more than 4,096 arcs in: the rows of each predicate. If there are more than 1,024 rows, the limit of arcs is doubled until there are fewer",
    per: ["such term and predicate"],
  },
  {
    columns: [
      "far.names.bytes",
      "far.names.lengths",
      "far.names.blocks",
      "far.names.longIds",
      "far.names.longLengths",
    ],
    holds:
      "a table of texts: the name of each node, in the order of nodes; empty for a node without a name. As literals, the names of 500 cities are in 500 places",
    per: ["byte", "text", "16 texts", "such text"],
  },
  {
    columns: ["far.search.starts"],
    holds:
      "the literals with which places are found by name are divided into 2^k buckets: the smallest number with at most 128 rows per bucket on average. The highest k bits of the number of a key are its bucket. This section has the first row of each bucket, and the number of rows at the end",
    per: ["bucket, and one"],
  },
  {
    columns: ["far.search.rows"],
    holds:
      "rows by bucket, ascending in each. The lowest bits are the number of the literal plus one, counted from the first literal; they are as many as the number of literals needs. The bits above them are the lowest bits of the number of the key, as many as fit",
    per: ["literal and key"],
  },
  {
    columns: ["far.shapes.rows"],
    holds:
      "six words for each polygon of each area of a place. Four words are the west, south, east and north of the box around it, in millionths of a degree: west and south are rounded down, the others up, and limited to 32 bits. Two words (u32) are the place, and the literal counted from the first literal. Near polygons are near each other; the writer decides the order",
    per: ["word; six for a polygon"],
  },
  {
    columns: ["far.shapes.groups"],
    holds:
      "four words for each 2^k polygons of `far.shapes.rows`: the box around their boxes. k is at least 7, and large enough for at most 4,096 groups",
    per: ["word; four for a group"],
  },
  {
    columns: lists("bytes"),
    holds:
      "lists that many readers ask for, as JSON texts: one or more lines are a chunk, a list in JSON, deflated (RFC 1951). The lines are those of `catalog.variables()` and `catalog.types()`; for each facet with series its place in the table of facets and how much was observed; for each set of types the years of observations about such nodes, and how many there are of each; where the explorer's map begins; and what searches read of variables and topics: the node, its kind (2 a topic, 1 a variable, 0 observations alone), dcid, first name, properties of its observations, and the texts that describe it with their weights",
    per: ["byte"],
  },
  {
    columns: [...lists("ends"), ...lists("lines"), ...lists("sizes")],
    holds:
      "where a chunk ends; how many lines there are up to its end; how many bytes its JSON has, at most 2 MiB: a list with a longer chunk has no sections",
    per: ["chunk"],
  },
  {
    columns: ["observations.variables", "observations.variableOffsets"],
    holds: "the node of a variable, and where its series begin",
    per: ["variable"],
  },
  {
    columns: ["observations.variablePositions.bits", "observations.variablePositions.before"],
    holds: "which nodes are variables, and how many stand before",
    per: ["node, as bits"],
  },
  { columns: ["observations.seriesEntities"], holds: "the entity", per: ["series"] },
  {
    columns: ["observations.seriesRecords"],
    holds: "two to four words: first point; first date, format and facet; first value",
    per: ["series"],
  },
  {
    columns: ["observations.dateRuns"],
    holds: "codes of dates; series with the same dates share a list",
    per: ["date of a distinct list"],
  },
  { columns: ["observations.formats"], holds: "how values are packed", per: ["distinct format"] },
  {
    columns: [
      "observations.values8",
      "observations.values16",
      "observations.values32",
      "observations.values64",
    ],
    holds: "integers, doubles in the last one",
    per: ["observation, in one of the four"],
  },
  {
    columns: [
      "observations.exceptionPoints",
      "observations.exceptionNumbers",
      "observations.exceptionTexts",
    ],
    holds: "values that their series' format cannot hold",
    per: ["such value"],
  },
  {
    columns: ["observations.entityPositions.bits", "observations.entityPositions.before"],
    holds: "which nodes are entities, and how many stand before",
    per: ["node, as bits"],
  },
  {
    columns: ["observations.entityOffsets", "observations.entityVariables"],
    holds: "the variables of an entity",
    per: ["entity, pair of both"],
  },
  {
    columns: ["observations.furtherVariables", "observations.furtherOffsets"],
    holds: "variables whose observations are about several entities, and where the entities begin",
    per: ["such variable"],
  },
  {
    columns: ["observations.furtherEntities"],
    holds: "the entities of their series, but for the first of each",
    per: ["such series and further entity"],
  },
  {
    columns: [
      "observations.furtherNodes",
      "observations.furtherNodeOffsets",
      "observations.furtherSeries",
    ],
    holds: "the series in which a node is one of them",
    per: ["such node", "such node", "pair of both"],
  },
];
