/** Parts of a world that Apache Spark builds with two executors, one of which is killed. */
import { type ExecFileException, execFile, execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { buildPart, joinParts, planParts, saveGraph } from "../../src/parts.ts";
import { pythonWith, skipped } from "./environment.ts";

const run = promisify(execFile);
const rowCount = Number(process.env["SPARK_ROWS"] || 200_000);
const [variables, dates] = [40, 100];
const entities = Math.ceil(rowCount / variables / dates);
const partCount = 4;
const timeout = 900_000 * Math.max(1, rowCount / 1e7);

const hasJava = (() => {
  try {
    execFileSync("java", ["-version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
const python = hasJava
  ? await pythonWith("spark", ["pyspark[sql]==4.3.0", "pandas<3"])
  : { reason: "Apache Spark needs Java, and there is none" };
if (typeof python !== "string") skipped(python);

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-spark-"));
const at = (name: string) => join(folder, name);
const variableOf = (variable: number) => `v${variable}`;
const names = Array.from({ length: partCount }, (_, part) => `part-${part}.part`);
const plan = planParts(
  Array.from({ length: variables }, (_, at): [string, number] => [
    variableOf(at),
    entities * dates,
  ]),
  { parts: partCount },
);

beforeAll(async () => {
  if (typeof python !== "string") return;
  const nodes = [
    ...Array.from({ length: entities }, (_, at) => [`e${at}`, "City"]),
    ...Array.from({ length: variables }, (_, at) => [variableOf(at), "StatisticalVariable"]),
    ["p/rows", "Provenance"],
  ].map(([dcid, type]) => `Node: dcid:${dcid}\ntypeOf: dcs:${type}\n`);
  await saveGraph(await open({ "graph.mcf": nodes.join("\n") }), at("graph.pocket"));
  const file = openSync(at("rows.csv"), "w");
  writeSync(file, "date,entity,variable,value,provenance\n");
  // Rows of a variable lie everywhere.
  for (let date = 0; date < dates; date++) {
    const rows: string[] = [];
    for (let entity = 0; entity < entities; entity++) {
      for (let variable = 0; variable < variables; variable++) {
        const value = ((entity * 7919 + variable * 31 + date) % 100_003) / 10;
        rows.push(`${1900 + date},e${entity},${variableOf(variable)},${value},p/rows\n`);
      }
    }
    writeSync(file, rows.join(""));
  }
  closeSync(file);
  await writeFile(at("plan.json"), JSON.stringify({ parts: plan }));
  await mkdir(at("direct"));
  const graph = await open(at("graph.pocket"));
  for (const [part, { variables: own }] of plan.entries()) {
    await buildPart(graph, at("rows.csv"), at(`direct/${names[part]}`), { variables: own });
  }
}, timeout);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(typeof python !== "string")(
  "Spark builds from CSV and from Parquet, without an executor that is killed, the parts that one machine builds",
  async () => {
    // The first task that runs it ends its own executor, as a machine that loses its power.
    await command(
      "killing",
      `if (!existsSync(${JSON.stringify(at("killed"))})) {
  writeFileSync(${JSON.stringify(at("killed"))}, "", { flag: "wx" });
  let process_ = process.ppid;
  while (!readFileSync(\`/proc/\${process_}/cmdline\`, "latin1").includes("CoarseGrainedExecutorBackend")) {
    process_ = Number(/^PPid:\\s*(\\d+)/m.exec(readFileSync(\`/proc/\${process_}/status\`, "latin1"))[1]);
  }
  writeFileSync(${JSON.stringify(at("killed"))}, String(process_));
  process.kill(process_, "SIGKILL");
  process.exit(1);
}`,
    );
    const told = await spark("killing", "from-csv", at("rows.csv"));
    expect(Number(readFileSync(at("killed"), "utf8"))).toBeGreaterThan(1);
    await requireSame("from-csv");
    expect(told).toContain(`part 0: ${plan[0]?.rows} observations`);
    await toParquet();
    await command("usual", "");
    await spark("usual", "from-parquet", at("rows.parquet"));
    await requireSame("from-parquet");
    const parts = names.map((name) => at(`from-csv/${name}`));
    await joinParts(at("graph.pocket"), parts, at("world.json"));
    const world = await open(at("world.json"));
    expect(world.info.observationCount).toBe(variables * dates * entities);
    expect(world.verify("structure")).toBe(true);
    world.close();
    process.stdout.write(
      `Spark: ${world.info.observationCount} rows in ${partCount} parts, compared\n`,
    );
  },
  timeout,
);

/** Byte for byte, and nothing else is left in the folder. */
async function requireSame(target: string): Promise<void> {
  for (const name of names) {
    const [found, expected] = [`${target}/${name}`, `direct/${name}`].map((path) =>
      readFileSync(at(path)),
    ) as [Buffer, Buffer];
    expect(found.equals(expected), `${target}/${name}`).toBe(true);
  }
  const { stdout } = await run("ls", [at(target)]);
  expect(stdout.trim().split("\n")).toEqual(names);
}

/** A command for executors: what it does first, and then `pocket-commons`. */
async function command(name: string, first: string): Promise<void> {
  const cli = resolve("dist/cli.js");
  if (!existsSync(cli)) throw new Error("build the package first: npm run build");
  const program = `#!/usr/bin/env node
import { existsSync, readFileSync, writeFileSync } from "node:fs";
${first}
await import(${JSON.stringify(cli)});
`;
  await writeFile(at(`${name}.mjs`), program);
  await chmod(at(`${name}.mjs`), 0o755);
}

async function spark(name: string, target: string, rows: string): Promise<string> {
  const job = [resolve("tools/spark_parts.py"), "--plan", at("plan.json")];
  const places = ["--graph", at("graph.pocket"), "--out", at(target)];
  const own = ["--command", `${process.execPath} ${at(`${name}.mjs`)}`, rows];
  return await submit([...job, ...places, ...own]);
}

/** One file, as other programs write it. */
async function toParquet(): Promise<void> {
  const program = `from pyarrow import csv, parquet
parquet.write_table(csv.read_csv(${JSON.stringify(at("rows.csv"))}), ${JSON.stringify(at("rows.parquet"))})
`;
  await run(python as string, ["-c", program]);
}

/** Two executors with a core each, in processes of their own. */
async function submit(args: readonly string[]): Promise<string> {
  const place = resolve(python as string, "..", "..");
  const env = {
    ...process.env,
    PYSPARK_PYTHON: python as string,
    PYSPARK_DRIVER_PYTHON: python as string,
    SPARK_LOCAL_IP: "127.0.0.1",
    SPARK_LOCAL_DIRS: at("spark"),
    SPARK_WORKER_DIR: at("work"),
    PATH: `${join(place, "bin")}:${process.env["PATH"]}`,
  };
  const options = ["--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false"];
  const hosts = ["--conf", "spark.driver.host=127.0.0.1"];
  const memory = ["--driver-memory", "1g", "--executor-memory", "1g"];
  try {
    const submitted = run(
      join(place, "bin", "spark-submit"),
      [...options, ...hosts, ...memory, ...args],
      {
        env,
        cwd: folder,
        timeout,
        maxBuffer: 1 << 26,
      },
    );
    return (await submitted).stdout;
  } catch (error) {
    const { stderr = "", message } = error as ExecFileException;
    throw new Error(`${message}\n${stderr.slice(-4000)}`);
  }
}
