/** Door of stores in PostgreSQL. */

export { type PostgresClient, postgresBlocks } from "./postgres-blocks.ts";
export { type PublishOptions, type PublishSource, publish } from "./publish.ts";
