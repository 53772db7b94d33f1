/** What people call each login provider's account, by the contract's provider name. */
export const PROVIDER_TITLES = { ProviderA: "console account", ProviderB: "desktop account" } as const;
