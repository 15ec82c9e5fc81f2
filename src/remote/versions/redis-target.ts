/** Worlds published into Redis. */

import { RemoteError } from "../stores/block-store.ts";
import {
  deniedByRedis,
  type RedisClient,
  type RedisObject,
  redisBlockKey,
  redisPlanKey,
} from "../stores/redis-blocks.ts";
import type { HeldPointer, PublishTarget, PutOptions } from "./publish-target.ts";

const blockBytes = 1 << 14;
/** Commands at the same time. */
const batch = 64;

/** Compares and writes in one step. Nothing there is as good as the empty text. */
const exchange =
  "if (redis.call('GET', KEYS[1]) or '') == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) return 1 end return 0";

/** A world in Redis or in a cluster of it, for `redisBlocks` with the same name. */
export function redisTarget(client: RedisClient, name: string): PublishTarget {
  if (typeof name !== "string" || name === "") {
    throw new TypeError("redisTarget needs the name of a world");
  }
  return new RedisTarget(client, name);
}

class RedisTarget implements PublishTarget {
  readonly name: string;
  readonly #client: RedisClient;
  readonly #world: string;

  constructor(client: RedisClient, world: string) {
    this.#client = client;
    this.#world = world;
    this.name = `redis:${world}`;
  }

  async readPointer(): Promise<HeldPointer | undefined> {
    const bytes = await this.#bytes(["GET", this.#world]);
    return bytes === undefined ? undefined : { bytes, mark: new TextDecoder().decode(bytes) };
  }

  async writePointer(bytes: Uint8Array, mark = ""): Promise<boolean> {
    return Number(await this.#send(["EVAL", exchange, "1", this.#world, mark, bytes])) === 1;
  }

  async put(address: string, object: Blob, { onBytes, signal }: PutOptions): Promise<void> {
    const name = `${this.#world}/${address}`;
    await this.remove(address);
    const made: RedisObject = { id: crypto.randomUUID(), length: object.size, blockBytes };
    const about = JSON.stringify(made);
    // How many blocks there may be is known before the first of them, and the object is there after the last.
    await this.#send(["SET", redisPlanKey(name), about]);
    const step = batch * blockBytes;
    for (let at = 0; at < object.size; at += step) {
      signal?.throwIfAborted();
      const bytes = new Uint8Array(await object.slice(at, at + step).arrayBuffer());
      const writes: Promise<unknown>[] = [];
      for (let from = 0; from < bytes.length; from += blockBytes) {
        const key = redisBlockKey(name, made, (at + from) / blockBytes);
        writes.push(this.#send(["SET", key, bytes.subarray(from, from + blockBytes)]));
      }
      await Promise.all(writes);
      onBytes?.(bytes.length);
    }
    await this.#send(["SET", name, about]);
  }

  async remove(address: string): Promise<void> {
    const name = `${this.#world}/${address}`;
    const about = await this.#bytes(["GET", redisPlanKey(name)]);
    if (about === undefined) return;
    const object = JSON.parse(new TextDecoder().decode(about)) as RedisObject;
    await this.#send(["DEL", name]);
    const count = Math.ceil(object.length / object.blockBytes);
    for (let at = 0; at < count; at += batch) {
      const numbers = Array.from({ length: Math.min(batch, count - at) }, (_, one) => at + one);
      await Promise.all(
        numbers.map((number) => this.#send(["DEL", redisBlockKey(name, object, number)])),
      );
    }
    await this.#send(["DEL", redisPlanKey(name)]);
  }

  async #bytes(parts: readonly string[]): Promise<Uint8Array | undefined> {
    const reply = await this.#send(parts);
    if (reply === null || reply === undefined) return undefined;
    if (reply instanceof Uint8Array) return reply;
    const message = `${this.name}: the client gives texts in the place of bytes`;
    throw new RemoteError("unsuitable", message);
  }

  async #send(parts: readonly (string | Uint8Array)[]): Promise<unknown> {
    try {
      return await this.#client.send(parts);
    } catch (error) {
      throw deniedByRedis(error, this.name) ?? error;
    }
  }
}
