/** The explorer begins. */
import { render } from "preact";
import { begin } from "./backend/ask.ts";
import { App } from "./shell/app.tsx";
import { showRemembered } from "./shell/theme.tsx";

// Before the first picture of the page, which takes a while.
void begin();
showRemembered();
const place = document.getElementById("page");
if (place !== null) render(<App />, place);
