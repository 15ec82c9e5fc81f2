/** Files of tables. They are one module of the package, which is loaded when the first file is written. */

export { arrowOf, arrowTableOf } from "./arrow.ts";
export { parquetOf } from "./parquet.ts";
