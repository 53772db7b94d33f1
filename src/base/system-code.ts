/** Returns the code of a system's or library's error (`ENOENT`, `TokenInvalid`); undefined where it has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
