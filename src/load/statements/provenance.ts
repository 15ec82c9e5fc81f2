/** Which provenance node the statements of a file have. */
import { noId, type Sink } from "./sink.ts";

/** A provenance node that a manifest describes; texts are empty where it says nothing. */
export interface ProvenanceFacts {
  readonly dcid: string;
  readonly name: string;
  readonly url: string;
  readonly description: string;
}

/** What is known of a file's provenance before it is read. */
export interface FileProvenance {
  /** From a manifest: the last word; "" means that the file brings none. */
  readonly listed: string | undefined;
  /** From the caller, for everything without one of its own. */
  readonly option: string | undefined;
  /** File name without its extensions. */
  readonly stem: string;
  /** What a manifest states about the listed provenance; it becomes statements about its node. */
  readonly facts?: ProvenanceFacts | undefined;
}

/** What an MCF file says in its `Context:` block about where its statements come from. */
export interface FileContext {
  readonly importName: string | undefined;
  readonly provenanceUrl: string | undefined;
}

const base = "dc/base/";

/** Dcid of the provenance node of a file that says nothing of its own; "" for none. */
export function provenanceDcid({ listed, option, stem }: FileProvenance): string {
  if (listed !== undefined) return listed === "" ? (option ?? "") : listed;
  return option ?? `${base}${stem}`;
}

/**
 * Id of the provenance node of a file: manifest, `Context:` block, option, `dc/base/<stem>`, in
 * this order (behaviour: inputs 6). A `provenanceUrl` becomes the `url` of the node, which answers
 * read.
 */
export function provenanceOf(
  file: FileProvenance,
  context: FileContext | undefined,
  sink: Sink,
): number {
  if (file.facts !== undefined) return describe(file.facts, sink);
  const { importName, provenanceUrl } = context ?? {};
  if (file.listed !== undefined || (importName ?? provenanceUrl) === undefined) {
    const dcid = provenanceDcid(file);
    return dcid === "" ? noId : sink.node(dcid);
  }
  const node = sink.node(`${base}${importName ?? file.stem}`);
  if (provenanceUrl !== undefined) {
    sink.attribute(node, sink.node("url"), sink.literal(provenanceUrl), node);
  }
  return node;
}

function describe({ dcid, name, url, description }: ProvenanceFacts, sink: Sink): number {
  const node = sink.node(dcid);
  sink.link(node, sink.node("typeOf"), sink.node("Provenance"), node);
  for (const [property, text] of Object.entries({ name, url, description })) {
    if (text !== "") sink.attribute(node, sink.node(property), sink.literal(text), node);
  }
  return node;
}

/** The same for a table, whose rows may all bring their own: the node is made when it is needed. */
export function lazyProvenance(file: FileProvenance, sink: Sink): () => number {
  let node: number | undefined;
  return () => {
    node ??= provenanceOf(file, undefined, sink);
    return node;
  };
}
