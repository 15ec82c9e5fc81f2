/** Where code runs. */

/** Browsers alone call themselves so. */
export function isInPage(): boolean {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };
  return navigator?.userAgent?.startsWith("Mozilla/") === true;
}
