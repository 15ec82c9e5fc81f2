/** Loads, and reports what was found. */

import { type CliCommand, texts } from "../command.ts";
import { describeInfo } from "./info.ts";

export const loadCommand: CliCommand = {
  usage: "load <source...>",
  about: "load sources and report; fails when something could not be read",
  examples: ["pocket-commons load schema/ observations/ --strict"],
  run: async ([sources], options, { open }) => {
    const started = performance.now();
    const { info } = await open(texts(sources), { ...options, quiet: options.quiet ?? false });
    const seconds = (performance.now() - started) / 1000;
    return {
      json: { ...info, seconds },
      text: `${describeInfo(info)}\n\nloaded in ${seconds.toFixed(2)} s`,
    };
  },
};
