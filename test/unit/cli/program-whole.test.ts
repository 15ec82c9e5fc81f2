/** How words of a command line are read: what a command is given, and all that is printed of mistakes and as help. */
import { expect, test } from "vitest";
import type { CliCommand } from "../../../src/cli/command.ts";
import type { CliIo } from "../../../src/cli/io.ts";
import { options } from "../../../src/cli/options.ts";
import { programOf } from "../../../src/cli/program.ts";
import { expectWhole, facts } from "./running.ts";

const run = async () => undefined;
const commands: readonly CliCommand[] = [
  {
    usage: "look <source> <name...>",
    about: "look for names",
    details: "Two lines are\nmore of that.",
    options: [
      {
        flags: "-l, --level <level>",
        about: "how well",
        choices: ["low", "high"],
        byDefault: "low",
      },
      { flags: "--count <n>", about: "how many", countMax: 10, byDefault: "3" },
      { flags: "--bytes <n>", about: "how large", countMax: Number.MAX_SAFE_INTEGER },
      { flags: "--many-words <word...>", about: "words" },
      { flags: "--no-colon", about: "without a colon" },
    ],
    groups: ["answers", "sources"],
    aboutCommon: { with: "sources beside it" },
    examples: ["pocket-commons look a b", "pocket-commons look a b -l high"],
    run,
  },
  { usage: "list <source> [search...]", about: "list", groups: [], examples: ["x"], run },
  { usage: "one <source> [target]", about: "one", groups: ["written"], examples: [], run },
  {
    usage: "all <source...>",
    about: "all",
    options: [options.limit],
    groups: [],
    examples: [],
    run,
  },
  { usage: "free <shell>", about: "free", groups: [], examples: ["x"], run },
];

/** What a line gives to a command, prints and throws. */
async function seen(line: string, given: Partial<CliIo> = {}): Promise<string> {
  let text = `$ ${line}\n`;
  const write = (kind: string) => (written: unknown) => {
    text += `${kind}: ${written}`;
  };
  const io = {
    stdout: write("out"),
    stderr: write("err"),
    isTerminal: false,
    progressStream: undefined,
    env: {},
    ...given,
  } as CliIo;
  const program = programOf(commands, facts, io, async ({ usage }, args, values) => {
    text += `${usage}: ${JSON.stringify(args)} ${JSON.stringify(values)}\n`;
  });
  const argv = line.split(" ").filter(Boolean);
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    const { message, exitCode } = error as Error & { readonly exitCode?: number };
    text += `thrown: ${message}${exitCode === undefined ? "" : ` (${exitCode})`}\n`;
  }
  return text;
}

async function expectLines(name: string, lines: readonly string[], io?: Partial<CliIo>) {
  const texts: string[] = [];
  for (const line of lines) texts.push(await seen(line, io));
  expectWhole(name, texts.join("\n"));
}

test("help, version and unknown commands", async () => {
  await expectLines("program-help", [
    "",
    "--help",
    "-V",
    "look --help",
    "look -h",
    "one --help",
    "all --help",
    "nothing",
    "lok a b",
    "lists --json",
    "--json look a b",
    "load a",
    "query a",
    "toString",
    "__proto__",
  ]);
});

test("arguments and options", async () => {
  await expectLines("program-words", [
    "look a b",
    "look a b c -l high --count 10 --no-colon",
    "look a b --level=low --count 0 --bytes 9 -q",
    "look a b -w c d -o e --color never",
    "look a -- -l b",
    "list a",
    "list a b c",
    "one a",
    "one a b",
    "all a b -n 5",
    "free zsh",
    "look",
    "look a",
    "look a --many-words b",
    "look --many-words a b",
    "look a --many-words b c",
    "look a -w b c",
    "list",
    "one",
    "all",
    "free",
    "one a b c",
    `one a b c ${"d".repeat(41)}`,
    "free a b",
    "look a b --count 11",
    "look a b --count -1",
    "look a b --count 1.5",
    "look a b --bytes 123456789",
    "look a b --bytes 9007199254740991",
    "look a b --bytes 9007199254740992",
    `look a b --count ${"x".repeat(41)}`,
    "look a b --level hihg",
    "look a b --level nothing",
    "look a b --count",
    "look a b --colour never",
    "look a b --many-word c",
    "look a b --hlep",
    "look a b --nothing-like-it",
    "look a b --save=c",
    "look a b --keys c",
    "look a b --postgres c",
    "look a b -b c",
    "look a b -V",
  ]);
});

test("a source that the environment names", async () => {
  const here = "data-samples/us-states";
  const lines = [
    "look b",
    `look ${here} b`,
    `look ${here}`,
    "look - b",
    "look https://example.org/world.json b",
    "look postgres:world b",
    "look",
    "list",
    "list a",
    `list ${here}`,
    `list ${here} a`,
    "one",
    "one a",
    `one ${here}`,
    `one ${here} a`,
    "one a b",
    "all",
    "all a",
    "free",
    "free a",
  ];
  await expectLines("program-source", lines, { env: { POCKET_COMMONS_SOURCE: "theirs" } });
  const without = await Promise.all(lines.map((line) => seen(line)));
  const empty = lines.map((line) => seen(line, { env: { POCKET_COMMONS_SOURCE: "" } }));
  expect(await Promise.all(empty)).toEqual(without);
});

test("colours of help and of mistakes", async () => {
  const lines = ["--help", "look --help", "nothing", "look a b --nothing"];
  const isTerminal = true;
  const progressStream = {} as NodeJS.WriteStream;
  await expectLines("program-colours", lines, { isTerminal, progressStream });
  const colours = await Promise.all(
    [{}, { isTerminal }, { progressStream }, { isTerminal, env: { NO_COLOR: "1" } }].map(
      async (io) =>
        await Promise.all(lines.map(async (line) => (await seen(line, io)).includes("\u001b["))),
    ),
  );
  expect(colours).toEqual([
    [false, false, false, false],
    [true, true, false, false],
    [false, false, true, true],
    [false, false, false, false],
  ]);
});
