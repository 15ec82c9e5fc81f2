/** What was closed answers no more; and what `using` calls to close it. */

import { CommonsError } from "./errors.ts";

declare global {
  // Older versions of TypeScript and the types of a page alone do not have these.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
}

/** For a question to a Commons after `close()`. */
export const closed = (
  message = "the Commons was closed: open its source again to ask it",
): CommonsError => new CommonsError("CLOSED", message);

// Node 20.3 and older browsers lack the two symbols. Compilers that translate `using` for them (esbuild,
// Babel) look for these then, so that members have the same names whichever way they are asked for.

/** The name of the method that `using` calls. */
export const disposing: typeof Symbol.dispose = (Symbol.dispose ??
  Symbol.for("Symbol.dispose")) as typeof Symbol.dispose;

/** The name of the method that `await using` calls. */
export const disposingLater: typeof Symbol.asyncDispose = (Symbol.asyncDispose ??
  Symbol.for("Symbol.asyncDispose")) as typeof Symbol.asyncDispose;
