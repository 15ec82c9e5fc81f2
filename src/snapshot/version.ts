/** Version of this library; snapshots say which one wrote them. A test compares the manifest's. */
export const version = "0.1.0";
