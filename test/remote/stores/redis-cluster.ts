/** Snapshots in a Redis Cluster of six nodes: three masters, each with a replica. */

import type { ChildProcess } from "node:child_process";
import { execFileSync } from "node:child_process";
import { redisBlocks } from "../../../src/remote/stores/redis-blocks.ts";
import { redisTarget } from "../../../src/remote/versions/redis-target.ts";
import { putInto } from "../stored-world.ts";
import type { RunningStore } from "./all-stores.ts";
import { freePort, Place, programOf, until } from "./processes.ts";
import { RedisCluster } from "./redis-client.ts";

export interface RunningRedis extends RunningStore {
  readonly nodes: readonly ChildProcess[];
}

export async function startRedisCluster(): Promise<RunningRedis> {
  const program = programOf("redis-server");
  const command = programOf("redis-cli");
  const place = new Place();
  const ports: number[] = [];
  const nodes: ChildProcess[] = [];
  for (let node = 0; node < 6; node++) {
    const [port, bus] = [await freePort(), await freePort()];
    ports.push(port);
    const settings = {
      port,
      "cluster-port": bus,
      bind: "127.0.0.1",
      dir: place.folder,
      "cluster-enabled": "yes",
      "cluster-config-file": `nodes-${port}.conf`,
      "cluster-node-timeout": 2000,
      // While a replica takes over, the others answer, and so does the replica.
      "cluster-require-full-coverage": "no",
      "cluster-allow-reads-when-down": "yes",
      appendonly: "no",
      // Replicas copy their master at once, not after five seconds.
      "repl-diskless-sync-delay": 0,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    nodes.push(place.start(program, [...options, "--save", ""]));
  }
  const cluster = new RedisCluster(ports);
  for (const port of ports) await until(() => cluster.ask(port, ["PING"]), "Redis");
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  const join = ["--cluster", "create", ...addresses, "--cluster-replicas", "1", "--cluster-yes"];
  execFileSync(command, join, { stdio: "pipe" });
  await until(async () => {
    for (const port of ports) {
      const state = String(await cluster.ask(port, ["CLUSTER", "INFO"]));
      if (!state.includes("cluster_state:ok")) throw new Error("the cluster is not ready");
      const copies = String(await cluster.ask(port, ["INFO", "replication"]));
      const isReady = /connected_slaves:1|master_link_status:up/.test(copies);
      if (!isReady) throw new Error("a replica has not copied its master");
    }
  }, "the cluster");
  return {
    nodes,
    put: async (name, bytes) => {
      await putInto(redisTarget(cluster, "put"), name, bytes);
      await cluster.copied();
    },
    blocks: (name) => redisBlocks(cluster, `put/${name}`),
    target: (name) => redisTarget(cluster, name),
    published: (name) => redisBlocks(cluster, name),
    stop: async () => {
      cluster.close();
      await place.stop();
    },
  };
}
