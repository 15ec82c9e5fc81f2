/**
 * The example of a store of one's own: snapshots in a Redis Cluster, a key per block. Any node is asked;
 * one that does not hold a key says who does. A replica answers when its master is gone.
 */

import {
  type BlockStore,
  type ByteRange,
  RemoteError,
} from "../../../src/remote/stores/block-store.ts";
import { RedisConnection, type RedisReply } from "./redis-connection.ts";

const blockBytes = 1 << 14;

interface Described {
  readonly version: string;
  readonly length: number;
}

export class RedisBlocks implements BlockStore {
  readonly name: string;
  readonly #cluster: RedisCluster;
  readonly #world: string;

  constructor(cluster: RedisCluster, world: string) {
    this.#cluster = cluster;
    this.#world = world;
    this.name = `redis:${world}`;
  }

  async describe(): Promise<Described> {
    const text = await this.#cluster.command(["GET", `world:${this.#world}`]);
    if (text === null) throw new RemoteError("missing", `${this.name}: there is no such world`);
    return JSON.parse(String(text)) as Described;
  }

  async read(ranges: readonly ByteRange[], version: string): Promise<readonly Uint8Array[]> {
    const now = await this.describe();
    if (now.version !== version) throw new RemoteError("replaced", `${this.name}: it was replaced`);
    return await Promise.all(ranges.map((range) => this.#range(range, version)));
  }

  async #range({ start, end }: ByteRange, version: string): Promise<Uint8Array> {
    const parts: Promise<RedisReply>[] = [];
    for (let at = start; at < end; ) {
      const number = Math.floor(at / blockBytes);
      const last = Math.min(end, (number + 1) * blockBytes);
      const [from, to] = [at - number * blockBytes, last - 1 - number * blockBytes];
      parts.push(this.#cluster.command(["GETRANGE", `${version}:${number}`, `${from}`, `${to}`]));
      at = last;
    }
    return Buffer.concat((await Promise.all(parts)) as Buffer[]);
  }
}

export class RedisCluster {
  readonly #connections = new Map<number, RedisConnection>();
  readonly #ports: readonly number[];

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  /** The description is written last: what is half there is not seen. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    const version = crypto.randomUUID();
    for (let at = 0; at * blockBytes < bytes.length; at++) {
      const block = bytes.subarray(at * blockBytes, (at + 1) * blockBytes);
      await this.command(["SET", `${version}:${at}`, Buffer.from(block)]);
    }
    const described: Described = { version, length: bytes.length };
    await this.command(["SET", `world:${name}`, JSON.stringify(described)]);
  }

  /** Resolves when each replica has what its master has. */
  async copied(): Promise<void> {
    for (const port of this.#ports) {
      const told = String(await this.ask(port, ["INFO", "replication"]));
      if (!told.includes("role:master")) continue;
      const copies = await this.ask(port, ["WAIT", "1", "30000"]);
      if (copies !== 1) throw new Error(`the replica of ${port} did not copy it in 30 seconds`);
    }
  }

  /** Asks nodes until one has the key. @throws Error (rejects) when none has */
  async command(parts: readonly (string | Buffer)[]): Promise<RedisReply> {
    const waiting = [...this.#ports];
    let reason: unknown;
    for (let tries = 0; tries < 12 && waiting.length > 0; tries++) {
      const port = waiting.shift() as number;
      try {
        return await this.ask(port, parts);
      } catch (error) {
        reason = error;
        const [, owner] = /^MOVED \d+ [\d.]+:(\d+)/.exec(String((error as Error).message)) ?? [];
        const at = waiting.indexOf(Number(owner));
        if (at >= 0) waiting.unshift(...waiting.splice(at, 1));
      }
    }
    throw reason;
  }

  async ask(port: number, parts: readonly (string | Buffer)[]): Promise<RedisReply> {
    let connection = this.#connections.get(port);
    if (connection === undefined || connection.isEnded) {
      connection = new RedisConnection(port);
      this.#connections.set(port, connection);
      // From now on a replica answers for its master.
      connection.command(["READONLY"]).catch(() => {});
    }
    return await connection.command(parts);
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.end();
  }
}
