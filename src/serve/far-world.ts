/** A world that lies elsewhere, for threads: one thread asks the store, and others ask it through ports. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { AskedCommons } from "../index.ts";
import type {
  BlockStore,
  ByteRange,
  RemoteError,
  RemoteOptions,
  StoredSnapshot,
  Traffic,
} from "../remote.ts";

/** What a thread opens such a world with. */
export interface FarHandle {
  readonly kind: "far";
  readonly port: MessagePort;
  /** Name of the store. */
  readonly name: string;
  /** The `contentTag` of the world. */
  readonly tag: string;
  /** Among them the version, where the store has versions. */
  readonly options: RemoteOptions;
}

/** What a world that lies elsewhere gives to threads. */
export interface FarSource {
  readonly store: BlockStore;
  readonly options: RemoteOptions;
  /** Takes what a thread counted. */
  count(counts: ThreadCounts): void;
}

/** What a thread counts, and its store does not see. */
type ThreadCounts = Pick<Traffic, "questions" | "hits">;

interface Call {
  readonly id: number;
  /** Of an object beside the one that the store is named after. */
  readonly address: string | undefined;
  /** Undefined: the object is described. */
  readonly ranges: readonly ByteRange[] | undefined;
  readonly version: string;
  readonly pastCaches: boolean;
}

type Failure = Pick<RemoteError, "fault" | "message" | "section" | "offset" | "retryAfter">;

type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure };

/** @param tag of the world that the store has now */
export function handleOf(source: FarSource, tag: string): FarHandle {
  const { store, options } = source;
  const { port1, port2 } = new MessageChannel();
  const objects = new Map<string, BlockStore>();
  const objectAt = (address: string): BlockStore => {
    const known = objects.get(address) ?? store.beside?.(address) ?? store;
    objects.set(address, known);
    return known;
  };
  port1.on("message", (message: Call | ThreadCounts) => {
    if ("hits" in message) return source.count(message);
    const { id, address, ranges, version, pastCaches } = message;
    const object = address === undefined ? store : objectAt(address);
    // Whoever asks gives up by itself.
    const signal = new AbortController().signal;
    const done =
      ranges === undefined
        ? object.describe(signal, { pastCaches })
        : object.read(ranges, version, signal, { pastCaches });
    done.then(
      (result) => port1.postMessage({ id, result } satisfies Reply),
      (error: RemoteError) => {
        const { fault = "unavailable", message, section, offset, retryAfter } = error;
        port1.postMessage({
          id,
          failure: { fault, message, section, offset, retryAfter } as Failure,
        });
      },
    );
  });
  // It keeps no program running.
  port1.unref();
  return { kind: "far", port: port2, name: store.name ?? "remote snapshot", tag, options };
}

/** Such a world, opened by a thread. */
export type FarCommons = AskedCommons & { readonly traffic: Traffic; close(): void };

/** The side of a thread: a store whose calls go through the port. */
export class FarStore {
  readonly #handle: FarHandle;
  readonly #calls = new Map<number, (reply: Reply) => void>();
  #nextId = 0;

  constructor(handle: FarHandle) {
    this.#handle = handle;
    handle.port.on("message", (reply: Reply) => {
      this.#calls.get(reply.id)?.(reply);
      this.#calls.delete(reply.id);
    });
  }

  /** @throws RemoteError (rejects) when it cannot be read, and `replaced` when another world has taken its place */
  async open(): Promise<FarCommons> {
    const { openRemote, RemoteError } = await import("../remote.ts");
    const { name, tag, options } = this.#handle;
    const failed = ({ fault, message, ...where }: Failure) =>
      new RemoteError(fault, message, where);
    const commons = await openRemote(this.#storeAt(undefined, failed), options);
    if (commons.contentTag === tag) return commons;
    commons.close();
    throw new RemoteError("replaced", `${name}: it was replaced: open it again`);
  }

  /** Leaves what was counted here to the thread that asks the store. */
  count(counts: ThreadCounts): void {
    this.#handle.port.postMessage(counts);
  }

  close(): void {
    this.#handle.port.close();
  }

  #storeAt(address: string | undefined, failed: (failure: Failure) => Error): BlockStore {
    return {
      name: this.#handle.name,
      describe: async (_, { pastCaches = false } = {}) => {
        const asked = { address, ranges: undefined, version: "", pastCaches };
        return (await this.#call(asked, failed)) as StoredSnapshot;
      },
      read: async (ranges, version, _, { pastCaches = false } = {}) => {
        const asked = { address, ranges, version, pastCaches };
        return (await this.#call(asked, failed)) as readonly Uint8Array[];
      },
      beside: (other) => this.#storeAt(other, failed),
    };
  }

  #call(asked: Omit<Call, "id">, failed: (failure: Failure) => Error): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#calls.set(id, (reply) => {
        if ("result" in reply) resolve(reply.result);
        else reject(failed(reply.failure));
      });
      this.#handle.port.postMessage({ id, ...asked } satisfies Call);
    });
  }
}
