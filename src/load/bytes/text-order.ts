/** Texts in the byte order of UTF-8. */
export { compareUtf8 as byteOrder } from "../../store/texts/utf8.ts";
