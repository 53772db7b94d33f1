/** Keeps states that don't fit in a custom id. What is put stays readable until `expiresAt`, also after a restart. */
export interface StateStore {
  /**
   * Gives the key: at most 32 characters of A-Z, a-z, 0-9, `-` and `_`. `expiresAt` is milliseconds since 1970.
   * The same state may give the same key. `ownerId` is the member whose words may be in it.
   */
  put(state: string, expiresAt: number, ownerId?: string): Promise<string>;
  /** Undefined when unknown or expired. */
  get(key: string): Promise<string | undefined>;
}
