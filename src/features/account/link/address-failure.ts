/** Why the address a member landed on led to no link. */
export type AddressFailure = "unknown" | "stale" | "denied" | "broken" | "refused" | "client" | "down";
