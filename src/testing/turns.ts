/** Lets timers of the test runner come between answers, which need no time of their own. */

// Taken before a test can replace it. Fake timers leave it as it is, also those that a runner installs before any import.
const Channel = globalThis.MessageChannel as typeof MessageChannel | undefined;

/** A turn of the event loop costs about as much as an answer, so it comes seldom. */
const endedPerTurn = 100;

/** Without turns, a loop of requests without an end would let no timer fire: no runner could end the test. */
export class Turns {
  /** Requests that were answered or rejected. */
  #ended = 0;

  async after<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } finally {
      if (++this.#ended % endedPerTurn === 0) await nextTurn();
    }
  }
}

/** Resolves in a later turn of the event loop; where there are no channels, at once. */
async function nextTurn(): Promise<void> {
  if (Channel === undefined) return;
  const { port1, port2 } = new Channel();
  await new Promise((resolve) => {
    Object.assign(port1, { onmessage: resolve });
    port2.postMessage(undefined);
  });
  port1.close();
}
