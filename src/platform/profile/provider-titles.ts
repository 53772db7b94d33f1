/** What people call the account each login provider keeps, by the contract's name of the provider. */
export const PROVIDER_TITLES = { ProviderA: "console account", ProviderB: "desktop account" } as const;
