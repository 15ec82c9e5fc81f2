/** The methods of a Commons over a remote world, as promises: `openRemote`. */

import type { AnswerSettings } from "../adapters/edge/endpoint.ts";
import { hasPages, type V1Pages, type V2Pages } from "../adapters/endpoint-methods.ts";
import { endpoints } from "../adapters/endpoints.ts";
import type { Commons } from "../commons/commons.ts";
import { type OfCommons, type Reads, readArguments, type SparqlObject } from "../commons/reads.ts";
import { describeArgument } from "../errors/excerpts.ts";
import { Governor, type RequestLimits } from "../options/governor.ts";
import { requireCallOptions } from "../options/request-rows.ts";
import { type RemoteOptions, RemoteReader } from "./remote-reader.ts";
import type { BlockStore } from "./stores/block-store.ts";

/** Methods as promises, and pages as they are awaited. */
type Asked<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...given: infer Given) => infer Response
    ? (
        ...given: Given
      ) => Name extends keyof (V2Pages & V1Pages)
        ? Response extends Iterable<infer Page>
          ? AsyncIterable<Page>
          : Promise<Awaited<Response>>
        : Promise<Awaited<Response>>
    : Asked<Methods[Name]>;
};

/** The reads of a Commons, and tables. Names of rows come from the query and the question. */
type AskedReads = Asked<Omit<Reads, OfCommons | "sparql">> & {
  readonly table: Commons["table"];
  readonly sparql: <const Query extends string>(
    query: Query,
    options?: AnswerSettings,
  ) => Promise<SparqlObject<Query>[]>;
};

/**
 * A remote world. The methods are those of `Commons`: the same requests, the same responses, the
 * same errors, as promises. They reject with a `RemoteError` when the world cannot be read.
 */
export type RemoteCommons = RemoteReader &
  AskedReads &
  Asked<Pick<Commons, "v2" | "v1" | "v0" | "sdmx" | "explain" | "understand">>;

/** Adds the methods of a `Commons`: those of its groups, and others. */
function withMethods(reader: RemoteReader): RemoteCommons {
  const groups = { v2: {}, v1: {}, v0: {} } as Record<string, Record<string, unknown>>;
  const pages = { v2: {}, v1: {} } as Record<string, Record<string, unknown>>;
  for (const [path, row] of Object.entries(endpoints)) {
    const [group = "", name = ""] = path.split(".");
    const method = methodOf(reader, [group, name]);
    Object.assign(groups[group] ?? {}, { [name]: method });
    if (hasPages(row)) Object.assign(pages[group] ?? {}, { [name]: pagesOf(method) });
  }
  for (const [group, own] of Object.entries(pages)) {
    Object.assign(groups[group] ?? {}, { pages: Object.freeze(own) });
  }
  for (const methods of Object.values(groups)) Object.freeze(methods);
  const sdmx = Object.freeze({
    data: methodOf(reader, ["sdmx", "data"]),
    csv: methodOf(reader, ["sdmx", "csv"], 1, allOf),
    jsonStat: methodOf(reader, ["sdmx", "jsonStat"]),
    availability: methodOf(reader, ["sdmx", "availability"]),
  });
  const table = methodOf(reader, ["table"]);
  const explain = methodOf(reader, ["explain"]);
  const understand = methodOf(reader, ["understand"]);
  const reads = Object.entries(readArguments).map(([name, count]) => [
    name,
    methodOf(reader, [name], count),
  ]);
  const all = Object.assign(reader, groups, Object.fromEntries(reads), {
    sdmx,
    table,
    explain,
    understand,
  });
  return Object.freeze(all) as unknown as RemoteCommons;
}

type Method = (...given: unknown[]) => Promise<unknown>;

/**
 * @param count of arguments before the limits
 * @param finish makes what is made later, while the question reads
 */
function methodOf(
  reader: RemoteReader,
  path: readonly string[],
  count = 1,
  finish?: (answer: unknown, limits: RequestLimits) => unknown,
): Method {
  const names = [...path];
  const last = names.pop() ?? "";
  return async (...given) => {
    const options = given[count] as RequestLimits | undefined;
    requireCallOptions(path.join("."), options);
    return await reader.within((commons, limits) => {
      const owner = names.reduce<object>((one, name) => Reflect.get(one, name), commons);
      const method = Reflect.get(owner, last) as Method;
      const before = Array.from({ length: count }, (_, at) => given[at]);
      const answer = method.call(owner, ...before, limits);
      return finish === undefined ? answer : answer.then((made) => finish(made, limits));
    }, options);
  };
}

/** All pieces of a text: they cannot be made when there is no question that reads. */
function allOf(pieces: unknown, { maxMemoryBytes }: RequestLimits): string[] {
  const governor = new Governor({ maxMemoryBytes });
  return Array.from(pieces as Iterable<string>, (piece) => {
    governor.bytes(piece.length);
    return piece;
  });
}

/** The pages of what a method answers, each asked for with the token of the one before. */
function pagesOf(ask: Method) {
  return async function* (request: object, options?: RequestLimits): AsyncGenerator {
    for (let asked = request; ; ) {
      const page = (await ask(asked, options)) as { readonly nextToken?: string };
      yield page;
      if (!page.nextToken) return;
      asked = { ...asked, nextToken: page.nextToken };
    }
  };
}

/**
 * Opens a snapshot in a store. Reads its header only; each question reads the blocks that it needs.
 * The checksum of each block is checked.
 *
 * @throws CommonsError `SNAPSHOT` (rejects) when it is no snapshot that this version reads
 * @throws RemoteError (rejects) when it cannot be read
 * @throws TypeError (rejects) for an argument that is no store, and for limits that are no numbers
 */
export async function openRemote(
  blocks: BlockStore,
  options: RemoteOptions = {},
): Promise<RemoteCommons> {
  const { describe, read } = (blocks ?? {}) as Partial<BlockStore>;
  if (typeof describe !== "function" || typeof read !== "function") {
    const given = describeArgument(blocks);
    throw new TypeError(
      `openRemote needs a store with 'describe' and 'read', not ${given}: httpBlocks(address) is one`,
    );
  }
  const reader = new RemoteReader(blocks, options);
  await reader.open();
  return withMethods(reader);
}
