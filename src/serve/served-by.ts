/** A world as a server asks it: within the limits and in the form that hold for whatever it serves. */
import { type AskedCommons, Commons, type RequestLimits, type ServiceOptions } from "../index.ts";

export type ServedForm = RequestLimits & Pick<ServiceOptions, "calculations" | "meaning">;

export function limitsOf({ timeout, maxRows, maxMemoryBytes }: RequestLimits): RequestLimits {
  const given = Object.entries({ timeout, maxRows, maxMemoryBytes });
  return Object.fromEntries(given.filter(([, limit]) => limit !== undefined));
}

/** A world as a server asks it. One elsewhere has limits of its own, which a server may change. */
export function servedBy(options: ServedForm, world: AskedCommons): AskedCommons {
  const limits = limitsOf(options);
  const { calculations = false, meaning = true } = options;
  const form = { calculations, meaning };
  if (world instanceof Commons) return world.limited(limits).asService(form);
  const isUsual = !calculations && meaning;
  if (Object.keys(limits).length === 0 && isUsual) return world;
  return {
    get info() {
      return world.info;
    },
    get contentTag() {
      return world.contentTag;
    },
    get version() {
      return world.version as NonNullable<AskedCommons["version"]>;
    },
    get source() {
      return world.source as NonNullable<AskedCommons["source"]>;
    },
    ask: (question, given) =>
      world.ask((commons) => question(isUsual ? commons : commons.asService(form)), {
        ...limits,
        ...given,
      }),
  };
}
