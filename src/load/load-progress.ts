/** What a load tells about itself, in a file without Node's types, which users may not have. */
export interface LoadProgress {
  /** The file being read. */
  readonly file: string;
  /** Bytes read so far of all files of the load, as they lie on disk: compressed ones of a `.gz`. */
  readonly bytesRead: number;
  /** Bytes of all files of the load, the same in each call. */
  readonly bytesTotal: number;
  /**
   * MCF nodes and CSV rows so far, of all files of the load: with the first call for a file, those
   * of the files before it.
   */
  readonly rows: number;
}
