/** An explanation in the making: its steps, its reason, its suggestions. */

import { excerpt } from "../errors/excerpts.ts";
import type { Governor } from "../options/governor.ts";
import type { World } from "../world/world.ts";
import type { EmptyKind, ExplainedStep, Explanation, Suggestion } from "./explanation.ts";
import type { KnownNames } from "./known-names.ts";

const lostMax = 10;
const suggestionsMax = 20;

export class Story {
  readonly #steps: ExplainedStep[] = [];
  #kind: EmptyKind | undefined;
  #reason: string | undefined;
  #suggestions: readonly Suggestion[] = [];

  /** Adds a step. @returns whether it left something */
  step(what: string, left: number, lost: Iterable<string> = []): boolean {
    const first: string[] = [];
    for (const one of lost) {
      if (first.length === lostMax) break;
      first.push(excerpt(one));
    }
    this.#steps.push({ what, left, lost: first });
    return left > 0;
  }

  /** Why the last step left nothing. The first call counts, later ones do nothing. */
  end(kind: EmptyKind, reason: string, suggestions: Iterable<Suggestion> = []): void {
    if (this.#kind !== undefined) return;
    this.#kind = kind;
    this.#reason = reason;
    this.#suggestions = distinct(suggestions).slice(0, suggestionsMax);
  }

  finish(isEmpty: boolean): Explanation {
    const [steps, suggestions] = [this.#steps, this.#suggestions];
    const kind = this.#kind;
    const reason = this.#reason;
    const text = textOf(steps, reason, suggestions);
    if (!isEmpty || kind === undefined || reason === undefined) {
      return { isEmpty, steps, suggestions, text };
    }
    return { isEmpty, steps, kind, reason, suggestions, text };
  }
}

function distinct(suggestions: Iterable<Suggestion>): Suggestion[] {
  const known = new Map<string, Suggestion>();
  for (const one of suggestions) {
    const key = `${one.kind} ${one.value}`;
    if (!known.has(key)) known.set(key, one);
  }
  return [...known.values()];
}

function textOf(
  steps: readonly ExplainedStep[],
  reason: string | undefined,
  suggestions: readonly Suggestion[],
): string {
  const lines = steps.map(({ what, left, lost }) => {
    const without = lost.length === 0 ? "" : `; not for ${lost.join(", ")}`;
    return `${String(left).padStart(9)}  ${what}${without}`;
  });
  if (reason !== undefined) lines.push(`The answer is empty: ${reason}.`);
  const byKind = new Map<string, string[]>();
  for (const { kind, value, name } of suggestions) {
    const shown =
      name === undefined || name === value
        ? excerpt(value)
        : `${excerpt(value)} (${excerpt(name)})`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), shown]);
  }
  for (const [kind, values] of byKind) lines.push(`There is: ${kind} ${values.join(", ")}`);
  return lines.map((line) => line.replace(/[\r\n\u2028\u2029]/g, " ")).join("\n");
}

/** Texts as a sentence quotes them: the first few. */
export function quoted(texts: readonly string[]): string {
  const first = texts.slice(0, 3).map((text) => `'${excerpt(text)}'`);
  const more = texts.length - first.length;
  return more > 0 ? `${first.join(", ")} and ${more} more` : first.join(", ");
}

/** What every part of an explanation works with. */
export interface Context {
  readonly world: World;
  /** Receives the steps and the reason. */
  readonly story: Story;
  readonly names: KnownNames;
  readonly governor: Governor;
}
