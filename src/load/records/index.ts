/** Door of the records: the loop that all formats read with, and what their scanners share. */
export { RecordLoop, type RecordReader, unfinished } from "./record-loop.ts";
