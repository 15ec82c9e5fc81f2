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
  const [last, setLast] = useState<{ key: string; answered: Answered<Value> }>();
  useEffect(() => {
    const abort = new AbortController();
    const take = (answered: Answered<Value>) => {
      if (!abort.signal.aborted) setLast({ key, answered });
    };
    load(abort.signal).then(
      (value) => take({ state: "there", value }),
      (error: unknown) =>
        take({ state: "failed", message: error instanceof Error ? error.message : `${error}` }),
    );
    return () => abort.abort();
  }, [key]);
  if (last?.key === key) return last.answered;
  return last?.answered.state === "there"
    ? { state: "waiting", value: last.answered.value }
    : { state: "waiting" };
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
