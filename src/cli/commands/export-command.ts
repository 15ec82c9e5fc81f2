/** Writes a source in another form. */

import { occupied } from "../../disk/file-paths.ts";
import { type ExportFormat, exportFormats } from "../../publish/format-names.ts";
import { type CliCommand, text, textOption } from "../command.ts";
import { UsageError } from "../io.ts";
import { options as rows } from "../options.ts";
import { printNote, textStream } from "../output.ts";

export const exportCommand: CliCommand = {
  usage: "export <source> <folder>",
  about: "write a source in another form, into a folder",
  details:
    "The folder is empty, or made if it is not there. With - as folder, a format that has one file is printed.",
  options: [{ ...rows.format, byDefault: "tables", choices: exportFormats }, rows.force],
  groups: ["reports", "sources"],
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
    const force = options["force"] === true;
    const refused = toOutput || force ? undefined : occupied(text(folder));
    if (refused !== undefined) {
      throw new UsageError(`${refused}; --force replaces files of the same names`);
    }
    const commons = await open([text(source)], options);
    const target = toOutput ? textStream(io.stdout) : text(folder);
    const report = await commons.export(target, { format, force }).catch((error: unknown) => {
      throw toOutput && error instanceof TypeError
        ? new UsageError(`${format} is more than one file: name a folder`)
        : error;
    });
    const files = report.files.map(({ name }) => name);
    if (options.quiet !== true) {
      for (const { reason, count, examples } of report.omissions) {
        printNote(`left out: ${count} × ${reason}, for example ${examples[0]}`, io);
      }
    }
    return {
      json: report,
      rows: {
        columns: ["name", "rowCount", "bytes"],
        rows: report.files.map(({ name, rowCount, bytes }) => [
          name,
          String(rowCount),
          String(bytes),
        ]),
      },
      text: toOutput ? [] : [`wrote ${files.join(", ")}`],
    };
  },
};
