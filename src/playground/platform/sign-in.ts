import type { Profile } from "../../platform/profile/schema.ts";
import type { resolveHosts } from "../../platform/profile/load.ts";
import { fillTemplate } from "../../platform/profile/template.ts";
import type { Content } from "./respond.ts";

export interface PageRoute {
  readonly name: string;
  readonly content: () => Content;
}

/** E1 for somebody without cookies: a redirect to the provider's authorization address (interface.md, E2, E4). */
export function findSignIn(
  profile: Profile,
  hosts: ReturnType<typeof resolveHosts>,
  url: URL,
): PageRoute | undefined {
  const prefix = new URL(hosts.portal).pathname.replace(/\/+$/, "");
  const names: string[] = [];
  const source = (prefix + profile.signIn.path).split(/\{([A-Za-z]+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    names.push(part);
    return "([^/]+)";
  });
  const match = new RegExp(`^${source.join("")}/?$`).exec(url.pathname);
  const given = Object.fromEntries(names.map((name, index) => [name, match?.[index + 1] ?? ""]));
  const provider = Object.values(profile.providers).find(
    ({ signInId, aliases }) => signInId === given["provider"] || aliases.includes(given["provider"] ?? ""),
  );
  if (match === null || provider === undefined) return undefined;
  const address = fillTemplate(provider.authorizeUrl, {
    ...hosts.providers,
    ...hosts,
    providers: undefined,
    allowed: undefined,
  });
  if (address === undefined) return undefined;
  const target = new URL(address);
  target.searchParams.set("response_type", "code");
  target.searchParams.set("client_id", provider.clientId ?? "portal");
  target.searchParams.set("redirect_uri", `${new URL(hosts.portal).origin}${url.pathname}`);
  if (provider.scope !== undefined) target.searchParams.set("scope", provider.scope);
  target.searchParams.set("locale", given["locale"] ?? profile.locale.default);
  const content = {
    status: 302,
    type: "text/html",
    body: Buffer.alloc(0),
    headers: { location: target.href },
  };
  return { name: "signIn", content: () => content };
}
