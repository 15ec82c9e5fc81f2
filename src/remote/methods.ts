/** The methods of a world that lies elsewhere: those of a `Commons`, asked of what is here by then. */

import { endpoints } from "../adapters/index.ts";
import type { RequestLimits } from "../governor/index.ts";
import type { RemoteCommons, RemoteReader } from "./remote-commons.ts";

/**
 * The methods of a `Commons`, from the table of endpoints: one that is added there is here, too.
 */
export function withMethods(reader: RemoteReader): RemoteCommons {
  const v2: Methods = {
    table: methodOf(reader, "v2", "table"),
    explain: methodOf(reader, "v2", "explain"),
  };
  const groups: Readonly<Record<string, Methods>> = { v2, v1: {}, v0: {} };
  for (const row of Object.keys(endpoints)) {
    const [group = "", name = ""] = row.split(".");
    const methods = groups[group];
    if (methods !== undefined) methods[name] = methodOf(reader, group, name);
  }
  const { v1, v0 } = groups;
  const all = Object.assign(reader, v2, { v1: Object.freeze(v1), v0: Object.freeze(v0) });
  return Object.freeze(all) as unknown as RemoteCommons;
}

type Methods = Record<string, Method>;

type Method = (request: unknown, options?: RequestLimits) => unknown;

function methodOf(reader: RemoteReader, group: string, name: string): Method {
  return (request, options) =>
    reader.ask((commons, limits) => {
      const owner: object = group === "v2" ? commons : Reflect.get(commons, group);
      const method = Reflect.get(owner, name) as Method;
      return method.call(owner, request, { ...options, ...limits });
    }, options);
}
