import { keyPath, type Report } from "./fault.ts";
import { type Hosts, isUnder } from "./hosts.ts";
import type { OperationTemplate, Profile } from "./schema.ts";
import { cut, parametersOf, templateProblem } from "./template.ts";

/** Answered to somebody who is signed in alone, whatever a profile says. */
const ALWAYS_PRIVATE: ReadonlySet<string> = new Set(["account.current", "vault"]);

/** What is wrong with that part of a profile that is about sessions. */
export function checkPrivate(profile: Profile, hosts: Hosts | undefined, report: Report): void {
  checkProviders(profile, report);
  if (hosts !== undefined) checkPlaces(profile, hosts, report);
  if (profile.features.private === true) checkSessions(profile, report);
}

/** Without its origin nobody could tell that the sign-in leads there. */
function checkProviders({ providers, hosts }: Profile, report: Report): void {
  for (const id of Object.keys(providers) as (keyof Profile["providers"])[]) {
    if (hosts.providers[id] !== undefined) continue;
    const fix = "give the login provider's origin";
    report(`hosts.providers.${id}`, `missing, though providers.${id} is described`, fix);
  }
}

/** A session goes to the API alone. */
function checkPlaces(profile: Profile, hosts: Hosts, report: Report): void {
  for (const [id, operation] of Object.entries(profile.operations)) {
    if (operation === undefined || !isPrivate(id, operation) || operation.host === "api") continue;
    const path = cut(operation.path).map((part) => ("text" in part ? part.text : "x"));
    const address = hosts[operation.host] + path.join("");
    if (!URL.canParse(address) || isUnder(new URL(address), hosts.api)) continue;
    const fix = "sessions are sent to hosts.api alone: leave host out, and write the path from there";
    report(keyPath(["operations", id, "host"]), "a private operation outside hosts.api", fix);
  }
}

function isPrivate(id: string, operation: OperationTemplate): boolean {
  return ALWAYS_PRIVATE.has(id) || operation.class === "private" || operation.class === "either";
}

/** What private operations can't do without. */
function checkSessions(profile: Profile, report: Report): void {
  if (profile.cookies === undefined) {
    report("cookies", "missing, though features.private is true", "name the csrf and session cookies");
  }
  const problem = templateProblem(profile.signIn.path, new Set(["locale", "provider"]));
  if (problem !== undefined) report("signIn.path", problem, "it may name {locale} and {provider}");
  if (!parametersOf(profile.signIn.path).includes("provider")) {
    report("signIn.path", "{provider} is missing", "put {provider} where it goes");
  }
}
