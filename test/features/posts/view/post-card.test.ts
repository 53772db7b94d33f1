import { expect, it } from "vitest";

import { plain } from "../../../../src/base/markdown.ts";
import { postCard } from "../../../../src/features/posts/view/posts.ts";
import type { CardDrawing } from "../../../../src/features/kit/view/view-context.ts";
import { messagesFor } from "../../../../src/messages/catalog.ts";
import { picturesIn } from "../../../support/drawn-cards.ts";
import type { Card } from "../../../../src/pictures/card.ts";

const never = new AbortController().signal;
const entry = {
  title: "Harvest",
  kind: "news",
  kindName: "News",
  pictureUrl: "https://content.example/a.png",
};

/** The card of a post about so many new entries, and its alt text. */
async function drawn(count: number) {
  const made: Card[] = [];
  const cards: CardDrawing = {
    look: async () => ({ mode: "dark", hue: 240, locale: "en-US" }),
    prepare: () => {},
    kept: async () => undefined,
    deadline: () => never,
    picture: async () => undefined,
    portrait: async () => ({}),
    draw: async (card) => {
      made.push(card);
      return { name: card.card, bytes: new Uint8Array([1]) };
    },
  };
  const context = {
    texts: messagesFor("en-US"),
    locale: "en-US",
    now: 0,
    isShared: true,
    mayLink: () => false,
    imageUrl: () => undefined,
    mention: (command: string) => command,
    cards,
  };
  const subject = { kind: "entries", entries: [entry], more: count - 1 } as const;
  const blocks = postCard({ title: "New entries of any kind", subject }, plain(""), context);
  const [picture] = picturesIn({ blocks });
  await picture?.draw(never);
  return { alt: picture?.alt, card: made[0] };
}

it("says on a card how many entries are new, not what an admin chose to announce", async () => {
  const { alt, card } = await drawn(19);
  expect(card).toMatchObject({ card: "trending", title: "19 new entries" });
  expect(alt).toBe("19 new entries. News: Harvest.");
});

it("shows one new entry by itself", async () => {
  const { alt, card } = await drawn(1);
  expect(card).toMatchObject({ card: "trending", title: undefined });
  expect(alt).toBe("News: Harvest.");
});
