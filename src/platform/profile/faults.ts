import { mayStandForItsRecord, recordFields } from "../resources/answers.ts";
import { keyPath, nearest, type ProfileFault, type Report } from "./shape-faults.ts";
import {
  ACCOUNT_PARTS,
  hasCredentials,
  hostFault,
  hostParameters,
  type Hosts,
  ofEachAccount,
  resolveHosts,
  WITH_CREDENTIALS,
} from "./hosts.ts";
import { checkOAuth } from "./oauth-faults.ts";
import { checkOperations } from "./operation-faults.ts";
import type { Profile } from "./schema.ts";
import { fillTemplate, parametersOf, templateProblem } from "./template.ts";

/** Returns the faults that the schema alone can't find. */
export function findFaults(profile: Profile): readonly ProfileFault[] {
  const faults: ProfileFault[] = [];
  const report: Report = (path, problem, fix) => faults.push({ path, problem, fix });
  const hosts = checkHosts(profile, report);
  if (hosts !== undefined) checkAddresses(profile, hosts, report);
  checkHeaders(profile, report);
  checkOperations(profile, report);
  checkRenames(profile, report);
  checkEnums(profile, report);
  checkPrivate(profile, hosts, report);
  return faults;
}

function checkHosts(profile: Profile, report: Report): Hosts | undefined {
  const { hosts } = profile;
  const given: readonly (readonly [string, string | undefined, readonly string[]])[] = [
    ["hosts.portal", hosts.portal, []],
    ["hosts.api", hosts.api, ["portal"]],
    ["hosts.content", hosts.content, ["portal", "api"]],
    ["hosts.providers.ProviderA", hosts.providers.ProviderA, ["portal"]],
    ["hosts.providers.ProviderB", hosts.providers.ProviderB, ["portal"]],
    ...Object.entries(hosts.more).map(
      ([name, address]) =>
        [`hosts.more.${name}`, address, ["portal", "api", "content", ...ACCOUNT_PARTS]] as const,
    ),
    ...(["allow", "links"] as const).flatMap((list) =>
      hosts[list].map(
        (one, index) => [`hosts.${list}[${index}]`, one, ["portal", "api", "content"]] as const,
      ),
    ),
  ];
  const known = { portal: hosts.portal, api: fillTemplate(hosts.api, { portal: hosts.portal }) ?? "" };
  let isSound = true;
  const faulty: string[] = [];
  for (const [path, address, parameters] of given) {
    if (address === undefined) continue;
    const misnamed = templateProblem(address, new Set(parameters));
    const whole = resolve(address, { ...known, content: hosts.content });
    const each =
      misnamed === undefined && path.startsWith("hosts.more.") ? ofEachAccount(whole, profile) : [whole];
    const problem =
      misnamed ?? (each.length === 0 ? NO_ACCOUNTS : each.map(hostFault).find((one) => one !== undefined));
    if (problem === undefined) continue;
    isSound = false;
    // What derives from a faulty host is faulty, too, and reported once.
    if (faulty.some((name) => address.startsWith(`{${name}}`))) continue;
    faulty.push(path.replace("hosts.", ""));
    report(path, problem, misnamed === undefined ? WHOLE_ADDRESS : mayUse(parameters));
  }
  return isSound ? resolveHosts(profile) : undefined;
}

const NO_ACCOUNTS = "it depends on the account, though enums.MembershipType lists none";
const WHOLE_ADDRESS = "give an https address such as https://portal.example (http only for loopback)";

function mayUse(parameters: readonly string[]): string {
  const names = parameters.map((name) => `{${name}}`).join(", ");
  return names === "" ? "write the whole address" : `it may use ${names}`;
}

/** Fills in hosts; `{content}` may itself contain `{portal}`. */
function resolve(address: string, known: Readonly<Record<string, string>>): string {
  const open = Object.fromEntries(ACCOUNT_PARTS.map((name) => [name, `{${name}}`]));
  const once = fillTemplate(address, { ...open, ...known }) ?? address;
  return fillTemplate(once, { ...open, ...known }) ?? once;
}

function checkAddresses(profile: Profile, hosts: Hosts, report: Report): void {
  const check = (
    path: string,
    address: string | undefined,
    parameters: readonly string[],
    owner?: string,
  ) => {
    if (address === undefined) return;
    const known = hostParameters(hosts);
    const problem = templateProblem(address, new Set([...Object.keys(known), ...parameters]));
    if (problem !== undefined) return report(path, problem, mayUse([...parameters, ...Object.keys(known)]));
    const filler = Object.fromEntries(parameters.map((name) => [name, "0"]));
    const whole = fillTemplate(address, { ...filler, ...known }) ?? "";
    if (!URL.canParse(whole))
      return report(path, "not a whole address", "begin it with https:// or {portal}");
    const url = new URL(whole);
    const { origin } = url;
    if (hasCredentials(url)) return report(path, WITH_CREDENTIALS, "take it out");
    // Name and password are sent to these two, so they must be on the provider's own origin.
    if (owner !== undefined && origin !== new URL(owner).origin) {
      const fix = "begin it with the provider's own host";
      return report(path, "another origin than its login provider's", fix);
    }
    if (hosts.allowed.has(origin)) return;
    report(path, "a host outside the allow-list", "add its origin to hosts.allow, or correct the address");
  };
  check("images.base", profile.images.base, []);
  check("article.link", profile.article.link, ["locale", "id"]);
  check("links.profile", profile.links.profile, ["locale", "membershipId"]);
  check("links.article", profile.links.article, ["locale", "id"]);
  // The schema allows only these keys.
  for (const id of Object.keys(profile.providers) as (keyof Profile["providers"])[]) {
    const { authorizeUrl, loginUrl } = profile.providers[id] ?? {};
    check(`providers.${id}.authorizeUrl`, authorizeUrl, [], hosts.providers[id]);
    check(`providers.${id}.loginUrl`, loginUrl, [], hosts.providers[id]);
  }
}

function checkRenames(profile: Profile, report: Report): void {
  const records = recordFields();
  for (const [record, renames] of Object.entries(profile.renames)) {
    const fields = records.get(record);
    if (fields === undefined) {
      const fix = meant(record, [...records.keys()], "the records are");
      report(keyPath(["renames", record]), "no such record", fix);
      continue;
    }
    for (const [field, place] of Object.entries(renames)) {
      const at = keyPath(["renames", record, field]);
      if (!fields.includes(field)) {
        // Our fields are before the colon, the platform's after it; the two are easily confused.
        const isTurned = typeof place === "string" && fields.includes(place);
        const turned = `our field comes first: "${String(place)}": "${field}"`;
        report(at, "no such field", isTurned ? turned : meant(field, fields, `the fields of ${record} are`));
      } else if ([place].flat().includes("") && (place !== "" || !mayStandForItsRecord(record, field))) {
        const where = "(only a record or dictionary may stand in its own record)";
        report(at, "empty", `name the member that holds it ${where}, or write a \`read\` in TypeScript`);
      }
    }
  }
  for (const record of Object.keys(profile.keys)) {
    if (records.has(record)) continue;
    report(
      keyPath(["keys", record]),
      "no such record",
      meant(record, [...records.keys()], "the records are"),
    );
  }
  checkKeys(profile, records, report);
}

function meant(written: string, known: readonly string[], list: string): string {
  const near = nearest(written, known);
  return near === undefined ? `${list} ${known.join(", ")}` : `did you mean ${near}?`;
}

/** `key` of a list has to name a field of its records. */
function checkKeys(profile: Profile, records: ReadonlyMap<string, readonly string[]>, report: Report): void {
  const recordOf = {
    "trending.list":
      profile.operations["trending.list"]?.gives === "stubs" ? "TrendingStub" : "TrendingEntry",
    "content.search": "ContentItemPublicContract",
    "user.search": "GeneralUser",
    "accounts.of": "GameAccount",
    characters: "Character",
  } as const;
  for (const id of Object.keys(recordOf) as readonly (keyof typeof recordOf)[]) {
    const key = profile.operations[id]?.key;
    const fields = records.get(recordOf[id]) ?? [];
    if (key === undefined || fields.includes(key)) continue;
    const fix = `the fields of ${recordOf[id]} are ${fields.join(", ")}`;
    report(keyPath(["operations", id, "key"]), "no such field", fix);
  }
}

function checkEnums(profile: Profile, report: Report): void {
  const parts = recordFields().get("TrendingEntry") ?? [];
  const fields: Readonly<Record<string, readonly string[]>> = {
    TrendingEntryType: parts.filter((name) => name !== "identifier" && name !== "entityType"),
    PeriodType: ["daily", "allTime", "activity"],
  };
  for (const [name, values] of Object.entries(profile.enums)) {
    for (const [index, { value, name: label, field }] of values.entries()) {
      const at = `enums.${name}[${index}]`;
      const before = values.slice(0, index);
      if (before.some((other) => other.value === value))
        report(`${at}.value`, "given twice", "one row a value");
      if (before.some((other) => other.name === label)) report(`${at}.name`, "given twice", "one row a name");
      const possible = fields[name] ?? [];
      if (field === undefined || possible.includes(field)) continue;
      const fix = possible.length === 0 ? "leave it out" : `one of ${possible.join(", ")}`;
      report(`${at}.field`, "no such field", fix);
    }
  }
  checkPeriods(profile.enums.PeriodType, report);
}

/** 1 to 3 have their usual meaning; other numbers mean nothing by themselves. */
function checkPeriods(rows: Profile["enums"]["PeriodType"], report: Report): void {
  if (rows === undefined || rows.length === 0) return;
  if (rows.some(({ value, field }) => field !== undefined || (value >= 1 && value <= 3))) return;
  const fix = 'give each a field: "daily", "allTime" or "activity"';
  report("enums.PeriodType", "nothing says which period a value is", fix);
}

const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** Returns whether a header is set by HTTP, Milepost or a session, so that no profile may have it. */
export function isOwnHeader(name: string): boolean {
  return OWN_HEADERS.has(name.toLowerCase());
}

function checkHeaders({ headers, locale: { header: language }, signIn }: Profile, report: Report): void {
  const { apiKey, apiKeyValue, csrf, csrfFrom, userAgent, more } = headers;
  if (language !== undefined && OWN_HEADERS.has(language.toLowerCase()))
    report(
      "locale.header",
      "a header that Milepost sets itself",
      "name the header the service reads it from",
    );
  const value = templateProblem(apiKeyValue, new Set(["key"]));
  if (value !== undefined) report("headers.apiKeyValue", value, "it may name {key}");
  else if (!parametersOf(apiKeyValue).includes("key")) {
    report("headers.apiKeyValue", "{key} is missing", "put {key} where PLATFORM_API_KEY goes");
  }
  if (csrfFrom !== undefined && !/^\/(?![\\/])[^?#\s]*$/.test(csrfFrom.path))
    report("headers.csrfFrom.path", "no path", "begin it with one /, without ? or #");
  const agent = templateProblem(userAgent, new Set(["version"]));
  if (agent !== undefined) report("headers.userAgent", agent, "it may name {version}");
  if (csrf.toLowerCase() === apiKey.toLowerCase()) {
    report("headers.csrf", "the same as headers.apiKey", "name the header that repeats the csrf cookie");
  }
  for (const [key, name] of Object.entries({ apiKey, csrf })) {
    if (!isOwnHeader(name)) continue;
    const fix = "name the header the service reads it from";
    report(`headers.${key}`, "a header that Milepost sets itself", fix);
  }
  const own = signIn.key?.header;
  if (own !== undefined && (isOwnHeader(own) || own.toLowerCase() === csrf.toLowerCase())) {
    const fix = "name the header the service reads the member's key from";
    report("signIn.key.header", "a header that Milepost sets itself", fix);
  }
  for (const name of Object.keys(more)) {
    const at = keyPath(["headers", "more", name]);
    if (isOwnHeader(name)) report(at, "a header that Milepost sets itself", "take it out");
    else if (name.toLowerCase() === apiKey.toLowerCase())
      report(at, "given twice", "leave it to headers.apiKey");
    else if (name.toLowerCase() === csrf.toLowerCase()) report(at, "given twice", "leave it to headers.csrf");
  }
}

/** Finds faults of the parts about sessions. */
function checkPrivate(profile: Profile, hosts: Hosts | undefined, report: Report): void {
  checkProviders(profile, report);
  // Without it, ".evil.example" would make another host of the portal's.
  if (!profile.signIn.path.startsWith("/"))
    report("signIn.path", "a path without its first slash", "begin it with /");
  if (hosts !== undefined) checkOAuth(profile, hosts, report);
  if (profile.features.private === true) checkSessions(profile, report);
}

/** Without its origin nobody could tell that a sign-in leads there. */
function checkProviders({ providers, hosts }: Profile, report: Report): void {
  for (const id of Object.keys(providers) as (keyof Profile["providers"])[]) {
    if (hosts.providers[id] !== undefined) continue;
    const fix = "give the login provider's origin";
    report(`hosts.providers.${id}`, `missing, though providers.${id} is described`, fix);
  }
}

/** Finds what private operations lack. */
function checkSessions(profile: Profile, report: Report): void {
  if (profile.cookies === undefined) {
    if (profile.signIn.oauth !== undefined || profile.signIn.key !== undefined) return;
    const fix =
      "name the session cookie (and the csrf cookie, if there is one), or describe signIn.oauth or signIn.key";
    report("cookies", "missing, though features.private is true", fix);
  }
  const problem = templateProblem(profile.signIn.path, new Set(["locale", "provider"]));
  if (problem !== undefined) report("signIn.path", problem, "it may name {locale} and {provider}");
  const hasProviders = Object.keys(profile.providers).length > 0;
  if (hasProviders && !parametersOf(profile.signIn.path).includes("provider")) {
    report("signIn.path", "{provider} is missing", "put {provider} where it goes");
  }
}
