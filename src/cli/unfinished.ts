import { keyPath } from "../platform/profile/fault.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { changesSomething } from "./draft/route-words.ts";

/** What a draft puts where only the author knows the value: `YOUR-CLIENT-ID`. */
const PLACEHOLDER = /YOUR-[A-Z\d_-]+/;

/** Returns what a profile still says as a draft does, and what it asks that reads as if it changed something. */
export function unfinishedIn(profile: Profile): readonly string[] {
  return [...placeholdersIn(profile, []), ...changingOperations(profile)];
}

function placeholdersIn(value: unknown, path: readonly (string | number)[]): readonly string[] {
  if (typeof value === "string") {
    const [found] = PLACEHOLDER.exec(value) ?? [];
    return found === undefined ? [] : [`${keyPath(path)}: ${found} stands here; put in your own`];
  }
  if (Array.isArray(value)) return value.flatMap((one, index) => placeholdersIn(one, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => placeholdersIn(one, [...path, name]));
}

function changingOperations({ operations }: Profile): readonly string[] {
  return Object.entries(operations).flatMap(([id, template]) =>
    template !== undefined && changesSomething(template)
      ? [
          `${keyPath(["operations", id])}: ${template.method} ${template.path} reads as if it changed something or ` +
            "signed in; Milepost only reads: take another, or leave it out",
        ]
      : [],
  );
}
