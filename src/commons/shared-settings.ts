/** Settings that go along to another thread: plain data. */
import type { FetchSettings } from "../adapters/index.ts";

/** Every setting once: the compiler says which is missing. */
const isShared: Readonly<Record<keyof FetchSettings, true>> = {
  dialect: true,
  deadline: true,
  maxRows: true,
  maxBytes: true,
  maxBodyBytes: true,
  keys: true,
  requireKey: true,
  ignoreUnknownFields: true,
  reasons: true,
  selfHostedRules: true,
  envelopes: true,
};

/** Settings as `postMessage` takes them, without what else `open` was given. */
export function sharedSettings(settings: FetchSettings): FetchSettings {
  const given = Object.entries(settings).filter(
    ([name, value]) => Object.hasOwn(isShared, name) && value !== undefined,
  );
  const { keys, ...rest } = Object.fromEntries(given) as FetchSettings;
  if (keys === undefined) return rest;
  return { ...rest, keys: typeof keys === "string" ? keys : [...keys] };
}
