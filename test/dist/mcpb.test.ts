/** The bundle that programs install with one click, and what a registry is given about it. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { read } from "../tidy/source-tree.ts";

/** The package that defines bundles; not every checkout has its types. */
const official: string = "@anthropic-ai/mcpb";
const checks: string = new URL("../../build/server-json.mjs", import.meta.url).href;

let folder: string;
let bundle: Buffer;
let files: Readonly<Record<string, Uint8Array>>;

interface Server {
  readonly name: string;
  readonly packages: readonly Record<string, unknown>[];
}
let server: Server;

const { version } = JSON.parse(read("package.json")) as { readonly version: string };

const home = ["--home", "https://github.com/somebody/pocket-commons"];

function made(name: string): Buffer {
  const place = join(folder, name);
  const { status, stderr } = spawnSync(process.execPath, ["build/mcpb.mjs", place, ...home]);
  expect(status, String(stderr)).toBe(0);
  return readFileSync(join(place, `pocket-commons-${version}.mcpb`));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mcpb-"));
  bundle = made("made");
  files = unzipSync(bundle);
  server = JSON.parse(readFileSync(join(folder, "made", "server.json"), "utf8"));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program starts, by the words of the package that defines bundles. */
async function configured(userConfig: object) {
  const { getMcpConfigForManifest } = await import(official);
  return (await getMcpConfigForManifest({
    manifest: JSON.parse(Buffer.from(files["manifest.json"] as Uint8Array).toString()),
    extensionPath: join(folder, "installed"),
    systemDirs: {},
    userConfig,
    pathSeparator: "/",
  })) as { readonly command: string; readonly args: string[] };
}

describe("the bundle", () => {
  test("is installed and started, and answers without any other package", async () => {
    for (const [name, bytes] of Object.entries(files)) {
      const path = join(folder, "installed", name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    const answers = join(folder, "answers");
    const sample = join(process.cwd(), "data-samples/us-states");
    const { command, args } = await configured({ folders: [sample], folder: answers });
    expect(command).toBe("node");
    const client = new Client({ name: "a test", version: "1" });
    const transport = new StdioClientTransport({ command, args, cwd: folder, stderr: "pipe" });
    await client.connect(transport);
    const { tools } = await client.listTools();
    const manifest = JSON.parse(Buffer.from(files["manifest.json"] as Uint8Array).toString());
    expect(manifest.tools).toEqual(tools.map(({ name, description }) => ({ name, description })));
    const skill = { uri: "skill://data-commons-researcher/SKILL.md" };
    expect(JSON.stringify(await client.readResource(skill))).toContain("search_indicators");
    for (const format of ["csv", "parquet", "arrow"]) {
      const { isError, content } = await client.callTool({
        name: "save_observations",
        arguments: {
          variable_dcids: ["Count_Person"],
          parent_place_dcid: "country/USA",
          child_place_type: "State",
          date: "all",
          format,
        },
      });
      expect(isError, JSON.stringify(content)).toBeFalsy();
    }
    await client.close();
  }, 60_000);

  test("passes empty fields of the form as nothing", async () => {
    const { args } = await configured({ files: ["/data/a.pocket", "/data/b.pocket"] });
    expect(args.slice(1)).toEqual([
      ...["mcp", "--folder=", "--instructions=", "--"],
      ...["/data/a.pocket", "/data/b.pocket"],
    ]);
  });

  test("has the licences of all packages that are inside", () => {
    const text = Buffer.from(files["server/THIRD-PARTY-LICENSES"] as Uint8Array).toString();
    for (const name of ["@modelcontextprotocol/sdk", "zod", "hyparquet-writer", "commander"]) {
      expect(text).toContain(`${name} `);
    }
  });

  test("is the same each time", () => {
    expect(made("again").equals(bundle)).toBe(true);
  }, 60_000);
});

describe("server.json", () => {
  test("names the package and the bundle, with its hash", () => {
    const [npm, mcpb] = server.packages;
    expect(npm).toMatchObject({ registryType: "npm", identifier: "pocket-commons", version });
    const fileSha256 = createHash("sha256").update(bundle).digest("hex");
    expect(mcpb).toMatchObject({ registryType: "mcpb", fileSha256 });
    expect(server.name).toBe("io.github.somebody/pocket-commons");
  });

  test("fits the published fields, and what does not fit is found", async () => {
    const { faultsOf } = await import(checks);
    expect(faultsOf(server)).toEqual([]);
    const [npm, mcpb] = server.packages;
    const faults = [
      [{ ...server, name: "pocket-commons" }, "name is not"],
      [{ ...server, description: "x".repeat(101) }, "description is not"],
      [{ ...server, version: "latest" }, "version is not"],
      [{ ...server, status: "active" }, "status is no field"],
      [{ ...server, packages: [{ ...npm, version: undefined }] }, "packages[0].version is"],
      [{ ...server, packages: [{ ...npm, registry_type: "npm" }] }, "registry_type is no field"],
      [{ ...server, packages: [npm, { ...mcpb, fileSha256: "x" }] }, "packages[1].fileSha256"],
      [{ ...server, packages: [{ ...npm, transport: { type: "tcp" } }] }, "transport.type is none"],
      [
        { ...server, packages: [{ ...npm, transport: { type: "sse" } }] },
        "transport.url is missing",
      ],
      [{ ...server, remotes: [{ type: "stdio", url: "x" }] }, "remotes[0].type is none"],
      [
        { ...server, packages: [{ ...npm, packageArguments: [{ type: "positional" }] }] },
        "valueHint or value is missing",
      ],
    ] as const;
    for (const [wrong, fault] of faults) {
      const found = faultsOf(JSON.parse(JSON.stringify(wrong)));
      expect(found.join()).toContain(fault);
    }
  });
});
