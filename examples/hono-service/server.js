import { serve } from "@hono/node-server";
import { service } from "./service.js";

serve({ fetch: service.fetch, hostname: "127.0.0.1", port: 3000 }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/states/largest`),
);
