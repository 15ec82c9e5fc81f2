/** Texts that carry a language tag: `Kalifornien@de`. */

const tag = /@[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** The text before the tag, or all of it when it has no tag. */
export function textWithoutLanguage(text: string): string {
  const at = text.lastIndexOf("@");
  return at > 0 && tag.test(text.slice(at)) ? text.slice(0, at) : text;
}
