/** Runs programs one after the other; the first that fails ends this one. */
import { spawnSync } from "node:child_process";

/** @param environment variables that are set unless the caller has set them */
export function run(program, given, environment = {}) {
  const env = { ...environment, ...process.env };
  const { status, signal, error } = spawnSync(program, given, { stdio: "inherit", env });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? (signal === "SIGINT" ? 130 : 1));
}

/** The library in `dist`, as its users get it. */
export function buildLibrary() {
  run("npm", ["run", "--silent", "build"]);
}

/** Ends with the names that there are. */
export function refuse(kind, name, names) {
  console.error(`There is no ${kind} ${name}. There are: ${names.join(", ")}`);
  process.exit(1);
}
