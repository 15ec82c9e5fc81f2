/** Writes a source in another form. */

import { type ExportFormat, exportFormats, writeExport } from "../../index.ts";
import { type CliCommand, text, textOption } from "../command.ts";
import { UsageError } from "../io.ts";
import { printNote } from "../output.ts";

export const exportCommand: CliCommand = {
  usage: "export <source> <folder>",
  about: `write as ${exportFormats.join(", ")}; with - as folder, print a format that has one file`,
  options: [
    {
      flags: "-f, --format <format>",
      about: "the format",
      byDefault: "tables",
      choices: exportFormats,
    },
  ],
  examples: [
    "pocket-commons export data out --format mcf",
    "pocket-commons export data - --format wide > table.csv",
  ],
  run: async ([source, folder], options, { io, open }) => {
    const format = textOption(options, "format") as ExportFormat;
    const toOutput = text(folder) === "-";
    if (toOutput && (options.json === true || options.csv === true)) {
      throw new UsageError("- prints the exported file itself: leave --json and --csv out");
    }
    const exported = (await open([text(source)], options)).export(format);
    const files = exported.files.map(({ name }) => name);
    if (toOutput) {
      const [only] = exported.files.filter(({ name }) => name !== "manifest.json");
      if (only === undefined || files.length > 2 || format === "tables") {
        throw new UsageError(`${format} is more than one file: name a folder`);
      }
      for (const chunk of only.text()) io.stdout(chunk);
    } else await writeExport(exported, text(folder));
    if (options.quiet !== true) {
      for (const { reason, count, examples } of exported.omissions) {
        printNote(`left out: ${count} × ${reason}, for example ${examples[0]}`, io);
      }
    }
    return {
      json: { files, omissions: exported.omissions },
      rows: { columns: ["file"], rows: files.map((name) => [name]) },
      text: toOutput ? [] : [`wrote ${files.join(", ")}`],
    };
  },
};
