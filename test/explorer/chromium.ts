/** A real browser in which every request to anything but the page's own server fails the test. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser of the machine: what `POCKET_COMMONS_CHROMIUM` says, or one of the usual names. */
export function chromiumPath(): string | undefined {
  const named = process.env["POCKET_COMMONS_CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Says aloud what a run without a browser leaves out. */
export function skipReason(): string | undefined {
  const reason =
    chromiumPath() === undefined
      ? "no Chromium: install one, or say where it is with POCKET_COMMONS_CHROMIUM"
      : undefined;
  if (reason !== undefined) process.stderr.write(`SKIPPED tests of the explorer: ${reason}\n`);
  return reason;
}

export async function launch(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error("there is no Chromium");
  return await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface PageOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  /** A text; when it is shown first, the page makes the mark `answer`. */
  readonly answer?: string;
}

/** A page, and what went wrong in it. */
export class WatchedPage {
  readonly page: Page;
  /** Requests beyond the origin, errors of scripts, messages of the console. */
  readonly faults: string[] = [];
  /** Bytes of answers, as they were sent, by path. */
  readonly sent = new Map<string, number>();

  private constructor(page: Page, origin: string) {
    this.page = page;
    page.on("request", (request) => {
      const url = request.url();
      const isOwn = url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`);
      if (!isOwn) this.faults.push(`request: ${url}`);
    });
    page.on("pageerror", ({ message }) => this.faults.push(`error: ${message}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.faults.push(message.text());
    });
    page.on("dialog", (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(
    browser: Browser,
    url: string,
    { colorScheme = "light", width = 1280, answer }: PageOptions = {},
  ): Promise<WatchedPage> {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 900 },
      acceptDownloads: true,
    });
    const watched = new WatchedPage(await context.newPage(), new URL(url).origin);
    if (answer !== undefined) await watched.page.addInitScript(markWhenShown, answer);
    await watched.page.goto(url);
    return watched;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

function markWhenShown(text: string): void {
  const watcher = new MutationObserver(() => {
    if (document.body?.textContent?.includes(text) !== true) return;
    watcher.disconnect();
    performance.mark("answer");
  });
  watcher.observe(document, { childList: true, subtree: true, characterData: true });
}
