import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, test } from "node:test";

const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const { port } = probe.address();
probe.close();
const server = spawn(process.execPath, ["build"], {
  env: { ...process.env, HOST: "127.0.0.1", PORT: port },
});
await once(server.stdout, "data");
after(() => server.kill());

const page = (path) => fetch(`http://127.0.0.1:${port}/${path}`);

test("a page comes rendered from the server", async () => {
  const text = await (await page("geoId/06")).text();
  assert.match(text, /<h1>California<\/h1>/);
  assert.match(text, /39,355,309 people in 2025/);
  assert.match(text, /<a href="\/geoId\/06085">Santa Clara County<\/a>/);
  assert.equal((await page("geoId/99")).status, 404);
});
