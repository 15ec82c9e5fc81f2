/** Writes a source in another form. */

import { type ExportFormat, exportFormats, writeExport } from "../../index.ts";
import { type CliCommand, text, textOption } from "../command.ts";
import { UsageError } from "../io.ts";

export const exportCommand: CliCommand = {
  usage: "export <source> <folder>",
  about: `write as ${exportFormats.join(", ")}; - as folder prints a format of one file`,
  options: [["-f, --format <format>", "the form", "tables"]],
  examples: [
    "pocket-commons export data out --format mcf",
    "pocket-commons export data - --format wide > table.csv",
  ],
  run: async ([source, folder], options, { io, open }) => {
    const format = textOption(options, "format") ?? "";
    if (!isFormat(format)) {
      throw new UsageError(`--format takes one of ${exportFormats.join(", ")}`);
    }
    const exported = (await open([text(source)], options)).export(format);
    const files = exported.files.map(({ name }) => name);
    if (text(folder) === "-") {
      const [only] = exported.files.filter(({ name }) => name !== "manifest.json");
      if (only === undefined || files.length > 2 || format === "tables") {
        throw new UsageError(`${format} is more than one file: name a folder`);
      }
      for (const chunk of only.text()) io.stdout(chunk);
    } else await writeExport(exported, text(folder));
    for (const { reason, count, examples } of exported.omissions) {
      io.stderr(`left out: ${count} × ${reason}, for example ${examples[0]}\n`);
    }
    const json = { files, omissions: exported.omissions };
    return text(folder) === "-" ? { json } : { json, text: `wrote ${files.join(", ")}` };
  },
};

function isFormat(format: string): format is ExportFormat {
  return (exportFormats as readonly string[]).includes(format);
}
