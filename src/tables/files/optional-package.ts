/** Packages that only some users install. */

/** What somebody reads who asks for a form of file without its package. */
export function optionalPackage(name: string, form: string, cause: unknown): TypeError {
  const message = `${form} needs the package ${name}, which could not be loaded: npm install ${name}`;
  return new TypeError(message, { cause });
}
