/** Sections that most questions read first, however large a world is: the most useful ones first. */

const texts = (name: string) => ["bytes", "lengths", "blocks"].map((part) => `${name}.${part}`);

export const nearNames: readonly string[] = [
  "graph.predicates",
  "graph.provenances",
  "graph.predicateOffsets",
  "graph.typeSets.offsets",
  "graph.typeSets.terms",
  "far.known.nodes",
  "far.known.bytes",
  "far.known.ends",
  "observations.formats",
  ...texts("observations.dates"),
  "far.leads.offsets",
  "far.leads.subjects",
  "far.leads.objects",
  "far.nodes.starts",
  "far.nodes.fences.ends",
  "far.nodes.fences.bytes",
  "far.in.runs.terms",
  "far.in.runs.predicates",
  "far.in.runs.starts",
  "far.in.runs.ends",
  "far.out.samples",
  "far.names.starts",
  "far.in.samples",
  "far.literals.starts",
  "far.literals.fences.ends",
  "far.literals.fences.bytes",
  "observations.dateRuns",
  "observations.variableOffsets",
];
