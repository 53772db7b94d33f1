import { Refused } from "../api.js";

/** @typedef {import("../../browser/view.ts").BrowserView} BrowserView */
/** @typedef {import("../../browser/view.ts").ShownCookie} ShownCookie */
/** @typedef {import("../../browser/view.ts").ShownRequest} ShownRequest */
/** @typedef {{login: string, about: string, password: string}} Login */

/**
 * One call of this person's pretended browser.
 * @param {"look" | "open" | "back" | "reload" | "submit" | "close"} name
 * @param {Record<string, unknown>} ask
 * @returns {Promise<BrowserView>}
 */
export async function browse(name, ask) {
  return send(`browser/${name}`, ask);
}

/**
 * The accounts at the pretended providers, as a browser's own store of logins would offer them.
 * @returns {Promise<readonly Login[]>}
 */
export async function savedLogins() {
  const { people } = await send("platform/sessions", {});
  return people;
}

/** @param {string} url */
export function openedUrl(url) {
  return `opened?of=${encodeURIComponent(url)}`;
}

/**
 * @param {string} path
 * @param {unknown} ask
 */
async function send(path, ask) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.code ?? "unknown", answer.message ?? "That did not work.");
  return answer;
}
