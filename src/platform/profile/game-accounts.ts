import type { Profile } from "./schema.ts";

/**
 * Whether users are the accounts of the game themselves: the profile has no `accounts.of`, and asks for nothing by a
 * membership type.
 */
export function areUsersAccounts({ operations }: Profile): boolean {
  return operations["accounts.of"] === undefined && !JSON.stringify(operations).includes("{membershipType");
}
