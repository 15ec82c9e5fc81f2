/**
 * `npm run mcpb [FOLDER]`: the tools for language models as people install them, from the built package. By default the
 * folder is `mcpb`.
 *
 *     pocket-commons-VERSION.mcpb    a bundle that programs install with one click: manifest, command, documents
 *     server.json                    what a registry of servers says about it
 *
 * Both are checked before anything is written. The same package gives the same bytes. `server.json` names where the
 * project lives: `repository` and `mcpName` of package.json, or `--home URL` and a name made of it. Without either it is not
 * written.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { McpbManifestSchema } from "@anthropic-ai/mcpb/schemas/0.3";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { build } from "esbuild";
import { zipSync } from "fflate";
import { licencesOf, packagesIn } from "./licences.mjs";
import { faultsOf } from "./server-json.mjs";

const described = JSON.parse(readFileSync("package.json", "utf8"));
const { name, version, license, description, keywords, engines, repository, mcpName } = described;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { home: { type: "string" } },
});
const home = values.home ?? repository?.url?.replace(/^git\+|\.git$/g, "");

/** Of a manifest, a line. */
const about = "Data Commons statistics from your own files, answered offline on this machine";

/** A form that a person fills in, by its names in the manifest. */
const form = {
  folders: {
    type: "directory",
    title: "Folders with data",
    description: "Folders of Data Commons files: MCF, CSV with templates, config.json, dumps",
    multiple: true,
    default: [],
  },
  files: {
    type: "file",
    title: "Files with data",
    description: "Snapshots (.pocket) and other files of Data Commons",
    multiple: true,
    default: [],
  },
  folder: {
    type: "directory",
    title: "Folder for long answers",
    description:
      "Answers of more than 500 rows are written there as files. Without it, nothing is written",
    default: "",
  },
  instructions: {
    type: "file",
    title: "Instructions",
    description: "A text that the model reads first, in place of our own",
    default: "",
  },
};

/** What the program that starts the command puts in place of a name. */
const filled = (what) => ["$", `{${what}}`].join("");
const [folder = "mcpb"] = positionals;
const manifest = {
  manifest_version: "0.3",
  name,
  display_name: "Pocket Commons",
  version,
  description: about,
  long_description: description,
  author: { name: "Pocket Commons" },
  ...(home === undefined ? {} : { homepage: home, documentation: home }),
  license,
  keywords,
  server: {
    type: "node",
    entry_point: "server/cli.js",
    mcp_config: {
      command: "node",
      args: [
        `${filled("__dirname")}/server/cli.js`,
        "mcp",
        `--folder=${filled("user_config.folder")}`,
        `--instructions=${filled("user_config.instructions")}`,
        "--",
        filled("user_config.folders"),
        filled("user_config.files"),
      ],
    },
  },
  tools: await listedTools(),
  prompts_generated: true,
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
  user_config: form,
};
McpbManifestSchema.parse(manifest);
const bundle = zipped({ "manifest.json": JSON.stringify(manifest, null, 2), ...(await program()) });
const fileName = `${name}-${version}.mcpb`;
const server = home === undefined ? undefined : serverJson(home);
const faults = server === undefined ? [] : faultsOf(server);
if (faults.length > 0) throw new Error(`server.json: ${faults.join("; ")}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, fileName), bundle);
if (server !== undefined) {
  writeFileSync(join(folder, "server.json"), `${JSON.stringify(server, null, 2)}\n`);
}
const rest =
  server === undefined ? "no server.json: the project has no address" : "and server.json";
console.log(`${join(folder, fileName)}: ${bundle.length} bytes, ${rest}`);

/** Names and descriptions, as a client gets them. */
async function listedTools() {
  const { createMcpServer } = await import(new URL("../dist/mcp.js", import.meta.url).href);
  const never = () => {
    throw new Error("no tool is called");
  };
  const tools = await createMcpServer(never, { folder });
  const client = new Client({ name, version });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([tools.connect(there), client.connect(here)]);
  const { tools: listed } = await client.listTools();
  await client.close();
  return listed.map(({ name: tool, description: use }) => ({ name: tool, description: use }));
}

/** The command with the packages that it needs inside, and what it reads beside itself. */
async function program() {
  const { outputFiles, metafile } = await build({
    entryPoints: ["dist/cli.js"],
    outdir: "server",
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    metafile: true,
    logLevel: "error",
    // For worlds in PostgreSQL alone.
    external: ["pg"],
  });
  const bundled = outputFiles.map(({ path, contents }) => {
    const inside = relative(process.cwd(), path).replaceAll("\\", "/");
    return [inside, contents];
  });
  const licences = [
    readFileSync("dist/THIRD-PARTY-LICENSES", "utf8"),
    licencesOf(packagesIn([{ metafile }])),
  ];
  const beside = ["load-worker.js", "meaning.bin"].map((file) => [
    `server/${file}`,
    readFileSync(join("dist", file)),
  ]);
  beside.push(["server/THIRD-PARTY-LICENSES", licences.join("\n")]);
  const rest = ["package.json", "LICENSE", "NOTICE"].map((file) => [file, readFileSync(file)]);
  const documents = ["docs/behaviour", "docs/skills", "schema"].flatMap(filesIn);
  return Object.fromEntries([...bundled, ...beside, ...rest, ...documents]);
}

function filesIn(path) {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => {
    const file = join(entry.parentPath, entry.name).replaceAll("\\", "/");
    return [file, readFileSync(file)];
  });
}

/** In byte order of the names, and of no time. */
function zipped(files) {
  const bytes = (content) => (typeof content === "string" ? Buffer.from(content) : content);
  const names = Object.keys(files).sort();
  const entries = names.map((file) => [file, new Uint8Array(bytes(files[file]))]);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1), level: 9 });
}

/** As registries name what lives at an address: its host from the end, and its first folder at a forge. */
function nameAt(address) {
  const { hostname, pathname } = new URL(address);
  const owner = pathname.split("/").filter(Boolean)[0];
  const host = hostname === "github.com" ? ["io", "github", owner] : hostname.split(".").reverse();
  return `${host.join(".")}/${name}`;
}

function serverJson(address) {
  const fileSha256 = createHash("sha256").update(bundle).digest("hex");
  const stdio = { type: "stdio" };
  const option = (flag, text) => ({
    type: "named",
    name: flag,
    description: text,
    format: "filepath",
  });
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName ?? nameAt(address),
    title: "Pocket Commons",
    description: about,
    version,
    websiteUrl: address,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: stdio,
        packageArguments: [
          { type: "positional", value: "mcp" },
          option("--folder", form.folder.description),
          option("--instructions", form.instructions.description),
          {
            type: "positional",
            valueHint: "source",
            description: "Folders and files of Data Commons",
            format: "filepath",
            isRequired: true,
            isRepeated: true,
          },
        ],
      },
      {
        registryType: "mcpb",
        identifier: `${address}/releases/download/v${version}/${fileName}`,
        fileSha256,
        transport: stdio,
      },
    ],
  };
}
