/** What a process could leave behind: open descriptors, threads, files. */

import { readdirSync } from "node:fs";

export interface Leftovers {
  /** Undefined where the system has no figure. */
  readonly descriptors: number | undefined;
  /** Of the operating system; undefined where it has no figure. */
  readonly tasks: number | undefined;
  /** Workers of Node, and what else keeps a process from ending. */
  readonly resources: readonly string[];
  /** Paths in the folders that are watched. */
  readonly files: readonly string[];
}

export function leftoversIn(...folders: readonly string[]): Leftovers {
  return {
    descriptors: countIn("/proc/self/fd") ?? countIn("/dev/fd"),
    tasks: countIn("/proc/self/task"),
    resources: process.getActiveResourcesInfo().sort(),
    files: folders.flatMap((folder) =>
      (readdirSync(folder, { recursive: true }) as string[]).map((path) => `${folder}/${path}`),
    ),
  };
}

/** @returns a line for each kind of which there is more than before */
export function leftoverFaults(before: Leftovers, after: Leftovers): string[] {
  const faults: string[] = [];
  for (const kind of ["descriptors", "tasks"] as const) {
    const [had, has] = [before[kind], after[kind]];
    if (had !== undefined && has !== undefined && has > had) {
      faults.push(`${has - had} ${kind} more than before: ${has}`);
    }
  }
  for (const kind of ["resources", "files"] as const) {
    const left = [...after[kind]];
    for (const item of before[kind]) {
      const at = left.indexOf(item);
      if (at >= 0) left.splice(at, 1);
    }
    if (left.length > 0) faults.push(`${left.length} ${kind} left: ${left.slice(0, 5).join(", ")}`);
  }
  return faults;
}

/** Kinds that the system has no figure of. */
export function untold({ descriptors, tasks }: Leftovers): string[] {
  return [
    ...(descriptors === undefined ? ["descriptors: no /proc/self/fd and no /dev/fd"] : []),
    ...(tasks === undefined ? ["threads of the system: no /proc/self/task"] : []),
  ];
}

function countIn(folder: string): number | undefined {
  try {
    return readdirSync(folder).length;
  } catch {
    return undefined;
  }
}
