/** Prefixes of ids: `dcid:`, and those that a custom folder's own data use, as `who:`. */

const NAMESPACE = /^[A-Za-z0-9_-]+:(?!\/\/)/;

export function hasNamespace(id: string): boolean {
  return NAMESPACE.test(id);
}

/** Drops all prefixes of an id, as the official importer does; a URL stays whole. */
export function withoutNamespace(id: string): string {
  let rest = id.trim();
  for (let found = NAMESPACE.exec(rest); found !== null; found = NAMESPACE.exec(rest)) {
    rest = rest.slice(found[0].length).trim();
  }
  return rest;
}
