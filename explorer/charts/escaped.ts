/** Texts in XML. */

// Control characters are none of XML's.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** As XML has it. */
export const escaped = (text: string): string =>
  text
    .replace(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
