/** Loads, and reports what was found. */

import { type CliCommand, textOption, texts } from "../command.ts";
import { describeInfo } from "./info.ts";

export const loadCommand: CliCommand = {
  usage: "load <source...>",
  about: "load sources and report; fails when something could not be read",
  options: [["-s, --save <file>", "write a snapshot, which opens at once"]],
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
    const saved = file === undefined ? "" : `\nsaved as ${file}`;
    return {
      json: { ...info, seconds },
      text: `${describeInfo(info)}\n\nloaded in ${seconds.toFixed(2)} s${saved}`,
    };
  },
};
