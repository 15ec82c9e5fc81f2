/**
 * What chevrotain takes from lodash-es, for the arrays and plain objects that it has: its own forms for
 * paths, strings as callbacks, array-likes and deep copies are never asked for.
 */

export const { isArray } = Array;
export const { assign, keys: ownKeys } = Object;

export const identity = (value) => value;
export const noop = () => undefined;

export const isFunction = (value) => typeof value === "function";
export const isString = (value) => typeof value === "string";
export const isUndefined = (value) => value === undefined;
export const isRegExp = (value) => value instanceof RegExp;
export const isObject = (value) =>
  value !== null && (typeof value === "object" || typeof value === "function");
export const isEmpty = (all) => values(all).length === 0;

export const keys = (all) => ownKeys(all ?? {});
export const values = (all) => (isArray(all) ? all : Object.values(all ?? {}));
export const has = (all, key) => all != null && Object.hasOwn(all, key);
export const clone = (all) => (isArray(all) ? all.slice() : { ...all });

export const first = (all) => all?.[0];
export const last = (all) => all?.at(-1);
export const drop = (all, count = 1) => all.slice(count);
export const dropRight = (all, count = 1) => all.slice(0, Math.max(0, all.length - count));
export const compact = (all) => all.filter(Boolean);
export const flatten = (all) => all.flat();
export const uniq = (all) => [...new Set(all)];
export const difference = (all, without) => all.filter((one) => !without.includes(one));
export const indexOf = (all, one) => all.indexOf(one);
export const includes = (all, one) => values(all).includes(one);

/** Ends when the callback returns `false`. */
export function forEach(all, each) {
  if (isArray(all)) all.every((one, at) => each(one, at) !== false);
  else keys(all).every((key) => each(all[key], key) !== false);
  return all;
}

export function map(all, each) {
  return isArray(all)
    ? all.map((one, at) => each(one, at))
    : keys(all).map((key) => each(all[key], key));
}

export const flatMap = (all, each) => map(all, each).flat();
export const every = (all, test) => values(all).every((one, at) => test(one, at));
export const some = (all, test) => values(all).some((one, at) => test(one, at));
export const find = (all, test) => values(all).find((one) => test(one));
export const filter = (all, test) => values(all).filter((one) => test(one));
export const reject = (all, test) => values(all).filter((one) => !test(one));

export function reduce(all, step, begin) {
  let result = begin;
  forEach(all, (one, key) => {
    result = step(result, one, key);
  });
  return result;
}

export const pickBy = (all, test) =>
  Object.fromEntries(Object.entries(all).filter(([, one]) => test(one)));

/** Sets what is undefined in `all`, in place. */
export function defaults(all, others) {
  for (const [key, value] of Object.entries(others)) all[key] ??= value;
  return all;
}
