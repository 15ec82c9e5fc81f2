/** Worlds of builds that had all methods at the root, by the names of today. */

import type { Commons } from "../src/index.ts";

type Older = Commons["v2"] & Commons["engine"] & Commons;

/** The world itself where it has the names of today. */
export function faceOf(commons: Commons): Commons {
  if ("v2" in commons) return commons;
  const older = commons as Older;
  const { graph, observations } = older;
  const bound = (owner: object) =>
    new Proxy(owner, {
      get: (_, name) => {
        const member: unknown = Reflect.get(older, name);
        return typeof member === "function" ? member.bind(older) : member;
      },
    });
  const names: Partial<Record<string | symbol, unknown>> = {
    v2: bound({}),
    engine: { graph, observations },
  };
  return new Proxy(bound({}), {
    get: (all, name) => names[name] ?? Reflect.get(all, name),
  }) as Commons;
}
