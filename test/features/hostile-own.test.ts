import { describe, expect, it } from "vitest";

import { messagesFor } from "../../src/messages/catalog.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { int64 } from "../../src/base/int64.ts";
import { toArticle } from "../../src/game/article.ts";
import { type Player, toPlayer } from "../../src/game/player.ts";
import { type ViewContext, personMention } from "../../src/features/kit/view/view-context.ts";
import { foundBlocks } from "../../src/features/account/view/discoverability.ts";
import { withAccountSelect } from "../../src/features/kit/view/own-data.ts";
import { profileReply } from "../../src/features/profile/view/profile.ts";
import { relationReply } from "../../src/features/profile/view/relation.ts";
import { trendingEntryReply } from "../../src/features/trending/view/entry.ts";
import type { TrendDetails } from "../../src/game/trend-details.ts";
import type { Trend } from "../../src/game/trending.ts";
import { shownLinks } from "../support/shown-links.ts";
import { markdownIn, selectIn } from "../support/run-command.ts";

const context: ViewContext = {
  texts: messagesFor("en-US"),
  locale: "en-US",
  now: 0,
  isShared: true,
  mayLink: () => false,
  imageUrl: () => undefined,
  mention: (command) => `</${command}:99>`,
};
const named = (name: string): Player => toPlayer({ membershipId: int64("7"), displayName: name }, 0);
/** Leads to a host that the profile allows. */
const LINKED = '<p>See <a href="https://a.example/x">a.example</a> https://a.example/y</p>';
const HARM = /(?<!\\)@everyone|(?<!\\)<@[&!]?\d|(?<!\\)\[click\]|^#/m;

describe("names and ids that would do something at Discord", () => {
  it.each(["@everyone <@1> [click](https://evil.example)", "\n# heading\n<@&2>", "x".repeat(5_000)])(
    "do nothing in what is shown of accounts: %j",
    (name) => {
      const relation = { isFollowing: true, isIgnored: false, hiddenUntil: undefined };
      const here = { name, isByActive: true };
      const replies: readonly Reply[] = [
        relationReply({ player: named(name), relation }, context),
        { blocks: foundBlocks({ isInServer: true, here, elsewhere: 1 }, context) },
        {
          blocks: foundBlocks(
            { isInServer: true, here: { ...here, isByActive: false }, elsewhere: 0 },
            context,
          ),
        },
      ];
      for (const reply of replies) {
        expect(markdownIn(reply)).not.toMatch(HARM);
        expect(markdownIn(reply).length).toBeLessThan(1_000);
      }
      const choice = { value: "a/1.5", account: name, game: name, isChosen: true };
      const choose = { command: "account", action: "choose" };
      const list = selectIn(withAccountSelect({ blocks: [] }, [choice, choice], { choose, context }));
      for (const { label, description } of list.entries) {
        expect(label.length).toBeLessThanOrEqual(100);
        expect(description?.length ?? 0).toBeLessThanOrEqual(100);
      }
    },
  );

  it("lead nowhere where players wrote them themselves", () => {
    const everywhere = { ...context, mayLink: () => true };
    const shown = (kind: Trend["kind"], details: TrendDetails) => {
      const trend: Trend = {
        key: { type: 5, id: "x" },
        kind,
        title: LINKED,
        tagline: LINKED,
        isFeatured: false,
        audience: "everyone",
      };
      const view = { trend, details, contents: [], part: 0, list: { page: 0 } };
      return shownLinks(
        markdownIn(trendingEntryReply(view, { ...everywhere, names: { of: () => undefined } })),
      );
    };
    const unsaid = { authorId: undefined, picture: undefined, votes: undefined };
    const created = { type: "creation", body: LINKED, author: LINKED, ...unsaid } as const;
    const rules = { title: "title", summary: "summary", body: "body", image: "image" };
    const article = toArticle({ contentId: int64("1"), properties: { body: LINKED } }, rules);
    expect(shown("creation", created)).toEqual([]);
    expect(shown("topic", { type: "plain" })).toEqual([]);
    expect(shown("stream", { type: "stream", channel: LINKED, picture: undefined })).toEqual([]);
    expect(shown("news", { type: "article", article })).toHaveLength(1);
    const player = {
      ...named("Ann"),
      about: LINKED,
      title: LINKED,
      status: { text: LINKED, since: undefined },
    };
    expect(shownLinks(markdownIn(profileReply({ player }, everywhere)))).toEqual([]);
  });

  it("name a person only by an id that is one", () => {
    expect(String(personMention("700000000000000011"))).toBe("<@700000000000000011>");
    expect(String(personMention("1> @everyone <@2"))).not.toMatch(HARM);
    const card = profileReply({ player: named("Ann"), memberId: "&1" }, context);
    expect(markdownIn(card)).not.toContain("<@&1>");
  });
});
