import { isLoopbackHost } from "../../base/address.ts";
import { authorizeAddress, OWN_MEMBERS } from "./oauth-addresses.ts";
import type { Report } from "./shape-faults.ts";
import { hasCredentials, hostParameters, type Hosts, WITH_CREDENTIALS } from "./hosts.ts";
import type { OAuthProfile, Profile } from "./schema.ts";
import { fillTemplate, parametersOf, templateProblem } from "./template.ts";

/** Discord's limit for a link button's URL. */
const LONGEST_ADDRESS = 512;

/** Finds faults of `signIn.oauth`, `signIn.key` and `clientCredentials`. */
export function checkOAuth(profile: Profile, hosts: Hosts, report: Report): void {
  const { oauth } = profile.signIn;
  checkApplication(profile, hosts, report);
  checkMemberKey(profile, hosts, report);
  if (oauth === undefined) return;
  const areSound = checkAddresses("signIn.oauth", oauth, hosts, report);
  checkHeaders("signIn.oauth", profile, report);
  for (const name of Object.keys(oauth.more)) {
    if (!OWN_MEMBERS.has(name)) continue;
    report(`signIn.oauth.more.${name}`, "a member that Milepost sets itself", "take it out");
  }
  if (!areSound) return;
  const { href } = authorizeAddress(oauth, hosts, { state: "x".repeat(22), challenge: "x".repeat(43) });
  if (href.length <= LONGEST_ADDRESS) return;
  const fix = `leave out what isn't needed: a button takes ${LONGEST_ADDRESS} characters`;
  report("signIn.oauth.authorizeUrl", `${href.length} characters long with its members`, fix);
}

function checkMemberKey({ signIn: { key } }: Profile, hosts: Hosts, report: Report): void {
  if (key === undefined) return;
  checkAddresses("signIn.key", key, hosts, report);
  const misnamed = templateProblem(key.value, new Set(["key"]));
  if (misnamed !== undefined) report("signIn.key.value", misnamed, "it may name {key}");
  else if (!parametersOf(key.value).includes("key"))
    report("signIn.key.value", "{key} is missing", "put {key} where the member's key goes");
}

function checkApplication(profile: Profile, hosts: Hosts, report: Report): void {
  const { clientCredentials } = profile;
  if (clientCredentials === undefined) return;
  checkAddresses("clientCredentials", clientCredentials, hosts, report);
  if (profile.signIn.oauth === undefined) checkHeaders("clientCredentials", profile, report);
  for (const name of ["grant_type", "client_id", "client_secret", "scope"]) {
    if (Object.hasOwn(clientCredentials.more, name))
      report(`clientCredentials.more.${name}`, "a member that Milepost sets itself", "take it out");
  }
}

/**
 * Returns whether neither a secret nor PKCE makes a stolen code useless. Some services support neither, so it is no
 * fault.
 */
export function isCodeUnguarded({ signIn }: Pick<Profile, "signIn">): boolean {
  return signIn.oauth?.clientAuth === "none" && signIn.oauth.pkce === "none";
}

const ADDRESSES = ["authorizeUrl", "tokenUrl", "revokeUrl", "manageUrl", "redirectUri"] as const;

function checkAddresses(
  at: string,
  oauth: Readonly<Partial<Pick<OAuthProfile, (typeof ADDRESSES)[number]>>>,
  hosts: Hosts,
  report: Report,
): boolean {
  let areSound = true;
  const fault = (key: string, problem: string, fix: string) => {
    areSound = false;
    report(`${at}.${key}`, problem, fix);
  };
  const known = hostParameters(hosts);
  for (const key of ADDRESSES) {
    const address = oauth[key];
    if (address === undefined) continue;
    const misnamed = templateProblem(address, new Set(Object.keys(known)));
    const whole = fillTemplate(address, known) ?? address;
    if (misnamed !== undefined) fault(key, misnamed, "it may use the hosts, such as {portal}");
    else if (!URL.canParse(whole)) fault(key, "not a whole address", "begin it with https:// or {portal}");
    else if (key === "redirectUri") checkLanding(new URL(whole), fault);
    else if (hasCredentials(new URL(whole))) fault(key, WITH_CREDENTIALS, "take it out");
    else if (!(key === "manageUrl" ? hosts.linked : hosts.allowed).has(new URL(whole).origin)) {
      fault(key, "a host outside the allow-list", "add its origin to hosts.allow, or correct the address");
    }
  }
  return areSound;
}

const LANDING = "use https://localhost/linked, or a page of yours";

function checkLanding(url: URL, fault: (key: string, problem: string, fix: string) => void): void {
  if (url.hash !== "" || url.search !== "" || hasCredentials(url))
    fault("redirectUri", "more than a host and a path", "leave out query, fragment and names");
  else if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopbackHost(url.hostname)))
    fault("redirectUri", "neither https nor this machine", LANDING);
}

/** The token travels in `Authorization`. */
function checkHeaders(why: string, { headers }: Profile, report: Report): void {
  const problem = `Authorization, though ${why} is there`;
  const fix = "the access token needs this header: name another";
  for (const key of ["apiKey", "csrf"] as const) {
    if (headers[key].toLowerCase() === "authorization") report(`headers.${key}`, problem, fix);
  }
  for (const name of Object.keys(headers.more)) {
    if (name.toLowerCase() !== "authorization") continue;
    report(`headers.more.${name}`, problem, fix);
  }
}
