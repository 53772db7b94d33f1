import type { Log } from "../../../base/log.ts";
import type {
  PostUpdateContent,
  Closing,
  Composed,
  ComposeInput,
  ContentPort,
  Posted,
  PostItem,
  NotComposed,
} from "../engine/ports.ts";
import { readContent } from "../../shared/schedule/subject.ts";
import type { WritePost } from "../../../discord/post/post-writer.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import { type ReminderPost, reminderPost, withMember, withRoles } from "../../shared/view/posts.ts";
import type { ReminderPostView } from "../../shared/view/post-parts.ts";
import { createViewContext } from "../../shared/create-view-context.ts";
import { closePost } from "./close-post.ts";
import { SESSION_ENDED } from "./describe-own.ts";
import { firstEnd, itemOf, latestOfEach, partOf, rolesOf, type Told } from "./post-parts.ts";
import { ContentReader, type ContentReaderOptions } from "./content-reader.ts";
import { withReader } from "../../shared/command-context.ts";

export interface ContentParts extends ContentReaderOptions {
  readonly write: WritePost;
  readonly log: Log;
}

/** Of a delivery's time; the rest is for the post itself. */
const LOOK_WITHIN_MS = 12_000;

interface Composing extends ComposeInput {
  readonly isTest: boolean;
}

/** Writes what reminders post: looks at the platform, or with their consent at a member's own progress. */
export class PostContent implements ContentPort, PostUpdateContent {
  readonly #parts: ContentParts;
  readonly #telling: ContentReader;

  constructor(parts: ContentParts) {
    this.#parts = parts;
    this.#telling = new ContentReader(parts);
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
    const readers = this.#telling.context(content, { kind: "channel", signal });
    const context = withReader(readers, { now: slot });
    const described = await this.#telling.describe({ item, context, mayWait: false, isSample: true });
    if (described.kind !== "told") return undefined;
    const parts = [partOf({ item, content, described })] as const;
    const view = { parts, isPersonal: false, deliveryId: "", mayBeDouble: false, isTest: false };
    // Discord counts times from when it is read, so the words are of that time too.
    const { lead, card } = reminderPost(view, createViewContext(readers));
    const arePingsOn = this.#telling.guildOf(reminder)?.arePingsOn !== false;
    return { lead: withRoles(lead, arePingsOn ? rolesOf([{ content }]) : []), card };
  }

  close(posted: Posted, signal: AbortSignal): Promise<Closing> {
    const { known, clock, write } = this.#parts;
    return closePost({ telling: this.#telling, known, clock, write }, posted, signal);
  }

  publishes(reminder: ReminderRow): boolean {
    return readContent(reminder).publish;
  }

  async #compose(input: Composing, signal: AbortSignal): Promise<Composed> {
    const told: Told[] = [];
    const left = new Map<string, NotComposed>();
    const items = latestOfEach(input.items);
    for (const item of items) {
      const found = await this.#tell(item, { input, isAlone: items.length === 1, signal });
      const code = found.kind === "told" ? found.described.code : undefined;
      const isSaid = code !== undefined && told.some(({ described }) => described.code === code);
      if (found.kind !== "told") left.set(item.reminder.id, found);
      else if (isSaid) left.set(item.reminder.id, { kind: "skip", reason: code });
      else told.push(found);
    }
    const [first, ...rest] = told;
    if (first !== undefined) return { ...(await this.#written(input, [first, ...rest], signal)), left };
    const [unsaid = { kind: "skip", reason: "nothing" } as const] = left.values();
    return { ...unsaid, left };
  }

  /** Among others, one that can't be told of must not stand in their way. */
  async #tell(
    item: PostItem,
    {
      input,
      isAlone,
      signal,
    }: { readonly input: Composing; readonly isAlone: boolean; readonly signal: AbortSignal },
  ): Promise<({ readonly kind: "told" } & Told) | NotComposed> {
    try {
      if (this.#isBarred(item.reminder, input)) return { kind: "skip", reason: "not-allowed-here" };
      const content = readContent(item.reminder);
      const looking = AbortSignal.any([signal, AbortSignal.timeout(LOOK_WITHIN_MS)]);
      const context = this.#telling.context(content, { kind: input.kind, signal: looking });
      const mayWait = isAlone && !input.isTest;
      const described = await this.#telling.describe({ item, context, mayWait, isSample: input.isTest });
      return described.kind === "told" ? { kind: "told", item, content, described } : described;
    } catch (error) {
      if (isAlone) throw error;
      const fields = { reference: item.reminder.id };
      this.#parts.log.error("a reminder can't be told of; the others are posted without it", fields, error);
      return { kind: "suspend", reason: "internal" };
    }
  }

  /** A member's own reminder in a channel, where the admins no longer allow it, or that nobody else may read. */
  #isBarred(reminder: ReminderRow, { kind, target }: ComposeInput): boolean {
    if (kind === "dm") return false;
    const { subject, skipIfDone } = readContent(reminder);
    if (subject.kind === "own" || skipIfDone) return true;
    if (reminder.purpose !== "personal") return false;
    return this.#telling.guildOf(reminder)?.memberRemindersIn.includes(target) !== true;
  }

  async #written(
    input: Composing,
    told: readonly [Told, ...Told[]],
    signal: AbortSignal,
  ): Promise<Extract<Composed, { kind: "post" }>> {
    const [{ item, content }] = told;
    const { reminder } = item;
    const isPersonal = content.purpose === "personal";
    const [firstPart, ...parts] = told.map((one) => partOf(one));
    const { deliveryId, mayBeDouble, isTest, kind } = input;
    const view: ReminderPostView = {
      parts: [firstPart ?? partOf(told[0]), ...parts],
      isPersonal,
      deliveryId,
      mayBeDouble,
      isTest,
    };
    const context = createViewContext(this.#telling.context(content, { kind, signal }));
    const { lead, card } = reminderPost(view, context);
    const isSilent = this.#telling.guildOf(reminder)?.arePingsOn === false || isTest;
    const roleIds = isSilent ? [] : rolesOf(told);
    const isMentioned = isPersonal && kind === "channel";
    const body = await this.#parts.write(card, {
      locale: content.locale,
      lead: isMentioned ? withMember(lead, reminder.owner_id) : withRoles(lead, roleIds),
      ...(isPersonal && { ownerId: reminder.owner_id }),
      roleIds,
      isSilent: kind === "channel" && roleIds.length === 0 && !isMentioned,
      signal,
    });
    const editAt = firstEnd(told, context.now);
    const codes = told.flatMap(({ item: { reminder: one }, described: { code } }) =>
      code === undefined ? [] : ([[one.id, code]] as const),
    );
    return {
      kind: "post",
      body,
      codes: new Map(codes),
      ...(editAt !== undefined && { editAt }),
      publishes: kind === "channel" && told.every((one) => one.content.publish),
    };
  }
}
