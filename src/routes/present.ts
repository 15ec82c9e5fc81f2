/** Members of answers that are left out where they are empty, as the service does. */

/** The members that hold something: no empty text or list, no `false`, no 0. */
export function present<Members extends object>(members: Members): Present<Members> {
  const held = Object.entries(members).filter(
    ([, value]) => !!value && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(held) as Present<Members>;
}

type Present<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };
