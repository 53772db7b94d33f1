import { enumTables } from "./enum-tables.ts";
import { keyPath, type Report } from "./shape-faults.ts";
import { namesIn, templatesOf, turnsPages } from "./operation-templates.ts";
import { isFeed, pathFrom } from "./operations.ts";
import { knownParameters, operationParameters } from "./parameters.ts";
import type { OperationId, OperationTemplate, Profile } from "./schema.ts";
import { cut, parametersOf, templateProblem } from "./template.ts";

export function checkOperations(profile: Profile, report: Report): void {
  const used = new Set<string>();
  for (const [id, operation] of Object.entries(profile.operations)) {
    if (operation === undefined) continue;
    // The schema allows only operation ids.
    checkOperation(id as OperationId, operation, report);
    checkHost(id as OperationId, operation, profile, report);
    for (const name of namesIn(operation)) used.add(name);
  }
  if (used.size === 0 && Object.keys(profile.operations).length === 0) {
    report("operations", "empty", "describe one operation at least: without any, nothing can be shown");
  }
  checkCategories(profile.operations["trending.list"], report);
  checkType(profile, report);
  checkDefinitions(profile, report, used);
}

function checkCategories(list: Profile["operations"]["trending.list"], report: Report): void {
  if (list === undefined || !namesIn(list).has("category")) return;
  if (list.categories.length > 0 || list.defaults["category"] !== undefined) return;
  const at = keyPath(["operations", "trending.list", "categories"]);
  report(at, "missing, though {category} is used", "list what {category} may be, the default first");
}

/** A feed's entries are "News" unless the profile says otherwise. */
function checkType(profile: Profile, report: Report): void {
  const list = profile.operations["trending.list"];
  const type = list?.type ?? (isFeed(list) ? "News" : undefined);
  const names = (enumTables(profile).TrendingEntryType ?? []).map(({ name }) => name);
  if (type === undefined || names.includes(type)) return;
  const at = keyPath(["operations", "trending.list", "type"]);
  report(at, `${type} is no TrendingEntryType`, `one of ${names.join(", ")}`);
}

function checkOperation(id: OperationId, operation: OperationTemplate, report: Report): void {
  const at = keyPath(["operations", id]);
  const known = knownParameters(id);
  const fix = `parameters of ${id}: ${[...known].map((name) => `{${name}}`).join(", ")}`;
  let isSound = true;
  for (const [path, template] of templatesOf(operation)) {
    const problem = templateProblem(template, known);
    if (problem === undefined) continue;
    isSound = false;
    report(keyPath(["operations", id, ...path]), problem, fix);
  }
  checkPath(at, pathFrom(operation).path, report);
  const used = namesIn(operation);
  for (const name of operationParameters[id].required) {
    // A session says whose data it is.
    if (operation.class === "private" && (name === "id" || name === "membershipId")) continue;
    // A misspelled parameter was reported above.
    if (isSound && operation.request === undefined && !used.has(name))
      report(at, `{${name}} is nowhere in path, query or body`, `put {${name}} where it goes`);
  }
  for (const name of Object.keys(operation.defaults)) {
    if (!known.has(name)) report(`${at}.defaults.${name}`, "not a parameter of this operation", fix);
  }
  if (operation.body !== undefined && operation.method === "GET") {
    report(`${at}.body`, "a GET with a body", 'set method to "POST", or move the members to query');
  }
  if (isSound) checkPages(at, operation, used, report);
}

/** A path may begin at a host of `hosts.more`. */
function checkHost(id: OperationId, operation: OperationTemplate, { hosts }: Profile, report: Report): void {
  const at = keyPath(["operations", id, "path"]);
  const { base } = pathFrom(operation);
  if (["api", "portal", "content"].includes(base)) return;
  if (Object.hasOwn(hosts.more, base)) {
    const unknown = parametersOf(hosts.more[base] ?? "").find(
      (name) => name.startsWith("membershipType") && !knownParameters(id).has(name),
    );
    if (unknown === undefined) return;
    return report(
      at,
      `the host ${base} depends on an account, which ${id} doesn't name`,
      "name another host",
    );
  }
  report(at, `no host named ${base}`, `name it under hosts.more, or begin the path with /`);
}

function checkPath(at: string, path: string, report: Report): void {
  if (!path.startsWith("/")) report(`${at}.path`, "a path without its first slash", "begin it with /");
  const text = cut(path)
    .map((part) => ("text" in part ? part.text : "x"))
    .join("");
  if (text.includes("?")) {
    const fix = "put it under query, where a parameter left out leaves no trace";
    report(`${at}.path`, "a query in the path", fix);
  }
  if (/[#\\\s]/.test(text)) {
    report(`${at}.path`, "a space, # or \\ in the path", "percent-encode it: %20, %23, %5C");
  }
  if (text.split(/[/\\]/).some((step) => /^(?:\.|%2e){1,2}$/i.test(step))) {
    report(`${at}.path`, "a path with . or .. in it", "write it from the base of hosts.api on");
  }
}

/** Finds pages that can never be turned, or are the same one again and again. */
function checkPages(
  at: string,
  operation: OperationTemplate,
  used: ReadonlySet<string>,
  report: Report,
): void {
  const { pageSize, more } = operation as { readonly pageSize?: number; readonly more?: string };
  if (more !== undefined && !turnsPages(operation)) {
    const fix = "put {page}, {offset} or {cursor} into query, or leave this out";
    report(`${at}.more`, "further pages, though nothing asks for them", fix);
  }
  if (used.has("cursor") && more === undefined && operation.request === undefined)
    report(`${at}.more`, "missing, though {cursor} is used", "say where the next page's cursor is");
  for (const name of ["offset", "pageSize"]) {
    if (!used.has(name) || pageSize !== undefined) continue;
    report(`${at}.pageSize`, `missing, though {${name}} is used`, "say how many entries a page has");
  }
}

function checkDefinitions(profile: Profile, report: Report, used: ReadonlySet<string>): void {
  if (used.has("table") && profile.definitions === undefined) {
    const fix = "list the tables under definitions.tables";
    report("definitions", "missing, though an operation names {table}", fix);
  }
  const { file = "", address = "" } = profile.operations["definitions.manifest"] ?? {};
  const problem = templateProblem(file, new Set(["locale", "table"]));
  if (problem !== undefined) report(manifestKey("file"), problem, "it may name {locale} and {table}");
  const wrong = templateProblem(address, new Set(["version", "locale", "table"]));
  if (wrong !== undefined)
    report(manifestKey("address"), wrong, "it may name {version}, {locale} and {table}");
}

const manifestKey = (key: string) => keyPath(["operations", "definitions.manifest", key]);

/** Returns lists with a page parameter but nothing that says whether more follow: only the first page is ever read. */
export function unturnedLists({ operations }: Pick<Profile, "operations">): readonly string[] {
  return (["trending.list", "content.search", "user.search"] as const).filter((id) => {
    const list = operations[id];
    if (list === undefined || !namesIn(list).has("page")) return false;
    return list.more === undefined && list.pages === undefined && list.pageSize === undefined;
  });
}
