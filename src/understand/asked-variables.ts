/** Variables of a question: what is left of its words, divided where it is about several. */

import type { Governor } from "../governor/governor.ts";
import { subjectsOf } from "../search/subjects.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { AskedText } from "./asked-text.ts";
import { joiningWords, openingWords } from "./phrases.ts";
import type { Meant, Span, UnderstoodVariable } from "./understanding.ts";

const othersMax = 10;

/** Words next to each other that no other part has. */
interface Run {
  readonly from: number;
  readonly to: number;
}

export class VariableReader {
  readonly #world: World;
  readonly #meaning: boolean | undefined;
  readonly #governor: Governor;

  constructor(world: World, meaning: boolean | undefined, governor: Governor) {
    this.#world = world;
    this.#meaning = meaning;
    this.#governor = governor;
  }

  /** @param about what is meant where no words are left */
  read(asked: AskedText, about: string | undefined): UnderstoodVariable[] {
    const runs = runsOf(asked);
    if (runs.length === 0) return about === undefined ? [] : this.#found(about, undefined);
    const parts = runs.flatMap((run) => divided(asked, run));
    if (parts.length > 1) {
      const all = parts.map(({ from, to }) =>
        this.#found(asked.written(from, to), asked.span(from, to)),
      );
      const distinct = new Set(all.flatMap(([first]) => first?.dcid ?? []));
      if (distinct.size > 1) {
        for (const { from, to } of parts) asked.take(from, to);
        return all.flat();
      }
    }
    const text = runs.map(({ from, to }) => asked.written(from, to)).join(" ");
    const longest = runs.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    const found = this.#found(text, asked.span(longest.from, longest.to));
    if (found.length > 0) for (const { from, to } of runs) asked.take(from, to);
    return found;
  }

  variableOf(dcid: string): UnderstoodVariable {
    const node = this.#world.graph.dictionary.nodeOf(dcid);
    const known = node === undefined ? { dcid } : this.#meant(node);
    return { ...known, score: 1, others: [] };
  }

  #found(text: string, span: Span | undefined): UnderstoodVariable[] {
    const { observations } = this.#world;
    const hasData = (node: TermId) => {
      const { start, end } = observations.seriesOfVariable(node);
      return start < end;
    };
    const how = { meaning: this.#meaning, governor: this.#governor };
    const [best, ...others] = subjectsOf(this.#world, this.#governor)
      .search(text, hasData, how)
      .map(({ node, score }) => ({ ...this.#meant(node), score }));
    if (best === undefined) return [];
    return [{ ...(span !== undefined && { span }), ...best, others: others.slice(0, othersMax) }];
  }

  #meant(node: TermId): Meant {
    const { graph } = this.#world;
    const name = graph.nameOf(node);
    return {
      dcid: graph.dictionary.textOf(node),
      ...(name !== noTerm && { name: graph.dictionary.textOf(name) }),
    };
  }
}

/** Without words such as "what is the" at both ends. */
function runsOf(asked: AskedText): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < asked.words.length; from++) {
    if (!asked.isFree(from)) continue;
    let to = from + 1;
    while (asked.isFree(to)) to++;
    const run = trimmed(asked, { from, to });
    if (run.from < run.to) runs.push(run);
    from = to - 1;
  }
  return runs;
}

function trimmed(asked: AskedText, run: Run): Run {
  let { from, to } = run;
  while (from < to && isJoining(asked, from)) from++;
  while (to > from && isJoining(asked, to - 1)) to--;
  let isAny = false;
  for (let at = from; at < to; at++)
    if (!isJoining(asked, at) && !openingWords.has(asked.plainAt(at))) isAny = true;
  return isAny ? { from, to } : { from, to: from };
}

const isJoining = (asked: AskedText, at: number): boolean => joiningWords.has(asked.plainAt(at));

/** At "and", "or" and commas. */
function divided(asked: AskedText, { from, to }: Run): Run[] {
  const parts: Run[] = [];
  let start = from;
  for (let at = from; at <= to; at++) {
    const isJoint = at < to && ["and", "or", "with"].includes(asked.plainAt(at));
    if (at < to && !isJoint && !(at > start && asked.hasCommaBefore(at))) continue;
    const part = trimmed(asked, { from: start, to: at });
    if (part.from < part.to) parts.push(part);
    start = isJoint ? at + 1 : at;
  }
  return parts;
}
