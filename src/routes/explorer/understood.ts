/** A question in somebody's own words: how it was read, its answer, and where that comes from. */
import type { Citation, Commons, Understanding, UnderstandOptions } from "../../index.ts";

export interface Understood extends Understanding {
  /** Of the answer. */
  readonly citations: readonly Citation[];
}

/** `corrections` are those of `commons.understand`. */
export async function understoodOf(
  commons: Commons,
  { text, corrections }: { readonly text: string; readonly corrections: unknown },
): Promise<Understood> {
  await commons.ready({ meaning: true });
  const understood = await commons.understand(text, (corrections ?? {}) as UnderstandOptions);
  const { answer, perCapita } = understood;
  if (answer === undefined) return { ...understood, citations: [] };
  // The rows do not say what divided them: the table does.
  const cited = perCapita === undefined ? answer : await commons.table(answer.question);
  return { ...understood, citations: await commons.cite(cited) };
}
