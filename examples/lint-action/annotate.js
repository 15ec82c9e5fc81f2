/** Prints what lint finds as commands of a workflow: GitHub shows each beside the line that it is about. */
import { lint } from "pocket-commons/lint";

const [path = "."] = process.argv.slice(2);
const shown = { info: "notice", warning: "warning", error: "error", fatal: "error" };

const { findings, levels } = await lint(path);
for (const { level, counter, file, line, message } of findings) {
  const place = [
    ["file", file],
    ["line", line],
    ["title", counter],
  ].filter(([, value]) => value !== undefined);
  const properties = place.map(
    ([name, value]) =>
      `${name}=${escaped(`${value}`).replaceAll(":", "%3A").replaceAll(",", "%2C")}`,
  );
  console.log(`::${shown[level]} ${properties.join(",")}::${escaped(message)}`);
}
console.log(`${levels.error + levels.fatal} errors, ${levels.warning} warnings`);
process.exitCode = levels.error + levels.fatal > 0 ? 1 : 0;

function escaped(text) {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
