/**
 * What tests import as `vitest` within the bundle. Expectations and mocks are vitest's own. Tests
 * are only collected here, as functions that can be called again and again.
 */
import { expect, expectTypeOf, vi } from "vitest";

export { expect, expectTypeOf, vi };

// Tests may set other timers.
const { setTimeout } = globalThis;

/** As vitest's own, which asks in which of its tests it is. */
expect.poll = (ask, { timeout = 1000, interval = 20 } = {}) => {
  const until = async (hold) => {
    const end = performance.now() + timeout;
    for (;;) {
      try {
        return await hold(expect(await ask()));
      } catch (error) {
        if (performance.now() > end) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
  };
  const matchers = (of) =>
    new Proxy(
      {},
      {
        get: (_, name) =>
          name === "not"
            ? matchers((one) => of(one).not)
            : (...given) => until((one) => of(one)[name](...given)),
      },
    );
  return matchers((one) => one);
};

let collected = [];
let groups = [];
let beforeAlls = [];
let hooks = { before: [], after: [] };

/** @returns the tests that a file declares; those of one name get numbers. */
export async function collect(load) {
  collected = [];
  groups = [];
  beforeAlls = [];
  hooks = { before: [], after: [] };
  await load();
  for (const hook of beforeAlls) await hook();
  return collected;
}

function declare(name, first, second) {
  const body = functionOf(first, second);
  const before = hooks.before.slice();
  const after = hooks.after.slice();
  const fullName = [...groups, name].join(" > ");
  const same = collected.filter((test) => test.baseName === fullName).length;
  collected.push({
    baseName: fullName,
    name: same === 0 ? fullName : `${fullName} (${same + 1})`,
    run: before.length + after.length === 0 ? body : () => withHooks(before, body, after),
  });
}

async function withHooks(before, body, after) {
  for (const hook of before) await hook();
  try {
    await body();
  } finally {
    for (const hook of after) await hook();
  }
}

function group(name, first, second) {
  const outer = hooks;
  hooks = { before: outer.before.slice(), after: outer.after.slice() };
  groups.push(name);
  try {
    functionOf(first, second)?.();
  } finally {
    groups.pop();
    hooks = outer;
  }
}

/** Options may stand before or after the function. */
function functionOf(first, second) {
  return typeof first === "function" ? first : second;
}

function withForms(make) {
  const none = Object.assign(() => {}, { each: () => () => {} });
  return Object.assign((...args) => make(...args), {
    each: (rows) => (name, first, second) => {
      rows.forEach((row, index) => {
        const args = Array.isArray(row) ? row : [row];
        make(`${name} #${index}`, () => functionOf(first, second)(...args));
      });
    },
    skip: none,
    skipIf: (condition) => (condition ? none : withForms(make)),
    runIf: (condition) => (condition ? withForms(make) : none),
  });
}

export const test = withForms(declare);
export const it = test;
export const describe = withForms(group);
export const beforeAll = (hook) => beforeAlls.push(hook);
export const beforeEach = (hook) => hooks.before.push(hook);
export const afterEach = (hook) => hooks.after.unshift(hook);
/** Temporary folders go away with the process. */
export const afterAll = () => {};
