/** A bare listener that answers everything with one text, as fast as Node can. Prints its port. */
import { createServer } from "node:http";
import { childTask } from "../machine/child.ts";

const { body } = childTask<{ readonly body: string }>();
const headers = {
  "content-type": "application/json",
  "content-length": Buffer.byteLength(body),
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(JSON.stringify(address));
});
