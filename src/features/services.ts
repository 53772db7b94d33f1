import type { Definitions } from "../definitions/definitions.ts";
import { type Messages, messagesFor } from "../messages/catalog.ts";
import type { Emoji } from "../discord/reply/reply.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { PlatformClient } from "../platform/client.ts";
import { type LabelOf, labelsOf } from "../platform/profile/labels.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { StoredSessions } from "../sessions/store/stored-sessions.ts";
import type { BoardService } from "./posts/board-service.ts";
import type { GuildSettingsStore } from "./kit/guild-settings.ts";
import { createPageLinks, type PageLinks } from "./kit/page-links.ts";
import type { MemberSettingsStore } from "./posts/store/member-rows.ts";
import type { RoleToggle } from "./posts/engine/role-toggle.ts";
import type { OpenPrivateData } from "../sessions/use/private-data.ts";
import { createRecentPlayers, type RecentPlayers } from "./profile/recent-players.ts";
import type { ReminderService } from "./posts/reminder-service.ts";
import type { GuildData } from "./servers/store/guild-data.ts";
import type { ServerChannels } from "./servers/server-channels.ts";
import type { ByteBudget } from "../base/async/byte-budget.ts";
import type { ControlStates } from "../storage/control-states.ts";
import type { ForgetTraces } from "./account/forget-traces.ts";
import type { MemberSessions } from "../sessions/use/member-sessions.ts";
import type { RefusalName } from "../discord/rest/refusal.ts";

/** Who runs this bot, as shown to members. */
export interface Operator {
  readonly name?: string;
  readonly contact?: string;
  readonly privacyUrl?: string;
}

/** Linked accounts, and reading with them. */
export interface Linking {
  readonly sessions: MemberSessions;
  /** Opens a member's own data; undefined where nothing is linked. */
  readonly openPrivate: OpenPrivateData;
  /** Limits the bytes of private answers in memory, over all members. */
  readonly memory: ByteBudget;
}

/** Everything a command may use besides its invocation. */
export interface Services {
  readonly platform: PlatformClient;
  readonly profile: Profile;
  readonly labels: LabelOf;
  readonly definitions: Definitions;
  readonly images: RemoteImages;
  readonly recentPlayers: RecentPlayers;
  readonly pageLinks: PageLinks;
  readonly operator: Operator;
  /** The platform's icons as emojis, by URL; new ones are called what they show. */
  readonly icons?: { of(url: string | undefined, shows?: string): Emoji | undefined } | undefined;
  /** Draws cards; absent where the operator turned pictures off. */
  readonly pictures?: Pictures | undefined;
  /** Members' accounts; absent where the operator turned private commands off. */
  readonly linking?: Linking | undefined;
  /** Members' sessions as rows, including those that can't be used now. */
  readonly storedSessions: StoredSessions;
  readonly reminders: ReminderService;
  readonly guilds: GuildSettingsStore;
  /** The bot's permissions and posts in servers' channels. */
  readonly channels: ServerChannels;
  readonly boards: BoardService;
  readonly guildData: GuildData;
  /** Servers' Events; absent where the operator turned them off. */
  readonly calendar?: ServerCalendar | undefined;
  /** Gives and takes roles for public buttons. */
  readonly roleToggle: Pick<RoleToggle, "look" | "mayGive" | "press" | "troubleOf" | "forget">;
  /** Members' settings: zone and quiet hours. */
  readonly memberSettings: MemberSettingsStore;
  /** What members' buttons remember. */
  readonly controlStates: Pick<ControlStates, "ofOwner">;
  /** Deletes a member's data with the last traces of it: states of controls, and bytes in the log. */
  readonly forgetTraces: ForgetTraces;
  /** Returns the texts in the reader's language. */
  readonly messages: (locale: string) => Messages;
}

/** What `createServices` needs to be given. */
type ServiceParts = Omit<Services, "recentPlayers" | "labels" | "pageLinks" | "messages" | Late>;

/** Made with the services themselves. */
type Late = "reminders" | "boards" | "calendar";

/** Returns the services; calls `late` only when one of its services is first used. */
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

/** Images of the platform, for cards. */
interface RemoteImages {
  /** Returns the bytes of an image that is safe to decode; undefined: draw without it. Never rejects. */
  get(url: string | undefined, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** Entries in servers' Events; absent where the operator turned them off. */
export interface ServerCalendar {
  /** Updates one server's entries now, waiting this long for other updates. */
  refresh(guildId: string, withinMs: number): Promise<void>;
  /** Returns why the last entry could not be created or changed. */
  troubleOf(guildId: string): RefusalName | undefined;
}
