import type { Definitions } from "../definitions/definitions.ts";
import type { PlatformClient } from "../platform/client.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { Messages } from "../messages/catalog.ts";

/** Who runs this bot, as shown to members. */
export interface Operator {
  readonly name?: string;
  readonly contact?: string;
  readonly privacyUrl?: string;
}

/** Players a member looked at lately, newest first; kept in memory and small. */
export interface RecentPlayers {
  of(memberId: string): readonly { readonly id: string; readonly name: string }[];
  add(memberId: string, player: { readonly id: string; readonly name: string }): void;
}

/** Everything a command may use beside what it was asked. */
export interface Services {
  readonly platform: PlatformClient;
  readonly profile: Profile;
  readonly definitions: Definitions;
  readonly recentPlayers: RecentPlayers;
  readonly operator: Operator;
  /** Texts in the reader's language. */
  messages(locale: string): Messages;
}
