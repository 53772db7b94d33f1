import type { FaultList, Path } from "./api-error.ts";

/** URL_TYPE_INVALID_SCHEME where an address has a scheme that isn't taken here. */
export function checkScheme(
  url: unknown,
  path: Path,
  rule: { readonly schemes: readonly string[]; readonly faults: FaultList },
): void {
  if (typeof url !== "string" || !URL.canParse(url)) return;
  const scheme = new URL(url).protocol.slice(0, -1);
  if (rule.schemes.includes(scheme)) return;
  const taken = rule.schemes.map((name) => `'${name}'`).join(", ");
  rule.faults.add(path, "URL_TYPE_INVALID_SCHEME", `Scheme "${scheme}" must be one of (${taken}).`);
}

/** An `attachment://` address must name a file of the message. */
export function checkReference(
  url: unknown,
  path: Path,
  rule: { readonly files: ReadonlySet<string>; readonly faults: FaultList },
): void {
  if (typeof url !== "string" || !url.startsWith("attachment://")) return;
  if (rule.files.has(url.slice("attachment://".length))) return;
  rule.faults.add(
    path,
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    "The referenced attachment was not found",
  );
}
