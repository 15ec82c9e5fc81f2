/** What a program gives back that opens and closes again and again. `npm run build` comes first. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { withFolder } from "../../unit/load/load-texts.ts";

const door = fileURLToPath(new URL("../../../dist/index.js", import.meta.url));

/** Held, so that no descriptor is given back because something was garbage. */
const program = `
  import { open } from ${JSON.stringify(door)};
  const [path] = process.argv.slice(1);
  await (await open({ "a.mcf": "Node: dcid:a\\nname: b\\n" })).save(path);
  const held = [];
  for (let time = 0; time < 300; time++) {
    const commons = await open(path);
    commons.v2.node({ nodes: ["a"], property: "->name" });
    if (process.argv[2] === "close") commons.close();
    held.push(commons);
  }
  console.log(held.length);
`;

test.runIf(process.platform === "linux")(
  "300 snapshots open in a program that may have 256 files open, if it closes them",
  async () => {
    await withFolder({}, async (folder) => {
      const run = (how: string) => {
        const limited = 'ulimit -n 256 && exec "$0" "$@"';
        const args = ["--input-type=module", "-e", program, join(folder, "a.pocket"), how];
        return spawnSync("sh", ["-c", limited, process.execPath, ...args], { encoding: "utf8" });
      };
      expect(run("close")).toMatchObject({ status: 0, stdout: "300\n" });
      expect(run("keep").stderr).toContain("EMFILE");
    });
  },
);
