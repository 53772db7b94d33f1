import { pathFrom } from "./operations.ts";
import type { OperationTemplate, Profile } from "./schema.ts";

/**
 * Whether users are the accounts of the game themselves: the profile has no `accounts.of`, and asks for nothing by a
 * membership type.
 */
export function areUsersAccounts({ operations, hosts }: Profile): boolean {
  return (
    operations["accounts.of"] === undefined &&
    Object.values(operations).every((one) => one === undefined || !asksForType(one, hosts.more))
  );
}

/** Code is searched for its name; where a helper outside of `request` names it, that isn't seen. */
function asksForType(template: OperationTemplate, more: Profile["hosts"]["more"]): boolean {
  const { path, query, body, request } = template;
  const templates = JSON.stringify([path, query, body, more[pathFrom(template).base]]);
  return templates.includes("{membershipType") || String(request).includes("membershipType");
}
