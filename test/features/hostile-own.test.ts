import { describe, expect, it } from "vitest";

import { messagesFor } from "../../src/messages/catalog.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import type { Player } from "../../src/game/player.ts";
import { type ViewContext, personMention } from "../../src/features/shared/view/view-context.ts";
import { foundBlocks } from "../../src/features/account/view/discoverability.ts";
import { withAccountSelect } from "../../src/features/shared/view/account-select.ts";
import { profileReply } from "../../src/features/profile/view/profile.ts";
import { relationReply } from "../../src/features/profile/view/relation.ts";
import { markdownIn, selectIn } from "../support/run-command.ts";

const context: ViewContext = {
  texts: messagesFor("en-US"),
  locale: "en-US",
  now: 0,
  isShared: true,
  siteName: () => undefined,
  imageUrl: () => undefined,
  mention: (command) => `</${command}:99>`,
};
const named = (name: string): Player => ({
  id: "7",
  name,
  platformNames: [],
  standing: { state: "active" },
});
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

  it("name a person only by an id that is one", () => {
    expect(String(personMention("700000000000000011"))).toBe("<@700000000000000011>");
    expect(String(personMention("1> @everyone <@2"))).not.toMatch(HARM);
    const card = profileReply({ player: named("Ann"), memberId: "&1" }, context);
    expect(markdownIn(card)).not.toContain("<@&1>");
  });
});
