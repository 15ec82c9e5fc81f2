/** Snapshots in a store with an S3 interface: OpenStack Swift with its s3api, and addresses that are presigned. */

import { execFileSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { httpBlocks } from "../../../src/remote/stores/http-blocks.ts";
import { httpTarget } from "../../../src/remote/versions/http-target.ts";
import type { RunningStore } from "./all-stores.ts";
import { freePort, Place, programOf, Skipped, until } from "./processes.ts";

/** The one that Debian's packages are for; another one may come first in the path. */
const python = "/usr/bin/python3";
/** Its processes load much before they listen. */
const startMilliseconds = 60_000;
const parts = ["account", "container", "object"] as const;
/** An account and its user, as the settings name them; addresses have a colon between the two. */
const owner = "test_tester";
const secret = "testing";
const region = "us-east-1";

/** One place for everything: 16 parts, one copy, one device. */
const rings = `import sys
from swift.common.ring import RingBuilder
for name, port in zip(sys.argv[2::2], sys.argv[3::2]):
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1.0, "ip": "127.0.0.1",
                  "port": int(port), "device": "one", "meta": ""})
    ring.rebalance()
    ring.get_ring().save(sys.argv[1] + "/" + name + ".ring.gz")
`;

/** Reads its settings from the folder, not from that of the machine. */
const program = `import sys
from swift.common import utils
utils.SWIFT_CONF_FILE = sys.argv[1] + "/swift.conf"
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[1] + "/" + sys.argv[2] + ".conf", sys.argv[2] + "-server"))
`;

export async function startSwift(): Promise<RunningStore> {
  const memcached = programOf("memcached");
  programOf("swift-proxy-server");
  programOf("swift-object-server");
  if (!existsSync(python)) throw new Skipped(`there is no ${python}`);
  const place = new Place();
  const { folder } = place;
  const user = userInfo().username;
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  mkdirSync(join(folder, "devices/one"), { recursive: true });
  write("server.py", [program]);
  write("swift.conf", ["[swift-hash]", "swift_hash_path_suffix = s", "swift_hash_path_prefix = p"]);
  const common = (port: number) => [
    ...["[DEFAULT]", "bind_ip = 127.0.0.1", `bind_port = ${port}`, `swift_dir = ${folder}`],
    ...[`user = ${user}`, "workers = 0", "mount_check = false", `devices = ${folder}/devices`],
  ];
  const ports: string[] = [];
  for (const part of parts) {
    const port = await freePort();
    ports.push(part, `${port}`);
    write(`${part}.conf`, [
      ...common(port),
      ...["[pipeline:main]", `pipeline = ${part}-server`],
      ...[`[app:${part}-server]`, `use = egg:swift#${part}`],
    ]);
  }
  execFileSync(python, ["-c", rings, folder, ...ports], { stdio: "pipe" });
  const [port, memory] = [await freePort(), await freePort()];
  write("proxy.conf", [
    ...common(port),
    ...["[pipeline:main]", "pipeline = catch_errors healthcheck cache s3api tempauth proxy-server"],
    ...["[app:proxy-server]", "use = egg:swift#proxy", "account_autocreate = true"],
    ...["catch_errors", "healthcheck", "s3api"].flatMap((name) => filter(name)),
    ...[...filter("cache", "memcache"), `memcache_servers = 127.0.0.1:${memory}`],
    ...[...filter("tempauth"), `user_${owner} = ${secret} .admin`],
  ]);
  place.start(memcached, ["-l", "127.0.0.1", "-p", `${memory}`, "-u", user]);
  for (const part of [...parts, "proxy"]) {
    place.start(python, [join(folder, "server.py"), folder, part]);
  }
  const origin = `http://127.0.0.1:${port}`;
  const put = async (path: string, body?: Uint8Array) => {
    const init = { method: "PUT", ...(body === undefined ? {} : { body: new Uint8Array(body) }) };
    const response = await fetch(presigned("PUT", origin, path), init);
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  };
  try {
    await until(() => put("/worlds"), "Swift", startMilliseconds);
  } catch (error) {
    await place.stop();
    throw error;
  }
  return {
    put: (name, bytes) => put(`/worlds/${name}`, bytes),
    blocks: (name) => httpBlocks(presigned("GET", origin, `/worlds/${name}`)),
    target: (name) => httpTarget(`${origin}/worlds/${name}/world.json`, { sign }),
    published: (name) => httpBlocks(`${origin}/worlds/${name}/world.json`, { sign }),
    stop: () => place.stop(),
  };
}

/** Makes a presigned address of a plain one. */
function sign(url: string, method: string): string {
  const { origin, pathname } = new URL(url);
  return presigned(method, origin, pathname);
}

const filter = (name: string, use = name) => [`[filter:${name}]`, `use = egg:swift#${use}`];

/** An address that needs no more than itself: Signature Version 4 in the query. */
function presigned(method: string, origin: string, path: string): string {
  const now = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const scope = [now.slice(0, 8), region, "s3", "aws4_request"];
  const query = new URLSearchParams([
    ["X-Amz-Algorithm", "AWS4-HMAC-SHA256"],
    ["X-Amz-Credential", [owner.replace("_", ":"), ...scope].join("/")],
    ["X-Amz-Date", now],
    ["X-Amz-Expires", "86400"],
    ["X-Amz-SignedHeaders", "host"],
  ]);
  const { host } = new URL(origin);
  const request = [method, path, query, `host:${host}`, "", "host", "UNSIGNED-PAYLOAD"].join("\n");
  const hash = createHash("sha256").update(request).digest("hex");
  const signed = ["AWS4-HMAC-SHA256", now, scope.join("/"), hash].join("\n");
  const keyed = (key: string | Buffer, text: string) =>
    createHmac("sha256", key).update(text).digest();
  const key = scope.reduce<string | Buffer>(keyed, `AWS4${secret}`);
  return `${origin}${path}?${query}&X-Amz-Signature=${keyed(key, signed).toString("hex")}`;
}
