import { type OpenApiDocument, typeOf } from "./document.ts";
import type { Filled } from "./fill.ts";
import { plainOf } from "./names.ts";
import { isCalled } from "./parameter-names.ts";
import type { Route } from "./routes.ts";

/** What turns a list's pages beside their numbers. */
export interface NextPages {
  /** Query members that hold the cursor. */
  readonly query: Readonly<Record<string, string>>;
  /** Where the answer says that more follows; undefined where it doesn't. */
  readonly more: string | undefined;
}

export const NO_PAGES: NextPages = { query: {}, more: undefined };
const MOST_DEPTH = 3;
const CURSOR =
  /^(?:next)?(?:page)?(?:cursor|token)$|^(?:next|nextpage|after|endcursor|continuation(?:token)?|scrollid)$/;
const FLAG = /^(?:has)?(?:more|nextpage|next|morepages)$|^(?:next|nextpage)$/;

/** Returns how a route's answer names its next page: by a member, or by the header `Link`. */
export function nextPages(document: OpenApiDocument, route: Route, { used }: Filled): NextPages {
  const members = outerMembers(document, route.answer);
  const place = (names: RegExp, isFit = (_type: string) => true) =>
    members.find(({ path, type }) => names.test(plainOf(path.at(-1) ?? "")) && isFit(type))?.path.join(".");
  if (used.has("page") || used.has("offset")) {
    return { query: {}, more: route.hasLinks ? "header:link" : place(FLAG) };
  }
  const inQuery = route.parameters.filter((one) => one.in === "query");
  const cursor = inQuery.find(({ name }) => isCalled("cursor", name));
  const next = place(CURSOR, (type) => type !== "boolean");
  if (cursor !== undefined && next !== undefined) return { query: { [cursor.name]: "{cursor}" }, more: next };
  const turned = cursor ?? inQuery.find(({ name }) => isCalled("page", name));
  return route.hasLinks && turned !== undefined
    ? { query: { [turned.name]: "{cursor}" }, more: "header:link" }
    : NO_PAGES;
}

interface Outer {
  readonly path: readonly string[];
  readonly type: string;
}

/** Returns the members around an answer's lists, the outer ones first. */
function outerMembers(document: OpenApiDocument, answer: unknown): readonly Outer[] {
  const found: Outer[] = [];
  const waiting: { readonly path: readonly string[]; readonly given: unknown }[] = [
    { path: [], given: answer },
  ];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    for (const [name, given] of Object.entries(document.properties(document.follow(next.given)))) {
      const path = [...next.path, name];
      const type = typeOf(document.follow(given) ?? {});
      if (type === "array" || /[.*]/.test(name)) continue;
      if (type !== "object") found.push({ path, type });
      else if (path.length < MOST_DEPTH) waiting.push({ path, given });
    }
  return found;
}
