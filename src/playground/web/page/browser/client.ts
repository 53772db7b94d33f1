import { Refused } from "../api.ts";
import type { BrowserView } from "../../browser/view.ts";

export type Login = { login: string; about: string; password: string };

/** One call of this person's pretended browser. */
export async function browse(
  name: "look" | "open" | "back" | "reload" | "submit" | "close",
  ask: Record<string, unknown>,
): Promise<BrowserView> {
  return send(`browser/${name}`, ask);
}

/** The accounts at the pretended providers, as a browser's own store of logins would offer them. */
export async function savedLogins(): Promise<readonly Login[]> {
  const { people } = await send("platform/sessions", {});
  return people;
}

export function openedUrl(url: string) {
  return `opened?of=${encodeURIComponent(url)}`;
}

async function send(path: string, ask: unknown) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.code ?? "unknown", answer.message ?? "That didn't work.");
  return answer;
}
