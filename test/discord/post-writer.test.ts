import { MessageFlags } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { Markdown, plain } from "../../src/base/markdown.ts";
import { CustomIds } from "../../src/discord/interaction/custom-id.ts";
import { isMarkedWith } from "../../src/discord/post/post-search.ts";
import { createPostWriter } from "../../src/discord/post/post-writer.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { FaultList } from "../../src/playground/discord/validation/api-error.ts";
import { checkMessage } from "../../src/playground/discord/validation/message-rules.ts";
import { checkBody } from "../../src/playground/discord/validation/schemas.ts";
import { reminderPost, withMember, withRoles } from "../../src/features/posts/view/posts.ts";
import type { PostPart } from "../../src/features/posts/view/post-parts.ts";
import { english } from "../../src/messages/en.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";

const ROLE = "600000000000000011";
const OWNER = "700000000000000011";
const DELIVERY = "d".repeat(12);
const signal = new AbortController().signal;
const customIds = new CustomIds([Buffer.alloc(32, 7)], new MemoryStateStore(systemClock), systemClock);
const writePost = createPostWriter(customIds);
const context = {
  texts: messagesFor("en-US"),
  locale: "en-US",
  now: 0,
  isShared: true,
  mayLink: () => false,
  imageUrl: () => undefined,
  mention: (command: string) => `</${command}:99>`,
};

/** What Discord refuses in a message the bot posts: by its published schema, and by its rules. */
async function faultsOf(body: Readonly<Record<string, unknown>>) {
  const faults = new FaultList();
  await checkBody("MessageCreateRequestSchema", body, faults);
  checkMessage(
    { ...body },
    { flags: MessageFlags.IsComponentsV2, uploads: new Map(), keepsSomething: false },
    faults,
  );
  return faults.all;
}

const entry = { title: "T".repeat(300), kind: "news", kindName: "Forum topic", tagline: "g".repeat(900) };
const on = {
  title: "T".repeat(300),
  starts: -1,
  ends: 10,
  rewards: Array.from({ length: 9 }, () => "R".repeat(90)),
};
const subjects = {
  agenda: { kind: "agenda", entries: Array.from({ length: 40 }, () => on), more: 5 },
  reset: { kind: "reset", at: 10, entries: Array.from({ length: 40 }, () => on), more: 5 },
  note: { kind: "note", text: "*_x".repeat(166) },
  entries: { kind: "entries", entries: Array.from({ length: 10 }, () => entry), more: 5 },
  own: { kind: "own", headline: plain("Left"), list: Array.from({ length: 10 }, () => "L".repeat(300)) },
  dated: { kind: "dated", edge: "end", at: 10, endAt: 20, about: "a".repeat(500) },
} as const satisfies Readonly<Record<string, PostPart["subject"]>>;

function partsOf(subject: PostPart["subject"], count: number): readonly PostPart[] {
  return Array.from({ length: count }, (_, index) => ({
    reminderId: `r${index}`.padEnd(12, "r"),
    slot: 1_800_000_000_000,
    title: "Title ".repeat(33),
    subject,
    lateMs: 42 * 60_000,
    isHeld: false,
    repeats: true,
    isOnce: false,
    offers: true,
  }));
}

async function write(
  subject: PostPart["subject"],
  about: Partial<PostPart>,
  posted: Posted,
): Promise<Readonly<Record<string, unknown>>> {
  const [first, ...others] = partsOf(subject, posted.count ?? 1).map((part) => ({ ...part, ...about }));
  if (first === undefined) throw new Error("no part");
  const { isPersonal, mayBeDouble = false, isTest = false, ...look } = posted;
  const view = { isPersonal, deliveryId: DELIVERY, mayBeDouble, isTest, parts: [first, ...others] as const };
  const { lead, card } = reminderPost(view, context);
  return writePost(card, {
    locale: "en-US",
    deliveryId: DELIVERY,
    lead: isPersonal ? withMember(lead, OWNER) : withRoles(lead, [ROLE]),
    ...(isPersonal ? { ownerId: OWNER } : { roleIds: [ROLE] }),
    ...look,
    signal,
  });
}

interface Posted {
  readonly isPersonal: boolean;
  readonly count?: number;
  readonly mayBeDouble?: boolean;
  readonly isTest?: boolean;
  readonly edits?: { readonly isV2: boolean };
}

/** Every post there is, by whose it is and how much stands in it. */
const posted = [false, true].flatMap((isPersonal) => [1, 2, 8, 60].map((count) => ({ isPersonal, count })));
const sparse = { lateMs: 0, repeats: false, offers: false };

describe("a post the bot makes by itself", () => {
  it.each(Object.entries(subjects))(
    "is one Discord takes, and can be found again, however much stands in it: %s",
    async (_name, subject) => {
      for (const { isPersonal, count } of posted) {
        const body = await write(subject, {}, { isPersonal, count, mayBeDouble: true, isTest: true });
        expect(await faultsOf(body)).toEqual([]);
        expect(isMarkedWith(body, DELIVERY)).toBe(true);
        expect(body["allowed_mentions"]).toEqual({
          parse: [],
          ...(isPersonal ? { users: [OWNER] } : { roles: [ROLE] }),
        });
      }
    },
  );

  it.each(Object.entries({ ...subjects, line: { kind: "note", text: "Raid night" } as const }))(
    "is found again where nothing can be pressed under it: %s",
    async (_name, subject) => {
      for (const { isPersonal, count } of posted) {
        const body = await write(subject, sparse, { isPersonal, count });
        expect(await faultsOf(body)).toEqual([]);
        expect(isMarkedWith(body, DELIVERY)).toBe(true);
        expect(isMarkedWith(body, `${DELIVERY}d`)).toBe(false);
      }
    },
  );

  it.each([1, 2])("offers nothing to turn off where it came for good, among %i", async (count) => {
    const about = { ...sparse, isOnce: true };
    const body = await write({ kind: "note", text: "Raid night" }, about, { isPersonal: true, count });
    expect(isMarkedWith(body, DELIVERY)).toBe(true);
    expect(JSON.stringify(body["components"])).toContain("remind/done");
    expect(JSON.stringify(body["components"])).not.toContain("remind/off");
  });

  it.each([1, 2])("promises no reminder on a button that gives a role, among %i", async (count) => {
    const about = { ...sparse, offers: true, givesRole: true };
    const body = await write({ kind: "note", text: "Raid night" }, about, { isPersonal: false, count });
    const said = JSON.stringify(body);
    const { getRole } = english.posts.buttons;
    const { remindMe } = english.shared.buttons;
    expect([said.includes(`"label":"${getRole}`), said.includes(remindMe)]).toEqual([true, false]);
  });

  it.each([
    [{ edge: "start", at: 3_600_000 }, "Vigil** starts in 1 hour"],
    [{ edge: "start", at: -2_000 }, "Vigil** starts now"],
    [{ edge: "end", at: 90 * 60_000 }, "Vigil** ends in 90 minutes"],
    [{ edge: "end", at: 26 * 3_600_000 }, "Vigil** ends in 26 hours"],
    [{ edge: "end", at: 72 * 3_600_000 }, "Vigil** ends in 3 days"],
    [{ edge: "end", at: -12_000 }, "Vigil** ends now"],
    [{ edge: "end", at: -300_000 }, "Vigil** ended 5 minutes ago"],
  ] as const)("says in its content what a lock screen needs, in plain words: %j", async (dates, words) => {
    const subject = { kind: "dated", ...dates } as const;
    const about = { title: "Vigil", lateMs: 0, repeats: false };
    const body = await write(subject, about, { isPersonal: false });
    expect(body["content"]).toBe(`<@&${ROLE}> **${words}`);
    expect(JSON.stringify(body["embeds"])).toContain(`<t:${Math.floor(dates.at / 1000)}:R>`);
  });

  it("names those who are to be notified in its content, whatever is cut there", async () => {
    const lead = withRoles(Markdown.trusted("L".repeat(5000)), [ROLE]);
    const body = await writePost({ blocks: [] }, { locale: "en-US", lead, roleIds: [ROLE], signal });
    expect(body["content"]).toMatch(new RegExp(`^<@&${ROLE}> L{1000}`));
    expect(await faultsOf(body)).toEqual([]);
  });

  it("notifies nobody when it is changed", async () => {
    for (const { isPersonal, count } of posted) {
      const body = await write(subjects.dated, {}, { isPersonal, count, edits: { isV2: false } });
      expect(body["allowed_mentions"]).toEqual({ parse: [] });
    }
  });

  it("stays of components alone where an earlier version posted it so", async () => {
    for (const { isPersonal, count } of posted) {
      const body = await write(subjects.dated, {}, { isPersonal, count, edits: { isV2: true } });
      expect(body).toMatchObject({ flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } });
      expect(body).not.toHaveProperty("content");
      expect(body).not.toHaveProperty("embeds");
      expect(await faultsOf(body)).toEqual([]);
    }
  });
});
