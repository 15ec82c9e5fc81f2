/** Loads, and reports what was found. */

import { type CliCommand, textOption, texts } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { leftOut } from "../sources.ts";
import { describeInfo } from "./info.ts";

export const loadCommand: CliCommand = {
  usage: "load <source...>",
  about: "load sources and report; exit code 1 if a part of them was not loaded",
  options: [{ flags: "-s, --save <file>", about: "write a snapshot, which opens at once" }],
  examples: [
    "pocket-commons load schema/ observations/ --strict",
    "pocket-commons load data --save data.pocket",
  ],
  run: async ([sources], options, { open }) => {
    const started = performance.now();
    const commons = await open(texts(sources), options);
    const seconds = (performance.now() - started) / 1000;
    const file = textOption(options, "save");
    if (file !== undefined) await commons.save(file);
    const { info } = commons;
    const { rows, text } = describeInfo(info, options);
    const timed = ["seconds", String(seconds), "", "", "", ""];
    const saved = file === undefined ? [] : [`saved as ${file}`];
    return {
      json: { ...info, seconds },
      rows: { ...rows, rows: [...rows.rows, timed] },
      text: [...text, "", `loaded in ${seconds.toFixed(2)} s`, ...saved],
      exitCode: leftOut(info) > 0 ? exitCodes.mistakes : exitCodes.done,
    };
  },
};
