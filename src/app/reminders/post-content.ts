import type { Clock } from "../../base/clock.ts";
import { readRule } from "../../reminders/plan.ts";
import type {
  AfterContent,
  Closing,
  Composed,
  ComposeInput,
  Content,
  PostedItem,
  PostItem,
  ReminderStore,
} from "../../reminders/ports.ts";
import { readContent, type ReminderContent } from "../../reminders/subject.ts";
import type { WritePost } from "../../discord/post-writer.ts";
import type { Asked } from "../../discord/command.ts";
import type { ReminderRow } from "../../storage/tables/reminders.ts";
import {
  endedPost,
  type ReminderPost,
  reminderPost,
  type ReminderPostView,
  withMember,
  withRole,
} from "../../views/reminder-posts.ts";
import { lookOf } from "../look.ts";
import type { OpenAway } from "../private/open-away.ts";
import type { Services } from "../services.ts";
import { asNobody, type Background } from "./asking.ts";
import type { Described } from "./describe.ts";
import { describe } from "./describe-any.ts";
import { endedAt } from "./describe-dated.ts";
import { SESSION_ENDED } from "./describe-own.ts";
import type { KnownThings } from "./known-things.ts";
import { itemOf, latestOfEach, partOf, type Told } from "./post-parts.ts";

export interface ContentParts {
  readonly services: Services;
  readonly store: ReminderStore;
  readonly known: KnownThings;
  readonly openAway?: OpenAway | undefined;
  readonly write: WritePost;
  readonly mention: Asked["mention"];
  readonly clock: Clock;
}

/** Of a delivery's time; the rest is for the post itself. */
const LOOK_WITHIN_MS = 12_000;

interface Composing extends ComposeInput {
  readonly isTest: boolean;
}

/** Writes what reminders post: looks at the platform, or with their consent at a member's own progress. */
export class PostContent implements Content, AfterContent {
  readonly #parts: ContentParts;

  constructor(parts: ContentParts) {
    this.#parts = parts;
  }

  compose(input: ComposeInput, signal: AbortSignal): Promise<Composed> {
    return this.#compose({ ...input, isTest: false }, signal);
  }

  /** Of a member's own progress a post tells, or that their session had ended by then. */
  async codeOf(reminder: ReminderRow, sentAt: number): Promise<string | undefined> {
    const { subject } = readContent(reminder);
    if (subject.kind !== "own") return undefined;
    if (subject.matter === "session") return SESSION_ENDED;
    const all = (await this.#parts.services.sessions?.store.list(reminder.owner_id)) ?? [];
    const active = all.find(({ isActive }) => isActive);
    const hadEnded = active?.state === "dead" && active.stateSince <= sentAt + LOOK_WITHIN_MS;
    return hadEnded ? SESSION_ENDED : undefined;
  }

  /** The same as it would be now, marked as a test. */
  composeTest(input: ComposeInput, signal: AbortSignal): Promise<Composed> {
    return this.#compose({ ...input, isTest: true }, signal);
  }

  /** An announcement's next post, as it will look. Undefined: nothing can be said of it now. */
  async draft(reminder: ReminderRow, signal: AbortSignal): Promise<ReminderPost | undefined> {
    const content = readContent(reminder);
    if (content.purpose !== "announcement") return undefined;
    const slot = reminder.next_slot ?? this.#parts.clock.now();
    const item = itemOf(reminder, slot, slot);
    const readers = this.#context(content, { kind: "channel", signal });
    const context = { ...readers, now: slot };
    const described = await this.#describe({ item, context, mayWait: false, isSample: true });
    if (described.kind !== "told") return undefined;
    const parts = [partOf({ item, content, described })] as const;
    const view = { parts, isPersonal: false, deliveryId: "", mayBeDouble: false, isTest: false };
    // Discord counts times from when it is read, so the words are of that time too.
    const { lead, card } = reminderPost(view, lookOf(readers));
    const roleId = this.#guildOf(reminder)?.arePingsOn === false ? undefined : content.roleId;
    return { lead: withRole(lead, roleId), card };
  }

  /** Whether it has ended is asked of the known dates: an answer that leaves it out ends nothing. */
  async close({ reminder, slot, kind }: PostedItem, signal: AbortSignal): Promise<Closing> {
    const rule = readRule(reminder);
    const content = readContent(reminder);
    const now = this.#parts.clock.now();
    const ended = await endedAt({ rule, slot, now, known: this.#parts.known, subject: content.subject });
    if (ended === undefined) return { kind: "nothing" };
    if (ended > now) return { kind: "later", at: ended };
    const context = this.#context(content, { kind, signal });
    const described = await this.#describe({ item: itemOf(reminder, slot, now), context, mayWait: false });
    const title = described.kind === "told" ? described.title : content.title;
    const { lead, card } = endedPost({ title }, ended, lookOf(context));
    const body = await this.#parts.write(card, { locale: content.locale, lead, signal });
    return { kind: "edit", body };
  }

  publishes(reminder: ReminderRow): boolean {
    return readContent(reminder).publish;
  }

  async #compose(input: Composing, signal: AbortSignal): Promise<Composed> {
    const items = latestOfEach(input.items);
    const mayWait = items.length === 1 && !input.isTest;
    const told: Told[] = [];
    const others: Exclude<Described, { kind: "told" }>[] = [];
    for (const item of items) {
      const content = readContent(item.reminder);
      const looking = AbortSignal.any([signal, AbortSignal.timeout(LOOK_WITHIN_MS)]);
      const context = this.#context(content, { kind: input.kind, signal: looking });
      const described = this.#isBarred(item.reminder, input)
        ? ({ kind: "skip", reason: "not-allowed-here" } as const)
        : await this.#describe({ item, context, mayWait, isSample: input.isTest });
      if (described.kind === "told") told.push({ item, content, described });
      else others.push(described);
    }
    const [first, ...rest] = told;
    if (first !== undefined) return this.#written(input, [first, ...rest], signal);
    return others[0] ?? { kind: "skip", reason: "nothing" };
  }

  /** A member's own reminder in a channel, where the admins no longer allow it, or that nobody else may read. */
  #isBarred(reminder: ReminderRow, { kind, target }: ComposeInput): boolean {
    if (kind === "dm") return false;
    const { subject, skipIfDone } = readContent(reminder);
    if (subject.kind === "own" || skipIfDone) return true;
    if (reminder.purpose !== "personal") return false;
    return this.#guildOf(reminder)?.memberRemindersIn.includes(target) !== true;
  }

  #guildOf({ guild_id: guildId }: ReminderRow) {
    return guildId === null ? undefined : this.#parts.services.guilds?.of(guildId);
  }

  #describe({
    item,
    context,
    mayWait,
    isSample = false,
  }: {
    readonly item: PostItem;
    readonly context: Background;
    readonly mayWait: boolean;
    readonly isSample?: boolean;
  }): Promise<Described> {
    const { reminder, slot, usefulUntil, note } = item;
    const { known, openAway, store } = this.#parts;
    const ownerId = reminder.owner_id;
    return describe(
      {
        item: { slot, usefulUntil, reminderId: reminder.id, ownerId, ...(note !== undefined && { note }) },
        rule: readRule(reminder),
        content: readContent(reminder),
        context,
        known,
        guild: this.#guildOf(reminder),
        mayWait,
        isSample,
        openAway,
      },
      (since) => store.deliveries.wasSent({ ownerId, code: SESSION_ENDED, since }),
    );
  }

  #context(
    { locale }: ReminderContent,
    { kind, signal }: { readonly kind: "channel" | "dm"; readonly signal: AbortSignal },
  ): Background {
    const { services, clock, mention } = this.#parts;
    return asNobody({ services, now: clock.now(), locale, signal, mention, isPrivate: kind === "dm" });
  }

  async #written(input: Composing, told: readonly [Told, ...Told[]], signal: AbortSignal): Promise<Composed> {
    const [{ item, content, described }, ...others] = told;
    const { reminder } = item;
    const isPersonal = content.purpose === "personal";
    const [firstPart, ...parts] = told.map((one) => partOf(one));
    if (firstPart === undefined) return { kind: "skip", reason: "nothing" };
    const { deliveryId, mayBeDouble, isTest, kind } = input;
    const view: ReminderPostView = {
      parts: [firstPart, ...parts],
      isPersonal,
      deliveryId,
      mayBeDouble,
      isTest,
    };
    const look = lookOf(this.#context(content, { kind, signal }));
    const { lead, card } = reminderPost(view, look);
    const wanted = told.find((one) => one.content.roleId !== undefined)?.content.roleId;
    const roleId = this.#guildOf(reminder)?.arePingsOn === false || isTest ? undefined : wanted;
    const isMentioned = isPersonal && kind === "channel";
    const body = await this.#parts.write(card, {
      locale: content.locale,
      lead: isMentioned ? withMember(lead, reminder.owner_id) : withRole(lead, roleId),
      ...(isPersonal && { ownerId: reminder.owner_id }),
      ...(roleId !== undefined && { roleId }),
      isSilent: kind === "channel" && roleId === undefined && !isMentioned,
      signal,
    });
    const { endAt, code } = described;
    const isAlone = others.length === 0;
    return {
      kind: "post",
      body,
      ...(code !== undefined && { code }),
      ...(isAlone && endAt !== undefined && endAt > look.now && { editAt: endAt }),
      publishes: kind === "channel" && content.publish,
    };
  }
}
