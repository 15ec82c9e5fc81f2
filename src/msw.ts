/** Pocket Commons as handlers of msw: the one door that needs a package, which its users have. */

export { mockHandlers } from "./msw/handlers.ts";
