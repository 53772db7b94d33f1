import { expect, it } from "vitest";

import { messagesFor } from "../../../../src/messages/catalog.ts";
import type { ViewContext } from "../../../../src/features/shared/view/view-context.ts";
import { type ReminderNotice, withReminderNotices } from "../../../../src/features/shared/view/notices.ts";
import { Markdown, md } from "../../../../src/base/markdown.ts";
import { reply, text } from "../../../../src/discord/reply/build.ts";
import { troubleWords } from "../../../../src/features/shared/view/trouble-words.ts";
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
const closed = (title: string): ReminderNotice => ({ title, reason: "dm-closed", isPaused: true, of: "own" });
const told = (notices: readonly ReminderNotice[], more = 0) =>
  markdownIn(withReminderNotices(notices, more, { reply: { blocks: [] }, context }));

it("says once what stands in the way of several reminders", () => {
  const held = {
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

it("says nothing of what the answer says itself", () => {
  const notice = {
    title: "Weekly *reset*",
    reason: "missing-permission",
    channelId: "7",
    isPaused: false,
  } as const;
  const lists = [{ ...notice, of: "announcement" } as const];
  const { what } = troubleWords("missing-permission", Markdown.trusted("<#7>"), context);
  const list = reply(text(md`- **${notice.title}**\n  Problem: ${what}`));
  expect(markdownIn(withReminderNotices(lists, 0, { reply: list, context }))).toBe(markdownIn(list));
  const own = [{ ...notice, of: "own" } as const];
  expect(markdownIn(withReminderNotices(own, 0, { reply: list, context }))).toContain(
    english.remind.trouble.ofServer,
  );
  const others = reply(text(md`- **Another**\n  Problem: ${what}`));
  expect(markdownIn(withReminderNotices(lists, 0, { reply: others, context }))).toContain("Weekly");
});

it("lets no title break out of its line", () => {
  expect(told([closed("**Tea**\n# loud"), closed("@everyone")])).toContain(
    "- **\\*\\*Tea\\*\\* # loud**, **@\u200Beveryone**: ",
  );
});
