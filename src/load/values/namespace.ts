/** Prefixes of ids: `dcid:`, and those that a custom folder's own data use, as `who:`. */

const namespace = /^[A-Za-z0-9_-]+:(?!\/\/)/;

export function hasNamespace(id: string): boolean {
  return namespace.test(id);
}

/** Drops all prefixes of an id, as the official importer does; a URL stays whole. */
export function withoutNamespace(id: string): string {
  let rest = id.trim();
  for (let found = namespace.exec(rest); found !== null; found = namespace.exec(rest)) {
    rest = rest.slice(found[0].length).trim();
  }
  return rest;
}
