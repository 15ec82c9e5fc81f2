/** Publishes a snapshot with pauses, so that it can be killed at any step: `SNAPSHOT OTHER VERSION TARGET…`. */

import { openAsBlob } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { folderTarget } from "../../src/operate/folder-target.ts";
import { postgresTarget } from "../../src/remote/versions/postgres-target.ts";
import { publish } from "../../src/remote/versions/publish.ts";
import type { PublishTarget } from "../../src/remote/versions/publish-target.ts";

const [, , snapshot = "", other = "", version = "", kind, ...place] = process.argv;

async function targetOf(): Promise<PublishTarget> {
  if (kind === "folder") return folderTarget(place[0] ?? "");
  const { Pool } = createRequire(join(process.cwd(), "x.js"))("pg") as typeof import("pg");
  const [port, name = ""] = place;
  return postgresTarget(
    new Pool({ host: "127.0.0.1", port: Number(port), user: "pocket", database: "postgres" }),
    name,
  );
}

/** Bytes that come slowly, as those of a large snapshot do. */
function slowly(blob: Blob): Blob {
  const pause = () => new Promise((done) => setTimeout(done, 5));
  const slow = {
    size: blob.size,
    slice: (...given: [number, number]) => slowly(blob.slice(...given)),
    arrayBuffer: async () => {
      await pause();
      return await blob.arrayBuffer();
    },
    stream: () => pieces(blob, pause),
  };
  return slow as unknown as Blob;
}

async function* pieces(blob: Blob, pause: () => Promise<unknown>) {
  for (let at = 0; at < blob.size; at += 1 << 13) {
    await pause();
    yield new Uint8Array(await blob.slice(at, at + (1 << 13)).arrayBuffer());
  }
}

const target = await targetOf();
process.stdout.write("begun\n");
for (let more = 0; ; more++) {
  const name = more === 0 ? version : `${version}-${more}`;
  // Never what is there already.
  const file = await openAsBlob(more % 2 === 0 ? snapshot : other);
  await publish(target, slowly(file), { version: name, keep: 1, lease: 100 });
}
