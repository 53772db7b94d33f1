import { isRecord, type Json } from "../json.ts";
import type { Mentions } from "./message-store.ts";

/** Returns whom a text pings, by `allowed_mentions` and by whom its author may ping. */
export function mentionsOf(
  text: string,
  allowed: unknown,
  may: { readonly everyone: boolean; readonly role: (id: string) => boolean },
): Mentions {
  const users = idsIn(text, /<@!?(\d{1,20})>/g);
  const roles = idsIn(text, /<@&(\d{1,20})>/g).filter(may.role);
  const everyone = may.everyone && /@(?:everyone|here)\b/.test(text);
  if (!isRecord(allowed)) return { users, roles, everyone };
  const parse = Array.isArray(allowed["parse"]) ? allowed["parse"] : [];
  const some = (kind: "users" | "roles", found: readonly string[]) => {
    if (parse.includes(kind)) return found;
    const list = allowed[kind];
    return Array.isArray(list) ? found.filter((id) => list.includes(id)) : [];
  };
  return {
    users: some("users", users),
    roles: some("roles", roles),
    everyone: everyone && parse.includes("everyone"),
  };
}

function idsIn(text: string, pattern: RegExp): readonly string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(pattern)) if (match[1] !== undefined) found.add(match[1]);
  return [...found];
}

/** Returns all text of a message: its content and its text displays. */
export function shownText(content: string, components: readonly Json[]): string {
  return [content, ...components.map(textIn)].join("\n");
}

function textIn(component: Json): string {
  const { content, components } = component;
  const own = typeof content === "string" ? content : "";
  if (!Array.isArray(components)) return own;
  return [own, ...components.map((child: unknown) => (isRecord(child) ? textIn(child) : ""))].join("\n");
}
