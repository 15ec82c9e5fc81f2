/** The world behind HTTP, until the process is asked to end. */

import { readFile } from "node:fs/promises";
import type { AskedCommons } from "../../index.ts";
import type { AgentOptions } from "../../mcp.ts";
import type { AccessLine, ServeOptions } from "../../serve.ts";
import { type CliCommand, countOption, type OptionValues, textOption, texts } from "../command.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { options as shared } from "../options.ts";
import { printNote } from "../output.ts";
import { isRemote } from "../stores.ts";

/** The environment variable with API keys. */
const keysVariable = "POCKET_COMMONS_KEYS";

/** What an operator says about tools for language models. */
const agentOptions = [shared.instructions, shared.folder, shared.maxFolderBytes];

export const serveCommand: CliCommand = {
  usage: "serve <source...>",
  about: "answer every endpoint over HTTP, by default only to this machine",
  details: [
    `${keysVariable} holds API keys, too, with spaces or commas between them.`,
    "--strict also refuses requests that name what the world lacks.",
  ].join("\n"),
  options: [
    {
      flags: "--port <port>",
      about: "0 means any free port",
      byDefault: "8080",
      countMax: 65_535,
    },
    { flags: "--host <address>", about: "where to listen", byDefault: "127.0.0.1" },
    { flags: "--allow-remote", about: "allow an address that other machines reach" },
    { flags: "--allowed-host <name...>", about: "further names by which clients call the server" },
    { flags: "--keys-file <file>", about: "require an API key of this file, one on each line" },
    { flags: "--cors <origin...>", about: "allow pages of these origins; * for any" },
    {
      flags: "--exact",
      about: "answer as documented, without exceptions for real clients",
    },
    { flags: "--calculations", about: "calculate values that no source has" },
    {
      flags: "--workers <number>",
      about: "threads that answer, with one world",
      byDefault: "0",
      countMax: 256,
    },
    {
      flags: "--max-store-silence <seconds>",
      about: "then /healthz answers 503, if the store is gone so long",
      countMax: 999_999,
    },
    { flags: "--open", about: "open the address in the browser" },
    { flags: "--watch", about: "load again when files of the source change" },
    { flags: "--faults <file>", about: "delays and errors, by the rules of a mock as JSON" },
    { flags: "--access-log", about: "print a line of JSON for each answer" },
    ...agentOptions,
  ],
  groups: ["served", "loading"],
  aboutCommon: {
    strict:
      "the first error stops the load, and requests that name what the world lacks are refused",
  },
  examples: [
    "pocket-commons serve data-samples/us-states",
    "pocket-commons serve world.pocket --port 0 --json",
    "pocket-commons serve my-data --watch --cors http://localhost:5173",
  ],
  run: async ([sources], options, { io, ask }) => {
    const paths = texts(sources);
    const keys = await keysOf(options, io);
    const isElsewhere = paths.some((path) => isRemote(path, true));
    if (isElsewhere) checkElsewhere(options);
    const faults = await faultsOf(options);
    const agents = await agentsOf(options);
    const hasAgents = keys === undefined || agents.folder !== undefined;
    // What was loaded before is not loaded strictly.
    const isLoaded = paths.length === 1 && /\.pocket$/i.test(paths[0] ?? "");
    const strict = isLoaded ? undefined : options.strict;
    const settings = { ...options, strict, isServed: true };
    const load = (): Promise<AskedCommons> => ask(paths, settings);
    const { serve } = await import("../../serve.ts");
    const server = await serve(load, {
      port: countOption(options, "port"),
      host: textOption(options, "host"),
      allowRemote: options["allowRemote"] === true,
      allowedHosts: listOption(options, "allowedHost"),
      cors: listOption(options, "cors"),
      exact: options["exact"] === true,
      calculations: options["calculations"] === true,
      workers: countOption(options, "workers"),
      ...silenceOf(options),
      strict: options.strict === true,
      faults,
      keys,
      agents: hasAgents && agents,
      explorer: explored(keys === undefined, isElsewhere ? [] : paths),
      watch: options["watch"] === true ? paths : false,
      ...(options["accessLog"] === true ? { onAccess: (line) => log(line, io) } : {}),
      onReload: (error) => reportReload(error, io),
    });
    const { url, port } = server;
    io.stdout(`${options.json === true ? JSON.stringify({ url, port }) : url}\n`);
    if (options["open"] === true) await io.show(url);
    await io.stopped();
    const { cut } = await server.close();
    if (cut === 0) return undefined;
    return {
      json: { cut },
      rows: { columns: ["cut"], rows: [[String(cut)]] },
      text: [`cut after ten seconds: ${cut} requests or answers`],
      exitCode: exitCodes.mistakes,
    };
  },
};

/** A world that lies elsewhere is not linted. */
const explored = (isShown: boolean, paths: readonly string[]) => isShown && paths;

/** @throws UsageError for what needs files */
function checkElsewhere(options: OptionValues): void {
  if (options["watch"] === true) {
    throw new UsageError(
      "--watch is for files: a world that lies elsewhere is read anew when another takes its place",
    );
  }
  if (options.strict === true || options["faults"] !== undefined) {
    throw new UsageError("--strict and --faults need a world in this process: give its file");
  }
}

function silenceOf(options: OptionValues): Pick<ServeOptions, "maxStoreSilence"> {
  const seconds = countOption(options, "maxStoreSilence");
  return seconds === undefined ? {} : { maxStoreSilence: seconds * 1000 };
}

function log(line: AccessLine, io: CliIo): void {
  io.stdout(`${JSON.stringify(line)}\n`);
}

function reportReload(error: unknown, io: CliIo): void {
  const text =
    error === undefined
      ? "loaded again"
      : `not loaded again, the old world stays: ${error instanceof Error ? error.message : error}`;
  printNote(text, io);
}

/**
 * Keys of the file and of the environment: other programs of the machine see a command line.
 *
 * @throws UsageError for a file without a key
 */
async function keysOf(options: OptionValues, io: CliIo): Promise<readonly string[] | undefined> {
  const file = textOption(options, "keysFile");
  const written = file === undefined ? "" : await readFile(file, "utf8");
  const inFile = written.split(/\r?\n/).map((line) => line.trim());
  const keys = [...inFile, ...(io.env[keysVariable] ?? "").split(/[\s,]+/)].filter(Boolean);
  if (file !== undefined && keys.length === 0) throw new UsageError(`${file} has no key`);
  return keys.length === 0 ? undefined : keys;
}

/** @throws UsageError for a file that cannot be read, or is no JSON */
async function faultsOf(options: OptionValues): Promise<ServeOptions["faults"]> {
  const file = textOption(options, "faults");
  if (file === undefined) return undefined;
  try {
    return JSON.parse(await readFile(file, "utf8")) as ServeOptions["faults"];
  } catch (error) {
    throw new UsageError(`--faults ${file}: ${error instanceof Error ? error.message : error}`);
  }
}

function listOption(options: OptionValues, name: string): readonly string[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? (value as readonly string[]) : undefined;
}

/** @throws UsageError for a file that cannot be read */
async function agentsOf(options: OptionValues): Promise<AgentOptions> {
  // Programs that start the command from a form leave empty what nobody wrote there.
  const file = textOption(options, "instructions") || undefined;
  const folder = textOption(options, "folder") || undefined;
  const instructions = file === undefined ? undefined : await instructionsIn(file);
  return { instructions, folder, maxFolderBytes: countOption(options, "maxFolderBytes") };
}

async function instructionsIn(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(
      `--instructions ${file}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

export const mcpCommand: CliCommand = {
  usage: "mcp <source...>",
  about: "tools for language models, on standard input and output",
  details: "They speak the Model Context Protocol.",
  options: agentOptions,
  groups: ["loading"],
  examples: [
    "pocket-commons mcp data-samples/us-states",
    "pocket-commons mcp world.pocket --folder answers --instructions house-rules.md",
  ],
  run: async ([sources], options, { io, ask }) => {
    const agents = await agentsOf(options);
    const commons = await ask(texts(sources), { ...options, quiet: true, isServed: true });
    const { serveStdio } = await import("../../mcp.ts");
    const server = await serveStdio(commons, agents);
    await Promise.race([server.ended, io.stopped()]);
    await server.close();
    return undefined;
  },
};
