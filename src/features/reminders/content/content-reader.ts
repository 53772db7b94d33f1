import type { Clock } from "../../../base/clock.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { readRule } from "../store/reminder-columns.ts";
import type { PostItem, ReminderStore } from "../engine/ports.ts";
import { readContent } from "../../shared/schedule/subject.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { GuildSettings } from "../../shared/guild-settings.ts";
import type { OpenAway } from "../../shared/own-data/private-data.ts";
import type { Services } from "../../services.ts";
import { systemContext, type Background } from "../../shared/system-context.ts";
import type { Description } from "./description.ts";
import { describe } from "./describe.ts";
import { SESSION_ENDED } from "./describe-own.ts";
import { isOtherListDue } from "./listed-agenda.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";

export interface ContentReaderOptions {
  readonly services: Services;
  readonly store: ReminderStore;
  readonly known: KnownDatesStore;
  readonly openAway?: OpenAway | undefined;
  readonly mention: InvocationContext["mention"];
  readonly clock: Clock;
}

/** Describes reminders as their readers may see them. */
export class ContentReader {
  readonly #parts: ContentReaderOptions;

  constructor(parts: ContentReaderOptions) {
    this.#parts = parts;
  }

  guildOf({ guild_id: guildId }: ReminderRow): GuildSettings | undefined {
    return guildId === null ? undefined : this.#parts.services.guilds.of(guildId);
  }

  context(
    reminder: ReminderRow,
    { kind, signal }: { readonly kind: "channel" | "dm"; readonly signal: AbortSignal },
  ): Background {
    const { services, clock, mention } = this.#parts;
    const isPrivate = kind === "dm";
    const guildId = isPrivate ? undefined : (reminder.guild_id ?? undefined);
    const { locale } = readContent(reminder);
    return systemContext({ services, now: clock.now(), locale, guildId, signal, mention, isPrivate });
  }

  async describe({
    item,
    context,
    mayWait,
    target,
    isSample = false,
  }: {
    readonly item: PostItem;
    readonly context: Background;
    readonly mayWait: boolean;
    /** Where it is posted; absent where that is of no account. */
    readonly target?: string;
    readonly isSample?: boolean;
  }): Promise<Description> {
    const { reminder, slot, usefulUntil, note } = item;
    const { known, openAway, store } = this.#parts;
    const isListedElsewhere = target !== undefined && (await isOtherListDue(store, item, target));
    const ownerId = reminder.owner_id;
    return describe(
      {
        item: { slot, usefulUntil, reminderId: reminder.id, ownerId, ...(note !== undefined && { note }) },
        rule: readRule(reminder),
        content: readContent(reminder),
        context,
        known,
        guild: this.guildOf(reminder),
        mayWait,
        isListedElsewhere,
        isSample,
        openAway,
      },
      (since) => store.deliveries.wasSent({ ownerId, code: SESSION_ENDED, since }),
    );
  }
}
