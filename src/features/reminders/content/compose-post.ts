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
import type { Post } from "../../../discord/reply/reply.ts";
import type { WritePost } from "../../../discord/post/post-writer.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import { closePost } from "./close-post.ts";
import { SESSION_ENDED } from "./describe-own.ts";
import {
  firstEnd,
  itemOf,
  latestOfEach,
  partOf,
  reminderPostOf,
  rolesOf,
  type DescribedItem,
} from "./post-part.ts";
import { ContentReader, type ContentReaderOptions } from "./content-reader.ts";
import { withReader } from "../../shared/command-context.ts";

export interface PostComposerDeps extends ContentReaderOptions {
  readonly write: WritePost;
  readonly log: Log;
}

/** Of a delivery's time; the rest is for the post itself. */
const READ_WITHIN_MS = 12_000;

/** Composes posts from what the platform shows, or from a member's own progress with their consent. */
export class PostComposer implements ContentPort, PostUpdateContent {
  readonly #parts: PostComposerDeps;
  readonly #reader: ContentReader;

  constructor(parts: PostComposerDeps) {
    this.#parts = parts;
    this.#reader = new ContentReader(parts);
  }

  async compose(input: ComposeInput, signal: AbortSignal): Promise<Composed> {
    const described: DescribedItem[] = [];
    const omitted = new Map<string, NotComposed>();
    const items = latestOfEach(input.items);
    for (const item of items) {
      const found = await this.#describe(item, input, items.length === 1, signal);
      const code = found.kind === "described" ? found.described.code : undefined;
      const isRepeated = code !== undefined && described.some(({ described }) => described.code === code);
      if (found.kind !== "described") omitted.set(item.reminder.id, found);
      else if (isRepeated) omitted.set(item.reminder.id, { kind: "skip", reason: code });
      else described.push(found);
    }
    const [first, ...rest] = described;
    if (first !== undefined) return { ...(await this.#written(input, [first, ...rest], signal)), omitted };
    const [omission = { kind: "skip", reason: "nothing" } as const] = omitted.values();
    return { ...omission, omitted };
  }

  /** A post about a member's own progress may have been one about the end of their session. */
  async codeOf(reminder: ReminderRow, sentAt: number): Promise<string | undefined> {
    const { subject } = readContent(reminder);
    if (subject.kind !== "own") return undefined;
    if (subject.matter === "session") return SESSION_ENDED;
    const all = (await this.#parts.services.linking?.sessions.store.list(reminder.owner_id)) ?? [];
    const active = all.find(({ isActive }) => isActive);
    const hadEnded = active?.state === "dead" && active.stateSince <= sentAt + READ_WITHIN_MS;
    return hadEnded ? SESSION_ENDED : undefined;
  }

  /** Returns an announcement's next post as it will look; undefined where it can't be described now. */
  async draft(reminder: ReminderRow, signal: AbortSignal): Promise<Post | undefined> {
    const content = readContent(reminder);
    if (content.purpose !== "announcement") return undefined;
    const slot = reminder.next_slot ?? this.#parts.clock.now();
    const item = itemOf(reminder, slot, slot);
    const readers = this.#reader.context(reminder, { kind: "channel", signal });
    const context = withReader(readers, { now: slot });
    const described = await this.#reader.describe({ item, context, mayWait: false, isSample: true });
    if (described.kind !== "described") return undefined;
    const parts = [partOf({ item, content, described })] as const;
    const guild = this.#reader.guildOf(reminder);
    const roleIds = guild?.arePingsOn === false ? [] : rolesOf([reminder]);
    const shown = {
      parts,
      kind: "channel",
      roleIds,
      deliveryId: "",
      mayBeDouble: false,
      isTest: false,
    } as const;
    return reminderPostOf({ reminder, ...shown }, guild, context.view);
  }

  close(posted: Posted, signal: AbortSignal): Promise<Closing> {
    return closePost({ ...this.#parts, reader: this.#reader }, posted, signal);
  }

  publishes(reminder: ReminderRow): boolean {
    return readContent(reminder).publish;
  }

  /** One that fails keeps no other from being posted with it. */
  async #describe(
    item: PostItem,
    input: ComposeInput,
    isAlone: boolean,
    signal: AbortSignal,
  ): Promise<({ readonly kind: "described" } & DescribedItem) | NotComposed> {
    try {
      if (this.#isBarred(item.reminder, input)) return { kind: "skip", reason: "not-allowed-here" };
      const content = readContent(item.reminder);
      const looking = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
      const context = this.#reader.context(item.reminder, { kind: input.kind, signal: looking });
      const { target, isTest = false } = input;
      const reading = { item, context, mayWait: isAlone && !isTest, target, isSample: isTest };
      const described = await this.#reader.describe(reading);
      if (described.kind !== "described") return described;
      if (described.note !== undefined && !isTest)
        await this.#parts.store.occurrences.setNote(item.reminder.id, item.slot, described.note);
      return { kind: "described", item, content, described };
    } catch (error) {
      if (isAlone) throw error;
      const fields = { reference: item.reminder.id };
      this.#parts.log.error("a reminder can't be described; the others are posted without it", fields, error);
      return { kind: "suspend", reason: "internal" };
    }
  }

  /** A member's own reminder in a channel, where the admins no longer allow it, or that nobody else may read. */
  #isBarred(reminder: ReminderRow, { kind, target }: ComposeInput): boolean {
    if (kind === "dm") return false;
    const { subject, skipIfDone } = readContent(reminder);
    if (subject.kind === "own" || skipIfDone) return true;
    if (reminder.purpose !== "personal") return false;
    return this.#reader.guildOf(reminder)?.memberRemindersIn.includes(target) !== true;
  }

  async #written(
    { deliveryId, mayBeDouble, isTest = false, kind }: ComposeInput,
    described: readonly [DescribedItem, ...DescribedItem[]],
    signal: AbortSignal,
  ): Promise<Extract<Composed, { kind: "post" }>> {
    const [first, ...others] = described;
    const { reminder } = first.item;
    const { purpose, locale } = first.content;
    const isPersonal = purpose === "personal";
    const guild = this.#reader.guildOf(reminder);
    const isSilent = guild?.arePingsOn === false || isTest;
    const roleIds = isSilent ? [] : rolesOf(described.map(({ item }) => item.reminder));
    const parts = [partOf(first), ...others.map(partOf)] as const;
    const context = this.#reader.context(reminder, { kind, signal });
    const post = { reminder, kind, roleIds, parts, deliveryId, mayBeDouble, isTest };
    const { lead, card } = reminderPostOf(post, guild, context.view);
    const body = await this.#parts.write(card, {
      locale,
      deliveryId,
      lead,
      ...(isPersonal && { ownerId: reminder.owner_id }),
      roleIds,
      isSilent: kind === "channel" && roleIds.length === 0 && !isPersonal,
      signal,
    });
    const editAt = firstEnd(described, context.now);
    const codes = described.flatMap(({ item, described: { code } }) =>
      code === undefined ? [] : ([[item.reminder.id, code]] as const),
    );
    return {
      kind: "post",
      body,
      codes: new Map(codes),
      ...(editAt !== undefined && { editAt }),
      publishes: kind === "channel" && described.every(({ content }) => content.publish),
    };
  }
}
