/** Packages that are installed by whoever needs them. */
import { LoadError } from "../../errors/errors.ts";

/** @throws LoadError with the command that installs the package */
export async function neededPackage<Module>(
  name: string,
  load: () => Promise<Module>,
  file: string,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const problem = `needs the package ${name}, which could not be loaded: npm install ${name}`;
    throw new LoadError(problem, { file }, { cause });
  }
}
