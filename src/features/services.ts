import type { Definitions } from "../definitions/definitions.ts";
import { type Messages, messagesFor } from "../messages/catalog.ts";
import type { Emoji } from "../discord/reply/reply.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { PlatformClient } from "../platform/create-client.ts";
import { type LabelOf, labelsOf } from "../platform/profile/labels.ts";
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
import type { GuildData } from "./servers/store/guild-data.ts";
import type { ServerChannels } from "./servers/server-channels.ts";
import type { ByteBudget } from "../base/async/byte-budget.ts";
import type { ForgetTraces } from "./account/forget-traces.ts";
import type { MemberSessions } from "./account/sessions/member-sessions.ts";
import type { RefusalName } from "../discord/rest/refusal.ts";

/** Who runs this bot, as shown to members. */
export interface Operator {
  readonly name?: string;
  readonly contact?: string;
  readonly privacyUrl?: string;
}

/** What members link, and what is read with it. */
export interface Linking {
  readonly sessions: MemberSessions;
  /** Opens a member's own data; undefined where they linked nothing. */
  readonly openPrivate: OpenPrivateData;
  /** Of members' own data, as it comes from the platform: whoever reads some holds its part of it. */
  readonly memory: ByteBudget;
}

/** Everything a command may use beside what it was asked. */
export interface Services {
  readonly platform: PlatformClient;
  readonly profile: Profile;
  readonly labels: LabelOf;
  readonly definitions: Definitions;
  readonly images: RemoteImages;
  readonly recentPlayers: RecentPlayers;
  readonly pageLinks: PageLinks;
  readonly operator: Operator;
  /** Icons of the platform as emojis, by their addresses. */
  readonly icons?: { of(url: string | undefined): Emoji | undefined } | undefined;
  /** Draws cards; absent where the operator switched pictures off. */
  readonly pictures?: Pictures | undefined;
  /** Members' accounts; absent where the operator switched private commands off. */
  readonly linking?: Linking | undefined;
  /** Sessions of members as rows, also those nobody can use now. */
  readonly storedSessions: StoredSessions;
  readonly reminders: ReminderService;
  readonly guilds: GuildSettingsStore;
  /** What the bot may do in servers' channels. */
  readonly channels: ServerChannels;
  readonly boards: BoardService;
  readonly guildData: GuildData;
  /** Servers' own calendars; absent where the operator has them off. */
  readonly calendar?: ServerCalendar | undefined;
  /** Gives and takes roles for public buttons. */
  readonly roleToggle: Pick<RoleToggle, "look" | "press" | "troubleOf" | "forget">;
  /** What members chose for themselves: zone and quiet hours. */
  readonly memberSettings: MemberSettingsStore;
  /** What is left of a member once all else is forgotten: states of controls, and bytes in the log. */
  readonly forgetTraces: ForgetTraces;
  /** Texts in the reader's language. */
  messages(locale: string): Messages;
}

/** What `createServices` can't make by itself. */
type ServiceParts = Omit<Services, "recentPlayers" | "labels" | "pageLinks" | "messages" | Late>;

/** What is made of services itself. */
type Late = "reminders" | "boards" | "calendar";

/** Returns the services; `late` is not asked before one of its own is used. */
export function createServices(parts: ServiceParts, late: () => Pick<Services, Late>): Services {
  return {
    ...parts,
    get reminders() {
      return late().reminders;
    },
    get boards() {
      return late().boards;
    },
    get calendar() {
      return late().calendar;
    },
    recentPlayers: createRecentPlayers(),
    labels: labelsOf(parts.profile),
    pageLinks: createPageLinks(parts.profile),
    messages: messagesFor,
  };
}

/** Pictures of the platform, for cards. */
interface RemoteImages {
  /** Returns the bytes of a picture that is fit to be decoded; undefined: draw without it. Never rejects. */
  get(url: string | undefined, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** What stands in servers' own calendars, kept like the platform's dates; absent where the operator has it off. */
export interface ServerCalendar {
  /** Looks after one server's now, as it was switched on or off, for so long once nothing else does. */
  refresh(guildId: string, withinMs: number): Promise<void>;
  /** Why the last entry could not be made or changed. */
  troubleOf(guildId: string): RefusalName | undefined;
}
