import type { InterruptedCommand } from "../discord/command/invocation-context.ts";
import type { ActionCall } from "../discord/reply/reply.ts";
import type { Definitions } from "../definitions/definitions.ts";
import { type Messages, messagesFor } from "../messages/catalog.ts";
import type { PlatformClient } from "../platform/client.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { StoredSessions } from "../sessions/store/stored-sessions.ts";
import type { BoardService } from "./boards/board-service.ts";
import type { GuildSettingsStore } from "./shared/guild-settings.ts";
import { createPageLinks, type PageLinks } from "./shared/page-links.ts";
import type { MemberSettingsStore } from "./reminders/store/member-settings.ts";
import type { RoleToggle } from "./announcements/engine/role-toggle.ts";
import type { OpenPrivateData } from "./shared/own-data/private-data.ts";
import { createRecentPlayers, type RecentPlayers } from "./profile/recent-players.ts";
import type { ReminderService } from "./shared/reminder-service.ts";
import type { ServerChannels } from "./servers/server-channels.ts";
import type { MemberSessions } from "./account/sessions/member-sessions.ts";

/** Who runs this bot, as shown to members. */
export interface Operator {
  readonly name?: string;
  readonly contact?: string;
  readonly privacyUrl?: string;
}

/** Everything a command may use beside what it was asked. */
export interface Services {
  readonly platform: PlatformClient;
  readonly profile: Profile;
  readonly definitions: Definitions;
  readonly recentPlayers: RecentPlayers;
  readonly pageLinks: PageLinks;
  readonly operator: Operator;
  /** A member's own data. Absent where private commands are off. */
  readonly openPrivate?: OpenPrivateData | undefined;
  /** Members' sessions. Absent where private commands are off. */
  readonly sessions?: MemberSessions | undefined;
  /** Sessions of members as rows, also those nobody can use now. Absent where nothing is kept. */
  readonly storedSessions?: StoredSessions | undefined;
  /** Reminders and announcements. Absent where nothing is kept, as in a test of one command. */
  readonly reminders?: ReminderService | undefined;
  /** What servers' admins chose. Absent as above: then the defaults hold. */
  readonly guilds?: GuildSettingsStore | undefined;
  /** What the bot may do in servers' channels. Absent as above. */
  readonly channels?: ServerChannels | undefined;
  /** Live boards. Absent as above. */
  readonly boards?: BoardService | undefined;
  /** Gives and takes roles for public buttons. Absent as above. */
  readonly roleToggle?: RoleToggle | undefined;
  /** What members chose for themselves: zone and quiet hours. Absent as above. */
  readonly memberSettings?: MemberSettingsStore | undefined;
  /** What a button to link an account runs; after it, the command that was interrupted. */
  readonly linkCall?: ((interrupted?: InterruptedCommand) => ActionCall) | undefined;
  /** Texts in the reader's language. */
  messages(locale: string): Messages;
}

/** What `createServices` can't make by itself. */
type ServiceParts = Omit<Services, "recentPlayers" | "pageLinks" | "messages">;

export function createServices(parts: ServiceParts): Services {
  return {
    ...parts,
    recentPlayers: createRecentPlayers(),
    pageLinks: createPageLinks(parts.profile),
    messages: messagesFor,
  };
}
