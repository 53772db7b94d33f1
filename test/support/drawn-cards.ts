import type { Picture, Reply } from "../../src/discord/reply/reply.ts";
import type { Services } from "../../src/features/services.ts";
import type { Card } from "../../src/pictures/card.ts";

/** Services that draw cards and bring pictures: what is drawn and asked for is noted, a picture is its own address. */
export function withCards(services: Services): {
  readonly services: Services;
  readonly cards: Card[];
  readonly asked: string[];
} {
  const cards: Card[] = [];
  const asked: string[] = [];
  return {
    cards,
    asked,
    services: {
      ...services,
      images: {
        get: async (url) => {
          if (url === undefined) return undefined;
          asked.push(url);
          return Buffer.from(url);
        },
      },
      pictures: {
        prepare: () => {},
        kept: async () => undefined,
        draw: async (card) => {
          cards.push(card);
          return { name: `${card.card}.png`, bytes: Buffer.from("a picture") };
        },
      },
    },
  };
}

export function picturesIn(reply: Reply): readonly Picture[] {
  return reply.blocks.flatMap((block) => (block.type === "picture" ? [block.picture] : []));
}

/** Draws a reply's one picture. */
export async function drawOnly(reply: Reply): Promise<Picture> {
  const [picture, ...others] = picturesIn(reply);
  if (picture === undefined || others.length > 0) throw new Error("not one picture");
  await picture.draw(new AbortController().signal);
  return picture;
}
