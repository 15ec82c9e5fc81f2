/** Worlds published as versions, where many can read them. */

import { stat } from "node:fs/promises";
import type { PublishReport, PublishTarget, WorldPointer } from "../../remote.ts";
import {
  type CliCommand,
  countOption,
  type OptionValues,
  text,
  textOption,
  texts,
} from "../command.ts";
import { UsageError } from "../io.ts";
import { options as shared } from "../options.ts";
import type { Answer } from "../output.ts";
import { storeOptions, targetOf } from "../stores.ts";
import { counted } from "../styled-text.ts";

const keepMax = 9999;

export const publishCommand: CliCommand = {
  usage: "publish <snapshot> [target]",
  about: "publish a snapshot as a new version of a world: into a folder, by HTTP, into PostgreSQL",
  details: [
    "The target is a folder, https://…/world.json or postgres:NAME (PGHOST, PGUSER and so on lead",
    "to the database). Readers give its world.json, or postgres:NAME, as their source. With --list,",
    "--current, --remove and --gc the target stands alone. The snapshot of a world in parts is its",
    "world.json.",
  ].join("\n"),
  options: [
    { flags: "--name <name>", about: "name of the version; default: the time" },
    { flags: "--keep <count>", about: "remove all but so many versions", countMax: keepMax },
    shared.dryRun,
    { flags: "--list", about: "list the versions" },
    { flags: "--current <name>", about: "make this version the current one: roll back" },
    { flags: "--remove <name>", about: "remove this version" },
    { flags: "--gc", about: "remove what killed publishers left" },
    {
      flags: "--lease <seconds>",
      about: "a publisher that is silent so long was killed",
      byDefault: "60",
      countMax: 86_400,
    },
    shared.store,
  ],
  groups: ["reports"],
  examples: [
    "pocket-commons publish world.pocket /srv/worlds/us --keep 3",
    "pocket-commons publish world.pocket postgres:us --name 2026-11-26 --dry-run",
    "pocket-commons publish --list /srv/worlds/us",
    "pocket-commons publish --current 2026-11-25 /srv/worlds/us",
  ],
  run: async ([first, second], options, { io }) => {
    const isAlone = ["list", "current", "remove", "gc"].some((name) => options[name] !== undefined);
    const words = [text(first), text(second)].filter((word) => word !== "");
    if (words.length !== (isAlone ? 1 : 2)) {
      const wanted = isAlone ? "the target alone" : "a snapshot and a target";
      throw new UsageError(`publish takes ${wanted}, and has ${counted(words.length, "argument")}`);
    }
    const stored = await storeOptions(textOption(options, "store"), io);
    const { store: target, end } = await targetOf(words.at(-1) ?? "", stored);
    try {
      if (isAlone) return await changed(target, options);
      return published(target, await publishFile(target, words[0] ?? "", options), options);
    } finally {
      await end();
    }
  },
};

const leaseOf = (options: OptionValues): number => (countOption(options, "lease") ?? 60) * 1000;

async function publishFile(target: PublishTarget, file: string, options: OptionValues) {
  // A missing file has an error of the system.
  await stat(file);
  const { publish } = await import("../../remote.ts");
  const name = textOption(options, "name");
  const { worldFiles } = await import("../../operate.ts");
  const { snapshot, parts } = await worldFiles(file);
  return await publish(target, snapshot, {
    parts,
    lease: leaseOf(options),
    dryRun: options["dryRun"] === true,
    ...(name === undefined ? {} : { version: name }),
    keep: countOption(options, "keep"),
  });
}

function published({ name }: PublishTarget, report: PublishReport, options: OptionValues): Answer {
  const { version, objects, movedBytes, storedBytes, removed } = report;
  const verb = options["dryRun"] === true ? "would publish" : "published";
  const rows = objects.map(({ address, bytes, isMoved }) => [
    address,
    String(bytes),
    String(isMoved),
  ]);
  return {
    json: report,
    rows: { columns: ["address", "bytes", "isMoved"], rows },
    text: [
      `${verb} version ${version} at ${name}: ${movedBytes} bytes move, ${storedBytes} bytes are then stored`,
      ...removed.map((one) => `removed version ${one}`),
    ],
  };
}

async function changed(target: PublishTarget, options: OptionValues): Promise<Answer> {
  const { makeCurrent, removeVersions, versionsOf } = await import("../../remote.ts");
  const current = textOption(options, "current");
  const removed = texts(textOption(options, "remove"));
  // What is no longer current may then be removed.
  if (current !== undefined) await makeCurrent(target, current);
  if (removed.length > 0 || options["gc"] === true) {
    await removeVersions(target, removed, { lease: leaseOf(options) });
  }
  return listed(await versionsOf(target));
}

function listed(pointer: WorldPointer): Answer {
  const { current, versions, writing } = pointer;
  const rows = versions.map(({ name, published: when, snapshot, parts = [] }) => {
    const bytes = [snapshot, ...parts].reduce((sum, one) => sum + one.bytes, 0);
    return [name === current ? "*" : "", name, when, String(bytes), String(parts.length)];
  });
  return {
    json: pointer,
    rows: { columns: ["current", "version", "published", "bytes", "parts"], rows },
    notes:
      writing === undefined
        ? []
        : [`a publisher is at work, or was killed: its lease ends at ${writing.until}`],
  };
}
