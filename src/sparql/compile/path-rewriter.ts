/** Predicates and property paths of the extended dialect, token by token into standard SPARQL. */

import { typeProperty } from "../plan.ts";
import type { Copied } from "./expression-rewriter.ts";
import { constantIri } from "./standard-text.ts";

const depthMax = 32;

/**
 * `a/^b*`, `(a|b)+`, `!(a|^b)`. Returns the property, if the path is nothing but one. `step` is
 * called for each step but the first: it is a pattern more.
 */
export function copyPath(copied: Omit<Copied, "group">, step: () => void): string | undefined {
  return new PathRewriter(copied, step).path();
}

class PathRewriter {
  readonly #copied: Omit<Copied, "group">;
  readonly #step: () => void;
  #depth = 0;
  /** The last word ended with a slash. */
  #isOpen = false;

  constructor(copied: Omit<Copied, "group">, step: () => void) {
    this.#copied = copied;
    this.#step = step;
  }

  path(): string | undefined {
    const { reader } = this.#copied;
    let only = this.#element();
    while (this.#isOpen || reader.isMark("/") || reader.isMark("|")) {
      if (this.#isOpen) this.#isOpen = false;
      else {
        this.#step();
        this.#mark();
      }
      this.#element();
      only = undefined;
    }
    return only;
  }

  #element(): string | undefined {
    const { reader } = this.#copied;
    const isPlain = !reader.isMark("^") && !reader.isMark("!") && !reader.isMark("(");
    while (reader.isMark("^") || reader.isMark("!")) this.#mark();
    const name = reader.isMark("(") ? this.#parenthesised() : this.#name();
    const isRepeated = reader.isMark("*") || reader.isMark("+") || reader.isMark("?");
    if (isRepeated) this.#mark();
    return isPlain && !isRepeated ? name : undefined;
  }

  #parenthesised(): undefined {
    const { reader, out } = this.#copied;
    if (++this.#depth > depthMax) reader.unsupported(`paths nested deeper than ${depthMax}`);
    this.#mark();
    this.path();
    out.add(")", reader.takeMark(")"));
    this.#depth--;
    return undefined;
  }

  /** A word may be several steps: `observationAbout/containedInPlace`. */
  #name(): string | undefined {
    const { reader, out, prologue } = this.#copied;
    const { token } = reader;
    const isName = token.kind === "word" || token.kind === "string" || token.kind === "iri";
    if (!isName) return reader.expected("a predicate");
    if (token.kind !== "word") {
      const text = prologue.takeConstant(reader);
      out.add(constantIri(text), token);
      return text;
    }
    const steps = reader.take().text.split("/");
    const texts = steps.map((step) => (step === "a" ? typeProperty : prologue.expanded(step)));
    for (const [at, text] of texts.entries()) {
      if (at > 0) {
        this.#step();
        out.add("/", token);
      }
      const isLast = at === texts.length - 1;
      if (text === "" && !isLast) reader.expected("a predicate", token);
      if (text === "") this.#isOpen = true;
      else out.add(constantIri(text), token);
    }
    return texts.length === 1 ? texts[0] : undefined;
  }

  #mark(): void {
    const { reader, out } = this.#copied;
    out.add(reader.token.text, reader.take());
  }
}
