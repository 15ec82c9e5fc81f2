/** Answers in fewer bytes, for those who read them. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** Below this, compressing costs more than sending. */
const encodedBytesMin = 4096;

export interface Encoded {
  readonly body: string | Uint8Array;
  /** The value of `Content-Encoding`; undefined: as it is. */
  readonly encoding: "br" | "gzip" | undefined;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** @param accepts the header `Accept-Encoding` */
export async function encoded(body: string, accepts: string | undefined): Promise<Encoded> {
  if (accepts === undefined || body.length < encodedBytesMin) return { body, encoding: undefined };
  const headers = { "accept-encoding": accepts };
  const [choice] = new Negotiator({ headers }).encodings(["br", "gzip", "identity"]);
  if (choice === "br") {
    // 4 of 11: about the time of gzip, and fewer bytes.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return { body: await toBrotli(body, { params }), encoding: "br" };
  }
  if (choice === "gzip") return { body: await toGzip(body), encoding: "gzip" };
  return { body, encoding: undefined };
}
