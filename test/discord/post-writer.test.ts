import { describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { Markdown, plain } from "../../src/base/markdown.ts";
import { CustomIds } from "../../src/discord/interaction/custom-id.ts";
import { COMPONENT, FLAG } from "../../src/discord/reply/message.ts";
import { createPostWriter } from "../../src/discord/post/post-writer.ts";
import type { Block } from "../../src/discord/reply/reply.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { FaultList } from "../../src/playground/discord/validation/api-error.ts";
import { checkMessage } from "../../src/playground/discord/validation/message-rules.ts";
import { checkBody } from "../../src/playground/discord/validation/schemas.ts";
import { reminderPost, withMember, withRoles } from "../../src/features/shared/view/posts.ts";
import type { PostPart } from "../../src/features/shared/view/post-parts.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";

const ROLE = "600000000000000011";
const OWNER = "700000000000000011";
const DELIVERY = "d".repeat(12);
const signal = AbortSignal.timeout(30_000);
const customIds = new CustomIds([Buffer.alloc(32, 7)], new MemoryStateStore(systemClock), systemClock);
const write = createPostWriter(customIds);
const look = {
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
  checkMessage({ ...body }, { flags: FLAG.componentsV2, uploads: new Map(), keepsSomething: false }, faults);
  return faults.all;
}

const entry = { title: "T".repeat(300), kindName: "Forum topic", tagline: "g".repeat(900) };
const subjects: Readonly<Record<string, PostPart["subject"]>> = {
  note: { kind: "note", text: "*_x".repeat(166) },
  entries: { kind: "entries", entries: Array.from({ length: 10 }, () => entry), more: 5 },
  own: { kind: "own", headline: plain("Left"), list: Array.from({ length: 10 }, () => "L".repeat(300)) },
  dated: { kind: "dated", isReset: false, edge: "end", at: 10, endAt: 20, about: "a".repeat(500) },
};

function partsOf(subject: PostPart["subject"], count: number): readonly PostPart[] {
  return Array.from({ length: count }, (_, index) => ({
    reminderId: `r${index}`.padEnd(12, "r"),
    slot: 1_800_000_000_000,
    title: "Title ".repeat(33),
    subject,
    lateMs: 42 * 60_000,
    isHeld: false,
    repeats: true,
    offers: true,
  }));
}

/** Types of the components at the top of a note's post. */
async function typesOf(late: number): Promise<readonly number[]> {
  const [part] = partsOf({ kind: "note", text: "Patrol with Ines" }, 1);
  if (part === undefined) throw new Error("no part");
  const parts = [{ ...part, lateMs: late, repeats: false }] as const;
  const view = { isPersonal: true, deliveryId: DELIVERY, mayBeDouble: false, isTest: false };
  const { lead, card } = reminderPost({ ...view, parts }, look);
  const body = await write(card, { locale: "en-US", lead, ownerId: OWNER, signal });
  expect(await faultsOf(body)).toEqual([]);
  return (body["components"] as readonly { readonly type: number }[]).map(({ type }) => type);
}

describe("a post the bot makes by itself", () => {
  it("has no card where it would hold nothing but buttons", async () => {
    expect(await typesOf(0)).toEqual([COMPONENT.textDisplay, COMPONENT.actionRow]);
    expect(await typesOf(60_000)).toEqual([COMPONENT.textDisplay, COMPONENT.container]);
  });

  it.each(Object.entries(subjects))(
    "is one Discord takes, and can be found again, however much stands in it: %s",
    async (_name, subject) => {
      for (const [isPersonal, count] of [false, true].flatMap((own) =>
        [1, 2, 8, 60].map((many) => [own, many] as const),
      )) {
        const [first, ...others] = partsOf(subject, count);
        if (first === undefined) throw new Error("no part");
        const view = { isPersonal, deliveryId: DELIVERY, mayBeDouble: true, isTest: true };
        const { lead, card } = reminderPost({ ...view, parts: [first, ...others] }, look);
        const body = await write(card, {
          locale: "en-US",
          lead: isPersonal ? withMember(lead, OWNER) : withRoles(lead, [ROLE]),
          ...(isPersonal ? { ownerId: OWNER } : { roleIds: [ROLE] }),
          signal,
        });
        expect(await faultsOf(body)).toEqual([]);
        expect(JSON.stringify(body)).toContain(DELIVERY);
        expect(body["allowed_mentions"]).toEqual({
          parse: [],
          ...(isPersonal ? { users: [OWNER] } : { roles: [ROLE] }),
        });
      }
    },
  );

  it("keeps room for what stands above the card, in text and in components", async () => {
    const rows = Array.from({ length: 60 }, (): Block => ({ type: "text", text: plain("x".repeat(400)) }));
    const lead = Markdown.trusted("L".repeat(500));
    const body = await write({ blocks: rows }, { locale: "en-US", lead, signal });
    expect(await faultsOf(body)).toEqual([]);
    expect(JSON.stringify(body["components"])).toContain("L".repeat(500));
  });
});
