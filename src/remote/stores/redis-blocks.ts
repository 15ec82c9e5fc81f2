/** A snapshot in Redis, or in a store with the same protocol. */

import { isPointer } from "../../parts/world-pointer.ts";
import {
  type BlockStore,
  type ByteRange,
  isBlockLength,
  RemoteError,
  reasonOf,
  type StoredSnapshot,
} from "./block-store.ts";

/** The used part of a client of Redis, or of a cluster. */
export interface RedisClient {
  /** Sends one command. Replies with bytes come as bytes, not as texts. */
  send(parts: readonly (string | Uint8Array)[]): Promise<unknown>;
}

/** What lies under the name of an object, written last; under the name of a world lies its pointer. */
export interface RedisObject {
  /** Another text for each writing: blocks of two objects never mix. */
  readonly id: string;
  readonly length: number;
  readonly blockBytes: number;
}

/** The key of a block of an object. */
export function redisBlockKey(name: string, { id }: RedisObject, number: number): string {
  return `${name}:${id}:${number}`;
}

/** The key of what an object will be, written first. */
export const redisPlanKey = (name: string): string => `${name}:plan`;

/**
 * A world that `publish` wrote into Redis. Each round of a question is one command for each block, all at once.
 *
 * @param name under which it was published
 */
export function redisBlocks(client: RedisClient, name: string): BlockStore {
  return new RedisBlocks(client, name);
}

class RedisBlocks implements BlockStore {
  readonly name: string;
  readonly #client: RedisClient;
  readonly #world: string;
  #object: RedisObject | undefined;

  constructor(client: RedisClient, world: string) {
    this.#client = client;
    this.#world = world;
    this.name = `redis:${world}`;
  }

  beside(address: string): BlockStore {
    return new RedisBlocks(this.#client, `${this.#world}/${address}`);
  }

  async describe(): Promise<StoredSnapshot> {
    const bytes = await this.#bytes(["GET", this.#world]);
    if (bytes === undefined) {
      throw new RemoteError("missing", `${this.name}: there is no world of that name`);
    }
    const object = objectIn(bytes);
    if (object === undefined) {
      if (isPointer(bytes)) return { length: bytes.length, version: "pointer", head: bytes };
      throw new RemoteError("damaged", `${this.name}: there is no world, but something else`);
    }
    this.#object = object;
    const head = await this.#bytes(["GET", redisBlockKey(this.#world, object, 0)]);
    return { length: object.length, version: object.id, ...(head === undefined ? {} : { head }) };
  }

  async read(ranges: readonly ByteRange[]): Promise<readonly Uint8Array[]> {
    return await Promise.all(ranges.map((range) => this.#range(range)));
  }

  async #range({ start, end }: ByteRange): Promise<Uint8Array> {
    const object = this.#object ?? { id: "", length: end, blockBytes: end };
    const { blockBytes } = object;
    const parts: Promise<Uint8Array | undefined>[] = [];
    for (let at = start; at < end; ) {
      const number = Math.floor(at / blockBytes);
      const from = number * blockBytes;
      const last = Math.min(end, from + blockBytes);
      const key = redisBlockKey(this.#world, object, number);
      parts.push(this.#bytes(["GETRANGE", key, `${at - from}`, `${last - 1 - from}`]));
      at = last;
    }
    const joined = new Uint8Array(end - start);
    let filled = 0;
    for (const part of await Promise.all(parts)) {
      joined.set((part ?? new Uint8Array()).subarray(0, joined.length - filled), filled);
      filled += part?.length ?? 0;
    }
    if (filled === 0) {
      const isThere = (await this.#bytes(["GET", this.#world])) !== undefined;
      const fault = isThere ? "replaced" : "missing";
      throw new RemoteError(fault, `${this.name}: its blocks were removed: open it again`);
    }
    return filled >= joined.length ? joined : joined.subarray(0, filled);
  }

  async #bytes(command: readonly string[]): Promise<Uint8Array | undefined> {
    let reply: unknown;
    try {
      reply = await this.#client.send(command);
    } catch (error) {
      throw deniedByRedis(error, this.name) ?? error;
    }
    if (reply instanceof Uint8Array) return reply;
    if (reply === null || reply === undefined) return undefined;
    const message = `${this.name}: the client gives texts in the place of bytes`;
    throw new RemoteError("unsuitable", message);
  }
}

/** Undefined for what describes no object. */
function objectIn(bytes: Uint8Array): RedisObject | undefined {
  try {
    const { id, length, blockBytes } = JSON.parse(new TextDecoder().decode(bytes)) as RedisObject;
    const isObject = typeof id === "string" && isCount(length) && isBlockLength(blockBytes);
    return isObject ? { id, length, blockBytes } : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (given: unknown): boolean => Number.isSafeInteger(given) && Number(given) > 0;

/** The error for a command that Redis refuses to this user; undefined for any other reason. */
export function deniedByRedis(error: unknown, name: string): RemoteError | undefined {
  const reason = reasonOf(error);
  if (!/^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(reason)) return undefined;
  return new RemoteError("denied", `${name}: Redis refuses: ${reason}`);
}
