/** Packages that are installed by whoever needs them. */
import { LoadError } from "../../errors/errors.ts";

/**
 * For `import(…).catch`, by which bundlers of pages see that the package may be missing.
 *
 * @returns what throws a LoadError with the command that installs the package
 */
export function needed(name: string, file: string): (cause: unknown) => never {
  return (cause) => {
    const problem = `needs the package ${name}, which could not be loaded: npm install ${name}`;
    throw new LoadError(problem, { file }, { cause });
  };
}
