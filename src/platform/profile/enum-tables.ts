import type { EnumName } from "../resources/wire.ts";
import type { EnumRow, Profile } from "./schema.ts";

export type { EnumRow } from "./schema.ts";

type EnumTables = Partial<Record<EnumName, readonly EnumRow[]>>;

/** Tables a profile may leave out. */
const KNOWN: Readonly<EnumTables> = {
  TrendingEntryType: rows([
    "News",
    "Item",
    "Activity",
    "Ritual",
    "SupportArticle",
    "Creation",
    "Stream",
    "Update",
    "Link",
    "ForumTag",
    "Container",
    "Release",
  ]),
  PartnershipType: rows(["None", "StreamService"]),
  IgnoreStatus: [
    { value: 0, name: "NotIgnored" },
    { value: 1, name: "IgnoredUser" },
    { value: 2, name: "IgnoredGroup" },
    { value: 4, name: "IgnoredByGroup" },
    { value: 8, name: "IgnoredPost" },
    { value: 16, name: "IgnoredTag" },
    { value: 32, name: "IgnoredGlobal" },
  ],
  ComponentPrivacySetting: rows(["None", "Public", "Private"]),
  PeriodType: rows(["None", "Daily", "AllTime", "Activity"]),
};

/** Returns a profile's enumerations, completed by the known tables. */
export function enumTables({ enums }: Pick<Profile, "enums">): Readonly<EnumTables> {
  return { ...KNOWN, ...enums };
}

function rows(names: readonly string[]): readonly EnumRow[] {
  return names.map((name, value) => ({ value, name }));
}
