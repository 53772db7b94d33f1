import type { OperationTemplate, Profile } from "./schema.ts";

/**
 * Whether users are the accounts of the game themselves: the profile has no `accounts.of`, and asks for nothing by a
 * membership type.
 */
export function areUsersAccounts({ operations }: Profile): boolean {
  return (
    operations["accounts.of"] === undefined &&
    Object.values(operations).every((one) => one === undefined || !asksForType(one))
  );
}

/** Code is searched for its name; where a helper outside of `request` names it, that isn't seen. */
function asksForType({ path, query, body, request }: OperationTemplate): boolean {
  const templates = JSON.stringify([path, query, body]);
  return templates.includes("{membershipType") || String(request).includes("membershipType");
}
