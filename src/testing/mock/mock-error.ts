/** What a mock says to a test. */

/** A request that the test did not mean, or a call that it expected and that did not come. */
export class MockError extends Error {
  /** The dcids, properties or variables that the world lacks; empty for other mistakes. */
  readonly missing: readonly string[];

  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.name = "MockError";
    this.missing = missing;
  }
}
