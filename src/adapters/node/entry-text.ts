/** Entries of nodes and literals as JSON, the same text as that of what `Describer` makes. */

import { type Graph, noTerm, type TermId } from "../../store/index.ts";
import { type EntryRows, perGraph, readyMax, typesOfNode } from "../graph/index.ts";
import { type Fragment, fragment, type JsonBytes } from "../table/index.ts";

const openName = fragment('{"name":');
const openValue = fragment('{"value":');
const dcidOnly = { afterName: fragment(',"dcid":'), first: fragment('{"dcid":') };
const close = fragment("},");

/** What stands between the texts of an entry that are its own. */
interface BeforeDcid {
  /** Behind a name. */
  readonly afterName: Fragment;
  /** Where there is no name. */
  readonly first: Fragment;
}

interface OfProvenance {
  /** From the dcid's end to that of the entry. */
  readonly afterDcid: Fragment;
  readonly beforeValue: Fragment;
}

/** Parts of entries that many have in common, by their numbers in one graph. */
class EntryFragments {
  readonly types: BeforeDcid[] = [];
  readonly provenances: OfProvenance[] = [];
}

const fragmentsOf = perGraph(() => new EntryFragments());

/** Writes the terms of one graph. */
export class EntryWriter {
  readonly #graph: Graph;
  readonly #known: EntryFragments;
  readonly #out: JsonBytes;

  constructor(graph: Graph, out: JsonBytes) {
    this.#graph = graph;
    this.#known = fragmentsOf(graph);
    this.#out = out;
  }

  /** Entries with a comma behind each. */
  entries({ run: { terms, provenances }, rows, hasTypes }: EntryRows): void {
    const { dictionary } = this.#graph;
    for (const row of rows) {
      const term = terms[row] as TermId;
      const provenance = provenances === undefined ? undefined : (provenances[row] as number);
      if (dictionary.isNode(term)) this.#node(term, hasTypes, provenance);
      else this.#literal(term, provenance);
    }
  }

  #node(node: TermId, hasTypes: boolean, provenance: number | undefined): void {
    const out = this.#out;
    const { dictionary } = this.#graph;
    const name = this.#graph.nameOf(node);
    const before = hasTypes ? this.#typesOf(node) : dcidOnly;
    if (name === noTerm) {
      out.add(before.first);
    } else {
      out.add(openName);
      out.term(dictionary, name);
      out.add(before.afterName);
    }
    out.term(dictionary, node);
    out.add(provenance === undefined ? close : this.#provenance(provenance).afterDcid);
  }

  #literal(literal: TermId, provenance: number | undefined): void {
    const out = this.#out;
    out.add(provenance === undefined ? openValue : this.#provenance(provenance).beforeValue);
    out.term(this.#graph.dictionary, literal);
    out.add(close);
  }

  #typesOf(node: TermId): BeforeDcid {
    const set = this.#graph.typeSetOf(node);
    const known = this.#known.types[set];
    if (known !== undefined) return known;
    const types = typesOfNode(this.#graph, node);
    if (types.length === 0) return dcidOnly;
    const list = `"types":${JSON.stringify(types)},"dcid":`;
    const before = { afterName: fragment(`,${list}`), first: fragment(`{${list}`) };
    // Nodes without types are of two kinds, defined and not.
    if (set > 0 && set < readyMax) this.#known.types[set] = before;
    return before;
  }

  #provenance(provenance: number): OfProvenance {
    const known = this.#known.provenances[provenance];
    if (known !== undefined) return known;
    const dcid = this.#graph.provenanceDcid(provenance);
    const id = dcid === undefined ? "" : `"provenanceId":${JSON.stringify(dcid)}`;
    const made = {
      afterDcid: fragment(id === "" ? "}," : `,${id}},`),
      beforeValue: fragment(id === "" ? '{"value":' : `{${id},"value":`),
    };
    if (provenance < readyMax) this.#known.provenances[provenance] = made;
    return made;
  }
}
