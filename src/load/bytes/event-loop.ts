/** Between blocks everything else has its turn. */

// The real ones: fake timers of a test would have a load wait for ever.
const { setImmediate: soon, MessageChannel } = globalThis as unknown as {
  setImmediate?: (callback: () => void) => unknown;
  MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
};

/** Ends when all else that waits had its turn. */
export async function everythingElse(): Promise<void> {
  if (soon !== undefined) await new Promise<void>((resolve) => soon(resolve));
  else if (MessageChannel !== undefined) await afterMessage(new MessageChannel());
}

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: undefined): void;
  close(): void;
}

/** A page's timers wait for milliseconds; its messages do not. */
async function afterMessage({ port1, port2 }: { readonly port1: Port; readonly port2: Port }) {
  await new Promise<void>((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
  port1.close();
}
