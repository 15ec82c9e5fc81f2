/**
 * A freeze goes step by step. The work of a step is in shares that any thread can do: plain data for
 * kernels that only read and write the columns in it. The result does not depend on who did a share.
 */

/** Shares that may be done at once, and what this thread does meanwhile. */
export interface FreezeStep<Share> {
  readonly shares: readonly Share[];
  readonly beside?: () => void;
}

/** Yields steps, and gets the answers to the shares of each, in the order of the shares. */
export type Freezing<T, Share> = Generator<FreezeStep<Share>, T, readonly unknown[]>;

/** Does all of a freeze in this thread. */
export function freezeWith<T, Share>(
  freezing: Freezing<T, Share>,
  doShares: (shares: readonly Share[]) => readonly unknown[],
): T {
  let step = freezing.next();
  while (step.done !== true) {
    const { shares, beside } = step.value;
    const answers = doShares(shares);
    beside?.();
    step = freezing.next(answers);
  }
  return step.value;
}
