/** An answer that a screen waits for. */

import { useEffect, useState } from "preact/hooks";

export type Answered<Value> =
  | { readonly state: "waiting"; readonly value?: Value }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "there"; readonly value: Value };

/**
 * Asks again when the key changes, and forgets what comes too late. Meanwhile the last value stays
 * there as that of what is waited for.
 */
export function useAnswer<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
): Answered<Value> {
  const [answered, setAnswered] = useState<Answered<Value>>({ state: "waiting" });
  useEffect(() => {
    const abort = new AbortController();
    setAnswered((last) =>
      last.state === "there" ? { state: "waiting", value: last.value } : { state: "waiting" },
    );
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setAnswered({ state: "there", value });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const message = error instanceof Error ? error.message : `${error}`;
        setAnswered({ state: "failed", message });
      },
    );
    return () => abort.abort();
  }, [key]);
  return answered;
}

/** A value that has not changed for some milliseconds. */
export function useCalm<Value>(value: Value, milliseconds = 120): Value {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return calm;
}
