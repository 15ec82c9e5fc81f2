/** What every page has in its head, whatever made it. */
import { createHash } from "node:crypto";

/**
 * Nothing is loaded from elsewhere. The only scripts inside of a page are those that it was built with.
 *
 * @param path of the page in the site
 */
export function withPolicy(html, path) {
  const scripts = Array.from(html.matchAll(/<script[^>]*>([^<]+)<\/script>/g), ([, text]) => {
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  });
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(scripts)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const icon = `${"../".repeat(path.split("/").length - 1)}mark.svg`;
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="icon" href="${icon}">`;
  return html.replace(/<meta charset="utf-8"\/?>/i, `$&${head}`);
}
