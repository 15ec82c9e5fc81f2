/** Snapshots on nginx. */

import { writeFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { httpBlocks } from "../../../src/remote/stores/http-blocks.ts";
import { httpTarget } from "../../../src/remote/versions/http-target.ts";
import type { RunningStore } from "./all-stores.ts";
import { freePort, Place, programOf, until } from "./processes.ts";

export async function startNginx(): Promise<RunningStore & { readonly origin: string }> {
  const program = programOf("nginx");
  const place = new Place();
  const port = await freePort();
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${place.folder}/${name};`)
    .join(" ");
  const configuration = `${user} worker_processes 1; daemon off; pid ${place.folder}/pid;
    error_log ${place.folder}/errors; events { worker_connections 256; }
    http { access_log off; ${temporary} keepalive_requests 1000000;
      server { listen 127.0.0.1:${port}; root ${place.folder};
        location /dav/ { dav_methods PUT DELETE; create_full_put_path on; client_max_body_size 0; } } }`;
  writeFileSync(join(place.folder, "nginx.conf"), configuration);
  writeFileSync(join(place.folder, "ready"), "");
  place.start(program, ["-c", `${place.folder}/nginx.conf`, "-p", place.folder]);
  const origin = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${origin}/ready`), "nginx");
  return {
    origin,
    put: async (name, bytes) => {
      await writeFile(join(place.folder, `${name}.new`), bytes);
      await rename(join(place.folder, `${name}.new`), join(place.folder, name));
    },
    blocks: (name) => httpBlocks(`${origin}/${name}`),
    target: (name) => httpTarget(`${origin}/dav/${name}/world.json`),
    published: (name) => httpBlocks(`${origin}/dav/${name}/world.json`),
    stop: () => place.stop(),
  };
}
