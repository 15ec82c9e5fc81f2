/**
 * BASE and PREFIX lines. The documented dialect reads and ignores them: `schema:name` is just a
 * text (behaviour: sparql 2.2). The extended one expands prefixes, and takes the IRIs of schema.org
 * and of the Data Commons browser for the dcids that they end in.
 */

import type { TokenReader } from "./token-reader.ts";
import type { Dialect } from "./tokens.ts";

const namespace = /^https?:\/\/(?:www\.)?(?:schema\.org|datacommons\.org\/browser)\//;

export class Prologue {
  readonly #isExtended: boolean;
  readonly #iris = new Map<string, string>();

  constructor(dialect: Dialect) {
    this.#isExtended = dialect === "extended";
  }

  /** Reads all BASE and PREFIX lines that come next. */
  take(reader: TokenReader): void {
    for (;;) {
      if (reader.skipKeyword("BASE")) this.#takeIri(reader);
      else if (reader.skipKeyword("PREFIX")) {
        if (reader.token.kind !== "word") reader.expected("a prefix");
        // The colon may be missing, as the real service allows.
        const name = reader.take().text.replace(/:$/, "");
        this.#iris.set(name, this.#takeIri(reader));
      } else return;
    }
  }

  /**
   * The text of the constant that comes next: one token, a quoted one with its language or type.
   */
  takeConstant(reader: TokenReader): string {
    const { kind, text } = reader.take();
    if (!this.#isExtended) return text;
    if (kind === "iri") return text.replace(namespace, "");
    if (kind === "word") return this.#expanded(text);
    if (reader.isMark("@") && reader.following.kind === "word") {
      reader.take();
      // Texts in a language are stored so: `California@en`.
      return `${text}@${reader.take().text}`;
    }
    if (reader.isMark("^^")) {
      reader.take();
      reader.take();
    }
    return text;
  }

  #takeIri(reader: TokenReader): string {
    return reader.token.kind === "iri" ? reader.take().text : reader.expected('"<"');
  }

  #expanded(word: string): string {
    const colon = word.indexOf(":");
    const iri = colon < 0 ? undefined : this.#iris.get(word.slice(0, colon));
    return iri === undefined ? word : (iri + word.slice(colon + 1)).replace(namespace, "");
  }
}
