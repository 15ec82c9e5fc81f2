/** Snapshots on nginx. */

import { writeFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { httpBlocks } from "../../../src/remote/stores/http-blocks.ts";
import { httpTarget } from "../../../src/remote/versions/http-target.ts";
import type { RunningStore } from "./all-stores.ts";
import { freePort, Place, programOf, until } from "./processes.ts";

/** With a second server before it: that one keeps slices of objects, as a cache on the way does. */
interface RunningNginx extends RunningStore {
  readonly origin: string;
  /** Where the cache answers what is published under a name. */
  readonly cached: (name: string) => string;
}

export async function startNginx(): Promise<RunningNginx> {
  const program = programOf("nginx");
  const place = new Place();
  const [port, cachePort] = [await freePort(), await freePort()];
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${place.folder}/${name};`)
    .join(" ");
  const configuration = `${user} worker_processes 1; daemon off; pid ${place.folder}/pid;
    error_log ${place.folder}/errors; events { worker_connections 256; }
    http { access_log off; ${temporary} keepalive_requests 1000000;
      proxy_cache_path ${place.folder}/cache keys_zone=objects:8m max_size=256m;
      server { listen 127.0.0.1:${port}; root ${place.folder};
        location /dav/ { dav_methods PUT DELETE; create_full_put_path on; client_max_body_size 0;
          location ~ \\.pocket$ { dav_methods PUT DELETE; client_max_body_size 0;
            add_header Cache-Control "public, max-age=31536000, immutable"; }
          location ~ /world\\.json$ { dav_methods PUT DELETE; add_header Cache-Control "no-cache"; } } }
      server { listen 127.0.0.1:${cachePort};
        location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; }
        location ~ \\.pocket$ { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_cache objects;
          slice 16k; proxy_set_header Range $slice_range; proxy_cache_key $uri$slice_range;
          proxy_cache_valid 200 206 1h; add_header X-Cache $upstream_cache_status; } } }`;
  writeFileSync(join(place.folder, "nginx.conf"), configuration);
  writeFileSync(join(place.folder, "ready"), "");
  place.start(program, ["-c", `${place.folder}/nginx.conf`, "-p", place.folder]);
  const origin = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${origin}/ready`), "nginx");
  return {
    origin,
    cached: (name) => `http://127.0.0.1:${cachePort}/dav/${name}/world.json`,
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
