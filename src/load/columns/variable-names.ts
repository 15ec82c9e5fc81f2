/** Names that are no dcids → dcids. */
import type { Statements } from "../statements/index.ts";
import { withoutNamespace } from "../values/index.ts";

/** What a dcid of a variable is made of, here: letters and digits of any script, and few signs. */
const plain = /^[\p{L}\p{N}_/.-]+$/u;

/** The dcid that is made of a name: `Median_income` of `Median income ($)`. A dcid stays one. */
export function dcidOfName(name: string): string {
  const bare = withoutNamespace(name);
  if (plain.test(bare)) return bare;
  const made = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}./-]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return made === "" ? "unnamed" : made;
}

/** Dcids of the names of one table: two names have two dcids. Names become names of nodes. */
export class MadeNames {
  readonly #type: string;
  readonly #prefix: string;
  readonly #within: string;
  readonly #dcids = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(type: string, prefix = "", within = "") {
    this.#type = type;
    this.#prefix = prefix;
    this.#within = within;
  }

  /** @param provenance dcid of the provenance of what is said about a new node. */
  dcidOf(name: string, statements: Statements, provenance: string): string {
    const bare = withoutNamespace(name);
    if (this.#prefix === "" && plain.test(bare)) return bare;
    const known = this.#dcids.get(name);
    if (known !== undefined) return known;
    const first = `${this.#prefix}${dcidOfName(name)}`;
    let dcid = first;
    for (let number = 2; this.#taken.has(dcid); number++) dcid = `${first}_${number}`;
    this.#taken.add(dcid);
    this.#dcids.set(name, dcid);
    statements.link(dcid, "typeOf", this.#type, provenance);
    statements.text(dcid, "name", name, provenance);
    statements.link(dcid, "containedInPlace", this.#within, provenance);
    return dcid;
  }
}
