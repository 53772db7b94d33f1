import { expect, it } from "vitest";

import { plain } from "../../../src/base/markdown.ts";
import { cardBlock } from "../../../src/features/kit/view/card-block.ts";
import type { CardDrawing } from "../../../src/features/kit/view/view-context.ts";
import { messagesFor } from "../../../src/messages/catalog.ts";
import { picturesIn } from "../../support/drawn-cards.ts";
import type { Card, WeekCard } from "../../../src/pictures/card.ts";

const never = new AbortController().signal;
const week: Omit<WeekCard, "mode" | "hue" | "locale"> = {
  card: "week",
  title: "This week",
  range: "",
  zone: "",
  days: [],
  now: 0,
  rows: [],
};

/** A card with one icon, whose file is named after whether that was there. */
function drawn({
  there,
  isHurried,
  kept = async () => undefined,
}: {
  readonly there: readonly boolean[];
  readonly isHurried: boolean;
  readonly kept?: CardDrawing["kept"];
}) {
  const icons = [...there];
  const cards: CardDrawing = {
    look: async () => ({ mode: "dark", hue: 240, locale: "en-US" }),
    prepare: () => {},
    kept,
    deadline: () => (isHurried ? AbortSignal.abort() : never),
    picture: async () => (icons.shift() === true ? new Uint8Array([1]) : undefined),
    portrait: async () => ({}),
    draw: async (card, _signal, outline) => {
      const hasIcon = card.card === "week" && card.rows[0]?.icon !== undefined;
      const name = `${hasIcon ? "with" : "without"}${outline === undefined ? "" : ", kept by address"}`;
      return { name, bytes: new Uint8Array([1]) };
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
  const blocks = cardBlock(context, { alt: "", twin: plain("") }, async (look, picture) => ({
    ...look,
    ...week,
    rows: [{ name: "", from: 0, to: 1, icon: await picture("https://content.example/icon.png") }],
  }));
  const [picture] = picturesIn({ blocks });
  if (picture === undefined) throw new Error("no picture");
  return picture.draw(never);
}

it("draws a card anew with what came too late for it", async () => {
  const hurried = await drawn({ there: [false, true], isHurried: true });
  expect(hurried.name).toBe("without");
  expect((await hurried.redraw?.(never))?.name).toBe("with");
});

it("draws none anew where nothing came", async () => {
  const hurried = await drawn({ there: [false, false], isHurried: true });
  expect(await hurried.redraw?.(never)).toBeUndefined();
});

it("asks for no picture while the card is kept under their addresses", async () => {
  const kept = { name: "kept", bytes: new Uint8Array([2]) };
  const asked: string[] = [];
  const keep = async (outline: Card) => {
    asked.push(Buffer.from(outline.card === "week" ? (outline.rows[0]?.icon ?? "") : "").toString());
    return kept;
  };
  expect(await drawn({ there: [], isHurried: false, kept: keep })).toBe(kept);
  expect(asked).toEqual(["https://content.example/icon.png"]);
});

it("is kept under the addresses of its pictures where all of them came", async () => {
  expect((await drawn({ there: [true], isHurried: false })).name).toBe("with, kept by address");
  expect((await drawn({ there: [false], isHurried: false })).name).toBe("without");
});

it("has nothing to wait for where every picture was asked for in time", async () => {
  expect(await drawn({ there: [false], isHurried: false })).not.toHaveProperty("redraw");
});
