import { holdsRecord, recordFields } from "../resources/answers.ts";
import { hostFault, hostParameters, type Hosts, resolveHosts } from "./hosts.ts";
import { keyPath } from "./key-path.ts";
import { knownParameters, operationParameters } from "./parameters.ts";
import type { OperationId, OperationTemplate, Profile } from "./schema.ts";
import { fillTemplate, parametersOf, parseTemplate } from "./template.ts";

/** One thing wrong in a profile: where, what, and how to mend it. */
export interface ProfileFault {
  /** Path of the key: `operations["user.byId"].path`. */
  readonly path: string;
  readonly problem: string;
  readonly mend: string;
}

type Report = (path: string, problem: string, mend: string) => void;

/** Everything wrong in a profile that its shape alone doesn't show. */
export function findFaults(profile: Profile): readonly ProfileFault[] {
  const faults: ProfileFault[] = [];
  const report: Report = (path, problem, mend) => faults.push({ path, problem, mend });
  const hosts = checkHosts(profile, report);
  if (hosts !== undefined) checkAddresses(profile, hosts, report);
  for (const [id, operation] of Object.entries(profile.operations)) {
    // The schema knows no other keys than operation ids.
    if (operation !== undefined) checkOperation(profile, id as OperationId, report);
  }
  checkRenames(profile, report);
  checkEnums(profile, report);
  checkPrivate(profile, report);
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
    ...hosts.allow.map((one, index) => [`hosts.allow[${index}]`, one, ["portal", "api", "content"]] as const),
  ];
  const known = { portal: hosts.portal, api: fillTemplate(hosts.api, { portal: hosts.portal }) ?? "" };
  let isSound = true;
  let isPortalFaulty = false;
  for (const [path, address, parameters] of given) {
    if (address === undefined) continue;
    const problem = hostProblem(address, parameters, { ...known, content: hosts.content });
    if (problem === undefined) continue;
    isSound = false;
    // What is derived from a faulty portal is faulty with it, and said once.
    if (isPortalFaulty && address.startsWith("{")) continue;
    isPortalFaulty ||= path === "hosts.portal";
    report(path, problem, "give an https address such as https://portal.example (http only for loopback)");
  }
  return isSound ? resolveHosts(profile) : undefined;
}

function hostProblem(
  address: string,
  parameters: readonly string[],
  known: Readonly<Record<string, string>>,
): string | undefined {
  const problem = templateProblem(address, new Set(parameters));
  if (problem !== undefined) return problem;
  return hostFault(resolve(address, known));
}

/** Fills in hosts; `{content}` may itself hold `{portal}`. */
function resolve(address: string, known: Readonly<Record<string, string>>): string {
  const once = fillTemplate(address, known) ?? address;
  return fillTemplate(once, known) ?? once;
}

function checkAddresses(profile: Profile, hosts: Hosts, report: Report): void {
  const check = (path: string, address: string | undefined, parameters: readonly string[]) => {
    if (address === undefined) return;
    const known = hostParameters(hosts);
    const problem = templateProblem(address, new Set([...Object.keys(known), ...parameters]));
    if (problem !== undefined) return report(path, problem, "use only the parameters README names for it");
    const filler = Object.fromEntries(parameters.map((name) => [name, "0"]));
    const whole = fillTemplate(address, { ...filler, ...known }) ?? "";
    if (!URL.canParse(whole))
      return report(path, "not a whole address", "begin it with https:// or {portal}");
    if (hosts.allowed.has(new URL(whole).origin)) return;
    report(path, "a host outside the allow-list", "add its origin to hosts.allow, or correct the address");
  };
  check("images.base", profile.images.base, []);
  check("article.link", profile.article.link, ["locale", "id"]);
  check("links.profile", profile.links.profile, ["locale", "membershipId"]);
  check("links.article", profile.links.article, ["locale", "id"]);
  for (const [id, provider] of Object.entries(profile.providers)) {
    check(`providers.${id}.authorizeUrl`, provider?.authorizeUrl, []);
    check(`providers.${id}.loginUrl`, provider?.loginUrl, []);
  }
}

function checkOperation(profile: Profile, id: OperationId, report: Report): void {
  const operation = profile.operations[id];
  if (operation === undefined) return;
  const at = keyPath(["operations", id]);
  const known = knownParameters(id);
  const mend = `parameters of ${id}: ${[...known].map((name) => `{${name}}`).join(", ")}`;
  for (const [path, template] of templatesOf(operation)) {
    const problem = templateProblem(template, known);
    if (problem !== undefined) report(`${at}.${path}`, problem, mend);
  }
  if (!operation.path.startsWith("/"))
    report(`${at}.path`, "a path without its first slash", "begin it with /");
  if (operation.path.includes("?")) {
    report(
      `${at}.path`,
      "a query in the path",
      "put it under query, where a parameter left out leaves no trace",
    );
  }
  const used = new Set(templatesOf(operation).flatMap(([, template]) => parametersOf(template)));
  for (const name of operationParameters[id].required) {
    if (!used.has(name))
      report(at, `{${name}} is nowhere in path, query or body`, `put {${name}} where it goes`);
  }
  for (const name of Object.keys(operation.defaults)) {
    if (!known.has(name)) report(`${at}.defaults.${name}`, "not a parameter of this operation", mend);
  }
  if (operation.body !== undefined && operation.method === "GET") {
    report(`${at}.body`, "a GET with a body", 'set method to "POST", or move the members to query');
  }
  checkSpecial(profile, report, used);
}

function checkSpecial(profile: Profile, report: Report, used: ReadonlySet<string>): void {
  const { operations } = profile;
  if (used.has("table") && profile.definitions === undefined) {
    report(
      "definitions",
      "missing, though an operation names {table}",
      "list the tables under definitions.tables",
    );
  }
  const file = operations["definitions.manifest"]?.file ?? "";
  const problem = templateProblem(file, new Set(["locale", "table"]));
  if (problem === undefined) return;
  report(
    keyPath(["operations", "definitions.manifest", "file"]),
    problem,
    "it may name {locale} and {table}",
  );
}

/** Every template of an operation with the path of its key. */
function templatesOf(operation: OperationTemplate): readonly (readonly [string, string])[] {
  return [
    ["path", operation.path] as const,
    ...Object.entries(operation.query).map(([name, value]) => [`query.${name}`, value] as const),
    ...bodyTemplates(operation.body, "body"),
  ];
}

function bodyTemplates(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => bodyTemplates(member, `${path}.${name}`));
}

function templateProblem(template: string, known: ReadonlySet<string>): string | undefined {
  const parsed = parseTemplate(template);
  if ("fault" in parsed) return parsed.fault;
  const unknown = parametersOf(template).filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  return `unknown parameter ${unknown.map((name) => `{${name}}`).join(", ")}`;
}

function checkRenames(profile: Profile, report: Report): void {
  const records = recordFields();
  for (const [record, renames] of Object.entries(profile.renames)) {
    const fields = records.get(record);
    if (fields === undefined) {
      report(`renames.${record}`, "no such record", `the records are ${[...records.keys()].join(", ")}`);
      continue;
    }
    for (const [field, path] of Object.entries(renames)) {
      const at = `renames.${record}.${field}`;
      if (!fields.includes(field))
        report(at, "no such field", `the fields of ${record} are ${fields.join(", ")}`);
      else if (path === "" && !holdsRecord(record, field)) {
        report(at, "empty", "name the member that holds it; only a field that is a record may stay empty");
      }
    }
  }
  checkKeys(profile, records, report);
}

/** `key` of a list names a field of what the list holds. */
function checkKeys(profile: Profile, records: ReadonlyMap<string, readonly string[]>, report: Report): void {
  const held = {
    "trending.list":
      profile.operations["trending.list"]?.gives === "stubs" ? "TrendingStub" : "TrendingEntry",
    "content.search": "ContentItemPublicContract",
    "user.search": "GeneralUser",
    "accounts.of": "GameAccount",
    characters: "Character",
  } as const;
  for (const id of Object.keys(held) as readonly (keyof typeof held)[]) {
    const key = profile.operations[id]?.key;
    const fields = records.get(held[id]) ?? [];
    if (key === undefined || fields.includes(key)) continue;
    report(
      keyPath(["operations", id, "key"]),
      "no such field",
      `the fields of ${held[id]} are ${fields.join(", ")}`,
    );
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
      const mend = possible.length === 0 ? "leave it out" : `one of ${possible.join(", ")}`;
      report(`${at}.field`, "no such field", mend);
    }
  }
}

/** What private operations can't do without. */
function checkPrivate(profile: Profile, report: Report): void {
  if (profile.features.private !== true) return;
  if (profile.cookies === undefined) {
    report("cookies", "missing, though features.private is true", "name the csrf and session cookies");
  }
  const problem = templateProblem(profile.signIn.path, new Set(["locale", "provider"]));
  if (problem !== undefined) report("signIn.path", problem, "it may name {locale} and {provider}");
  if (!parametersOf(profile.signIn.path).includes("provider")) {
    report("signIn.path", "{provider} is missing", "put {provider} where it goes");
  }
}
