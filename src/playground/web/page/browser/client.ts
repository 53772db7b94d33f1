import { post } from "../api.ts";
import type { BrowserView } from "../../browser/view.ts";

export type Login = { login: string; about: string; password: string };

export async function browse(
  name: "look" | "open" | "back" | "reload" | "submit" | "close",
  ask: Record<string, unknown>,
): Promise<BrowserView> {
  return post(`browser/${name}`, ask);
}

/** The accounts at the pretended providers, as a browser's own store of logins would offer them. */
export async function savedLogins(): Promise<readonly Login[]> {
  const { people } = await post("platform/sessions");
  return people;
}
