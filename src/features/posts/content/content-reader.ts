import type { Clock } from "../../../base/clock.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { parseRule } from "../../../schedule/next-slot.ts";
import type { PostItem, ReminderStore } from "../engine/ports.ts";
import { isTimed, readContent, type SubjectOf } from "../../../schedule/subject.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { OpenAway } from "../../../sessions/use/private-data.ts";
import { systemContext, type Background, type BackgroundServices } from "../engine/system-context.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import type { Description, DescribeInput } from "./description.ts";
import { describeAgenda, describeDated, describeReset } from "./describe-dated.ts";
import { describeEntries } from "./describe-new-entries.ts";
import { describeOwn, readOwn, SESSION_ENDED } from "./describe-own.ts";
import { isOtherListDue } from "./posted-list.ts";
import { inZone } from "../../kit/member-zone.ts";
import { guildOf } from "./post-part.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";

export interface ContentReaderOptions {
  readonly services: BackgroundServices;
  readonly store: ReminderStore;
  readonly known: KnownDatesStore;
  readonly openAway?: OpenAway | undefined;
  readonly mention: InvocationContext["mention"];
  readonly clock: Clock;
}

interface Reading {
  readonly item: PostItem;
  readonly context: Background;
  readonly mayWait: boolean;
  /** Where it is posted; absent where that doesn't matter. */
  readonly target?: string;
  readonly isSample?: boolean;
}

/** Describes reminders as their readers may see them. */
export type ContentReader = ReturnType<typeof createContentReader>;

export function createContentReader(options: ContentReaderOptions) {
  const { services, clock, mention, known, openAway, store } = options;
  return {
    context(
      reminder: ReminderRow,
      { kind, signal }: { readonly kind: "channel" | "dm"; readonly signal: AbortSignal },
    ): Background {
      const isPrivate = kind === "dm";
      const guildId = isPrivate ? undefined : (reminder.guild_id ?? undefined);
      const { locale, zone } = readContent(reminder);
      const now = clock.now();
      const context = systemContext({ services, now, locale, guildId, signal, mention, isPrivate });
      return isPrivate ? { ...context, view: inZone(context.view, zone) } : context;
    },
    /** Returns what a reminder would post now, or why it posts nothing. */
    async describe({ target, isSample = false, ...reading }: Reading): Promise<Description> {
      const { item, context } = reading;
      const { reminder } = item;
      const ownerId = reminder.owner_id;
      return describe({
        ...reading,
        rule: parseRule(reminder),
        content: readContent(reminder),
        known,
        guild: guildOf(context, reminder),
        isListedElsewhere: target !== undefined && (await isOtherListDue(store, item, target)),
        isSample,
        wasTold: (since) => store.deliveries.wasSent({ ownerId, code: SESSION_ENDED, since }),
        openAway,
      });
    },
  };
}

async function describe(describing: DescribeInput): Promise<Description> {
  const { content } = describing;
  const { subject } = content;
  if (content.skipIfDone && subject.kind === "milestone") return describeUnlessDone(describing, subject);
  if (isTimed(subject)) return describeDated(describing, subject);
  switch (subject.kind) {
    case "note":
      return { kind: "described", title: content.title, subject };
    case "new-entries":
    case "watch":
      return describeEntries(describing);
    case "agenda":
      return describeAgenda(describing, subject);
    case "own":
      return describeOwn(describing, subject.matter);
    case "reset":
      return describeReset(describing, subject);
  }
}

/** Skips what the member has done; unknown counts as not done. */
async function describeUnlessDone(
  describing: DescribeInput,
  subject: SubjectOf<"milestone">,
): Promise<Description> {
  const reading = await readOwn(describing);
  if (reading.kind === "suspend") return reading;
  const own = reading.kind === "shown" ? combinedState(reading.characters, subject.hash) : "unknown";
  if (own === "done") return { kind: "skip", reason: "done" };
  const described = await describeDated(describing, subject);
  if (described.kind !== "described" || described.subject.kind !== "dated") return described;
  return { ...described, subject: { ...described.subject, own } };
}

/** Done means done by every character that has the milestone. */
function combinedState(characters: readonly CharacterProgress[], hash: number): "done" | "open" | "unknown" {
  const milestones = characters.flatMap((character) => character.milestones);
  const states = milestones.filter((one) => one.hash === hash).map(({ state }) => state);
  if (states.includes("open")) return "open";
  return states.length === 0 || states.includes("unknown") ? "unknown" : "done";
}
