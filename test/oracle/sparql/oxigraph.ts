/** A general SPARQL engine, with the two methods that tests use. */

interface Store {
  load(triples: string, options: { readonly format: string }): void;
  query(text: string): Map<string, { readonly value: string }>[];
}

// Its own declarations do not compile, so that they are kept out of sight.
const packageName: string = "oxigraph";
const { default: oxigraph } = (await import(packageName)) as {
  readonly default: { readonly Store: new () => Store };
};

/** Rows of a query over N-Triples as texts, in the order of `names`; unbound is empty. */
export function standardRows(triples: string, query: string, names: readonly string[]): string[][] {
  const store = new oxigraph.Store();
  store.load(triples, { format: "application/n-triples" });
  return store.query(query).map((row) => names.map((name) => row.get(name)?.value ?? ""));
}
