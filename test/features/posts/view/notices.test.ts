import { describe, expect, it } from "vitest";

import { messagesFor } from "../../../../src/messages/catalog.ts";
import type { ViewContext } from "../../../../src/features/kit/view/view-context.ts";
import { type ReminderNotice, withReminderNotices } from "../../../../src/features/posts/view/trouble.ts";
import { Markdown, md } from "../../../../src/base/markdown.ts";
import type { Reply } from "../../../../src/discord/reply/reply.ts";
import { announcementReply } from "../../../../src/features/posts/view/announcement.ts";
import { announcementsReply } from "../../../../src/features/posts/view/post-list.ts";
import { boardPanelReply } from "../../../../src/features/posts/view/manage-board.ts";
import { ONLY_PAGE } from "../../../../src/features/kit/view/pages.ts";
import type { ReminderView } from "../../../../src/features/posts/reminder-service.ts";
import { troubleWords } from "../../../../src/features/posts/view/trouble-words.ts";
import { markdownIn } from "../../../support/run-command.ts";
import { english } from "../../../../src/messages/en.ts";

const context: ViewContext = {
  texts: messagesFor("en-US"),
  locale: "en-US",
  now: 0,
  isShared: false,
  mayLink: () => false,
  imageUrl: () => undefined,
  mention: (command) => `/${command}`,
};
const closed = (title: string): ReminderNotice => ({
  id: title,
  title,
  reason: "dm-closed",
  isPaused: true,
  of: "own",
});
const told = (notices: readonly ReminderNotice[], more = 0) =>
  markdownIn(withReminderNotices(notices, more, { reply: { blocks: [] }, context }));

const board = {
  id: "b1",
  guildId: "9",
  channelId: "8",
  what: "trending",
  state: "disabled",
  reason: "blocked-by-automod",
  isPinned: false,
  madeBy: "1",
  madeAt: 0,
} as const;

it("says once what stands in the way of several reminders", () => {
  const held = {
    id: "1",
    title: "News",
    reason: "missing-permission",
    channelId: "7",
    isPaused: false,
    of: "own",
  } as const;
  const said = told([closed("Tea"), held, closed("Walk")], 2);
  expect(said.match(/let Milepost DM you/g)).toHaveLength(1);
  expect(said).toMatch(/- \*\*Tea\*\*, \*\*Walk\*\*: Discord[^]*- \*\*News\*\*: [^]*and 2 more/);
});

it("calls reminders what a member set for themselves only", () => {
  expect(told([closed("Tea")])).toContain("**About your reminders**");
  expect(told([closed("Tea"), { ...closed("Trending"), of: "board" }])).toContain(
    `**${english.posts.notices.all}**`,
  );
});

const blocked: ReminderNotice = {
  id: "a1",
  title: "Reset",
  reason: "blocked-by-automod",
  channelId: "7",
  isPaused: false,
  of: "announcement",
};
const announcement: ReminderView = {
  id: "a1",
  revision: 1,
  ownerId: "1",
  editorId: "1",
  guildId: "9",
  state: "active",
  rule: { kind: "dated", thing: "reset:week", edge: "start", leadMs: 0 },
  content: {
    purpose: "announcement",
    subject: { kind: "reset", every: "week" },
    title: "Reset",
    locale: "en-US",
    zone: "UTC",
    skipIfDone: false,
    publish: false,
  },
  destinations: [{ kind: "channel", target: "7", state: "open", since: 0 }],
  madeAt: 0,
  changedAt: 0,
};
const row = (id: string, title: string, reason?: string) => ({
  ...announcement,
  id,
  content: { ...announcement.content, title },
  phrase: "every week",
  trouble: reason === undefined ? [] : [troubleWords(reason, Markdown.trusted("<#7>"), context)],
});
const listOf = (...rows: readonly ReturnType<typeof row>[]) => {
  const list = {
    at: ONLY_PAGE,
    rows,
    total: rows.length,
    most: 100,
    boards: [board],
  };
  return announcementsReply(list, context);
};
const isTold = (notice: ReminderNotice, answer: Reply) =>
  markdownIn(withReminderNotices([notice], 0, { reply: answer, context })) !== markdownIn(answer);
const shown = {
  page: 0,
  arePingsOn: true,
  firings: [],
  noNext: "watch",
  fields: {},
  accent: undefined,
  quietZone: "UTC",
} as const;
const panel = (id: string) => announcementReply({ ...shown, ...row(id, "Reset", blocked.reason) }, context);

describe("what the answer says itself", () => {
  it("is not said above it, but what the member can do is", () => {
    const list = listOf(row("a1", "Reset", "blocked-by-automod"));
    expect(isTold(blocked, list)).toBe(false);
    expect(isTold({ ...blocked, reason: "missing-permission" }, list)).toBe(true);
    expect(isTold({ ...blocked, of: "own" }, list)).toBe(true);
  });

  it("is not what another row says", () => {
    const list = listOf(row("a1", "Reset"), row("a2", "Weekly Reset", "blocked-by-automod"));
    expect(isTold(blocked, list)).toBe(true);
  });

  it("is a board's problem in its panel alone", () => {
    const notice: ReminderNotice = { ...blocked, id: "b1", of: "board", channelId: "8" };
    expect(isTold(notice, listOf(row("a1", "Reset", "blocked-by-automod")))).toBe(true);
    expect(isTold(notice, boardPanelReply({ ...board, id: "b2" }, undefined, context))).toBe(true);
    expect(isTold(notice, boardPanelReply(board, undefined, context))).toBe(false);
  });

  it("is what stands in a panel of an announcement", () => {
    expect(isTold(blocked, panel("a1"))).toBe(false);
    expect(isTold(blocked, panel("a2"))).toBe(true);
  });
});

it("names why a board's message is not posted again as its panel does", () => {
  const said = String(english.trouble.ofBoards.deleted.what(md``));
  const panel = boardPanelReply({ ...board, reason: "deleted" }, undefined, context);
  expect(markdownIn(panel)).toContain(said);
  expect(told([{ ...closed("Trending"), reason: "deleted", of: "board" }])).toContain(said);
});

it("lets no title break out of its line", () => {
  expect(told([closed("**Tea**\n# loud"), closed("@everyone")])).toContain(
    "- **\\*\\*Tea\\*\\* # loud**, **@\u200Beveryone**: ",
  );
});
