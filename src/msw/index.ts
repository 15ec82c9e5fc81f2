/** Door of the handlers of msw that hand requests to a mock. */

export { mockHandlers } from "./handlers.ts";
