/** Door of files of columns: loaded when the first one is written. */

export { type ArrowFormat, arrowOf } from "./arrow.ts";
export { parquetOf } from "./parquet.ts";
