/** Names of a JSON-LD document → dcids, by its `@context` (behaviour: inputs 1.2). */
import { entryOf, type JsonNode } from "../values/index.ts";

/** What is behind them is a dcid. */
const namespaces: readonly string[] = [
  "https://datacommons.org/browser/",
  "http://datacommons.org/browser/",
  "https://schema.org/",
  "http://schema.org/",
];

const usual: readonly (readonly [string, string])[] = [
  ["dcid", namespaces[0]!],
  ["dcs", namespaces[0]!],
  ["schema", namespaces[2]!],
];

/** Terms within terms are followed this far. */
const hopsMax = 10;
// Names are text of the input: what is remembered of them must have an end.
const knownMax = 10_000;

export class Names {
  /** What terms and prefixes mean: an IRI or a keyword. */
  readonly #terms = new Map<string, string>(usual);
  #vocabulary = "";
  /** What names mean that were asked for. */
  readonly #known = new Map<string, string>();

  /** @returns what of the context cannot be used. */
  addContext(context: JsonNode): string[] {
    this.#known.clear();
    if (context.kind === "list") return context.items.flatMap((item) => this.addContext(item));
    if (context.kind === "text")
      return [`the context ${context.text} is elsewhere and is not read`];
    if (context.kind !== "object") return [];
    const problems: string[] = [];
    for (const { key, value } of context.entries) {
      const target = value.kind === "object" ? entryOf(value, "@id")?.value : value;
      if (target?.kind !== "text") {
        if (!key.startsWith("@")) problems.push(`the term ${key} of the context has no @id`);
      } else if (key === "@vocab") this.#vocabulary = target.text;
      else if (!key.startsWith("@")) this.#terms.set(key, target.text);
    }
    return problems;
  }

  /**
   * Prefixes with nothing but a dcid behind the colon; none where a term might be written as a
   * prefix and a name.
   */
  get plainPrefixes(): readonly string[] {
    const terms = [...this.#terms.keys()];
    if (terms.some((term) => term.includes(":"))) return [];
    return terms.filter((term) => namespaces.includes(this.#expand(term, 0)));
  }

  /** A keyword such as `@id`, or the dcid that a key or an id means. */
  nameOf(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const name = this.#read(text);
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(text, name);
    return name;
  }

  #read(text: string): string {
    const whole = this.#expand(text, 0);
    if (whole.startsWith("@")) return whole;
    const namespace = namespaces.find((start) => whole.startsWith(start));
    if (namespace !== undefined) return whole.slice(namespace.length);
    // A declared prefix of somebody else's is dropped as in MCF; an IRI stays what it is.
    const prefix = this.#prefixOf(text);
    return prefix === undefined ? whole : text.slice(prefix.length + 1);
  }

  #expand(text: string, hops: number): string {
    if (hops > hopsMax || text.startsWith("@")) return text;
    const term = this.#terms.get(text);
    if (term !== undefined) return this.#expand(term, hops + 1);
    const prefix = this.#prefixOf(text);
    if (prefix !== undefined) {
      return this.#expand(this.#terms.get(prefix)!, hops + 1) + text.slice(prefix.length + 1);
    }
    if (text.includes(":") || this.#vocabulary === "") return text;
    // The vocabulary may be written with a prefix of the context.
    return this.#expand(this.#vocabulary + text, hops + 1);
  }

  #prefixOf(text: string): string | undefined {
    const colon = text.indexOf(":");
    if (colon < 0 || text.startsWith("//", colon + 1)) return undefined;
    const prefix = text.slice(0, colon);
    return this.#terms.has(prefix) ? prefix : undefined;
  }
}
