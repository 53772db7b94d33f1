import { withoutEndSlashes } from "../../base/address.ts";
import type { OperationId, OperationTemplate, Profile } from "../../platform/profile/schema.ts";

/** By their names in small letters: the numbers services of this family have for components of a profile. */
const COMPONENTS: Readonly<Record<string, string>> = { characters: "200", characterprogressions: "202" };

/** Returns whether both mean one component, by name in any case or by number. */
export function isSameComponent(one: string, other: string): boolean {
  return componentOf(one) === componentOf(other);
}

function componentOf(text: string): string {
  const name = text.trim().toLowerCase();
  return COMPONENTS[name] ?? name;
}

/** Returns further templates other people's clients ask an operation by, made of the profile's own. */
export function variantsOf({ operations }: Profile, id: OperationId): readonly OperationTemplate[] {
  const { "trending.list": list, "accounts.of": accounts, progression, characters } = operations;
  if (id === "trending.list" && list !== undefined) {
    // Without a category: the first page of each.
    const path = /^(.+)\/\{category\}(?:\/\{page\})?\/?$/.exec(list.path)?.[1];
    return path === undefined ? [] : [{ ...list, path, pick: "", defaults: {} }];
  }
  if (id === "accounts.of" && accounts !== undefined) {
    const path = withoutEndSlashes(accounts.path);
    return path.endsWith("/{membershipId}") ? [{ ...accounts, path: `${path}/{membershipType}` }] : [];
  }
  const [member] = Object.entries(progression?.query ?? {}).find(([, named]) =>
    isSameComponent(named, "CharacterProgressions"),
  ) ?? [undefined];
  if (member === undefined || progression === undefined) return [];
  const path = `${withoutEndSlashes(progression.path)}/Character/{character}`;
  if (id === "progression") return [{ ...progression, path, pick: "progressions" }];
  if (id !== "characters" || characters === undefined) return [];
  const component = {
    ...characters,
    method: "GET",
    query: { [member]: "Characters" },
    items: "data",
  } as const;
  const all = { ...component, path: progression.path, pick: "characters", key: "id" } as const;
  const one = { ...component, path, pick: "character", one: true } as const;
  return characters.path === progression.path ? [one] : [all, one];
}
