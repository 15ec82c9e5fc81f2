/**
 * The table of contents of the service. Routing, decoding, key rule, error texts, typed methods
 * and documentation come from these rows and from nowhere else.
 */
import type { AnyEndpoint } from "./table/index.ts";
import { v0Endpoints } from "./v0/index.ts";
import { v1Endpoints } from "./v1/index.ts";
import { v2Endpoints } from "./v2/index.ts";

export const endpoints = {
  ...v2Endpoints,
  ...v1Endpoints,
  ...v0Endpoints,
} as const satisfies Readonly<Record<string, AnyEndpoint>>;
