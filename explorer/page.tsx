/** The explorer begins. */
import { render } from "preact";
import { App } from "./shell/app.tsx";
import { showRemembered } from "./shell/theme.tsx";

showRemembered();
const place = document.getElementById("page");
if (place !== null) render(<App />, place);
