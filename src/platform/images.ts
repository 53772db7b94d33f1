import { hostParameters, type Hosts } from "./profile/hosts.ts";
import type { Profile } from "./profile/schema.ts";
import { fillTemplate } from "./profile/template.ts";

/** The whole address of what the platform names by path or address, when it stays on the allow-list. */
export function contentUrl(base: string, hosts: Hosts, path: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : joined(base, path);
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.username !== "" || url.password !== "") return undefined;
  return hosts.allowed.has(url.origin) ? url : undefined;
}

export function imageBase(profile: Profile, hosts: Hosts): string {
  return fillTemplate(profile.images.base, hostParameters(hosts)) ?? hosts.content;
}

function joined(base: string, path: string): string {
  // `//host/path` names a host of its own.
  if (/^[\\/]{2}/.test(path)) return `${new URL(base).protocol}//${path.slice(2)}`;
  return `${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
}
