/** A client of a Redis Cluster: any node is asked; one that does not hold a key says who does. */

import type { RedisClient } from "../../../src/remote/stores/redis-blocks.ts";
import { RedisConnection, type RedisReply } from "./redis-connection.ts";

export class RedisCluster implements RedisClient {
  readonly #connections = new Map<number, RedisConnection>();
  readonly #ports: readonly number[];

  constructor(ports: readonly number[]) {
    this.#ports = ports;
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
  async send(parts: readonly (string | Uint8Array)[]): Promise<RedisReply> {
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

  async ask(port: number, parts: readonly (string | Uint8Array)[]): Promise<RedisReply> {
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
