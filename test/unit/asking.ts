/** Asks a server as a client of another process does. */
import { type IncomingHttpHeaders, request } from "node:http";

export const sample = "data-samples/us-states";
export const name = "/v2/node?nodes=geoId/06&property=->name";

export interface Asked {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export function ask(
  url: string,
  path: string,
  { method = "GET", headers = {}, body }: Asking = {},
) {
  return new Promise<Asked>((resolve, reject) => {
    const asking = request(new URL(url).origin + path, { method, headers, agent: false });
    asking.once("error", reject);
    asking.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    asking.end(body);
  });
}
