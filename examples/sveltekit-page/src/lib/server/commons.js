/** The world is opened once, when the server starts; SvelteKit keeps what lies in lib/server out of pages. */
import { open } from "pocket-commons";

export const commons = await open("node_modules/pocket-commons/data-samples/us-states");
