/**
 * `genmcf` of the official import tool, without a network: the tool asks a server of Pocket Commons whether places and
 * schema exist. `node generate.js import-tool.jar` writes MCF and `report.json` into `generated`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { serve } from "pocket-commons/serve";

/** Here the sample; your own world has the places and the schema that your import names. */
export const world = "node_modules/pocket-commons/data-samples/us-states";

/** Ends with the exit code of the tool. */
export async function generate(jar, output) {
  const files = readdirSync("import").map((name) => `import/${name}`);
  const server = await serve(world);
  try {
    const options = ["--existence-checks=true", "--resolution=LOCAL", `--output-dir=${output}`];
    const env = { ...process.env, DC_API_ROOT: server.url };
    const tool = spawn("java", ["-jar", jar, "genmcf", ...options, ...files], {
      env,
      stdio: "inherit",
    });
    const [code] = await once(tool, "close");
    return code;
  } finally {
    await server.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , jar] = process.argv;
  if (jar === undefined) throw new TypeError("Name the jar: node generate.js import-tool.jar");
  process.exitCode = await generate(jar, "generated");
}
