import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { plain } from "../../src/base/markdown.ts";
import type { Block, Button, Reply } from "../../src/discord/reply/reply.ts";
import { inVariant, slim, variantIn, WHOLE } from "../../src/discord/reply/slim.ts";
import { runtime } from "../../src/messages/en/runtime.ts";

const { controls: texts } = runtime;
const again = { command: "stats", action: "page", state: { page: 3 } };
const call = { command: "stats", action: "any" };

const button = (label: string): Button => ({ type: "action", label, press: call });
const row = (...labels: readonly string[]): Block => ({ type: "buttons", buttons: labels.map(button) });
const menu = (placeholder: string): Block => ({ type: "select", placeholder, choose: call, entries: [] });
const picture: Block = {
  type: "picture",
  picture: { alt: "A card", twin: plain("twin"), draw: () => new Promise(() => {}) },
};

function labelsIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type === "buttons") return block.buttons.map(({ label }) => label);
    if (block.type === "section") return "label" in block.beside ? [block.beside.label] : [];
    return block.type === "select" ? [`menu ${block.placeholder}`] : [];
  });
}

/** What is shown after "More" was pressed so often. */
const shownAt = (reply: Reply, controls: number, hasPictures = false) =>
  labelsIn(slim({ ...reply, variant: { ...WHOLE, controls } }, hasPictures, texts));

const dead = (label: string) => ({ ...button(label), disabled: true });

describe("the controls of a reply", () => {
  it("stay as they are where there are few", () => {
    const blocks = [menu("1"), menu("2"), row("a", "b"), row("c", "d", "e")];
    expect(slim({ again, blocks }, false, texts)).toEqual(blocks);
  });

  it("stay as they are where nothing shows the reply anew", () => {
    const blocks = [menu("1"), menu("2"), menu("3"), row("a", "b", "c", "d"), row("e", "f")];
    expect(slim({ blocks }, false, texts)).toEqual(blocks);
  });

  it("go behind More in their order, and Less leads back", () => {
    const reply = {
      again,
      blocks: [menu("1"), menu("2"), menu("3"), row("a", "b", "c", "d", "e", "f", "g", "h")],
    };
    expect(shownAt(reply, 0)).toEqual(["menu 1", "menu 2", "a", "b", "c", "d", "More"]);
    expect(shownAt(reply, 1)).toEqual(["menu 3", "e", "f", "g", "h", "Less"]);
    expect(shownAt(reply, 9)).toEqual(shownAt(reply, 1));
  });

  it("lead on by one button, and a page back by another", () => {
    const reply = { again, blocks: [row("a", "b", "c", "d", "e"), row("f", "g", "h", "i", "j")] };
    expect(shownAt(reply, 0)).toEqual(["a", "b", "c", "d", "More"]);
    expect(shownAt(reply, 1)).toEqual(["e", "f", "g", "Less", "More"]);
    expect(shownAt(reply, 2)).toEqual(["h", "i", "j", "Less"]);
  });

  it("leave a preview its buttons on every page, and count none of them", () => {
    const preview: Block = { type: "buttons", buttons: [dead("p"), dead("q")] };
    const reply = { again, blocks: [preview, row("a", "b", "c", "d", "e", "f")] };
    expect(shownAt(reply, 0)).toEqual(["p", "q", "a", "b", "c", "d", "More"]);
    expect(shownAt(reply, 1)).toEqual(["p", "q", "e", "f", "Less"]);
  });

  it("leave the text of a section whose button is behind More", () => {
    const section: Block = { type: "section", text: plain("words"), beside: button("f") };
    const reply = { again, blocks: [row("a", "b", "c", "d", "e"), section] };
    const shown = slim(reply, false, texts);
    expect(labelsIn(shown)).toEqual(["a", "b", "c", "d", "More"]);
    expect(shown).toContainEqual({ type: "text", text: plain("words") });
    expect(shownAt(reply, 1).toSorted()).toEqual(["Less", "e", "f"]);
  });

  it("give a place to the press that shows a picture's words", () => {
    const reply = { again, blocks: [picture, row("a", "b", "c", "d", "e")] };
    expect(shownAt(reply, 0, true)).toEqual(["a", "b", "c", "As text", "More"]);
    const asText = slim({ ...reply, variant: { controls: 0, isText: true } }, true, texts);
    expect(labelsIn(asText)).toEqual(["a", "b", "c", "As picture", "More"]);
  });

  it("that stand aside are behind More, however few there are", () => {
    const aside = (label: string) => ({ ...button(label), isAside: true }) as Button;
    const reply = {
      again,
      blocks: [picture, { type: "buttons", buttons: [button("a"), aside("r"), aside("h")] }],
    } as const;
    expect(shownAt(reply, 0, true)).toEqual(["a", "As text", "More"]);
    expect(shownAt(reply, 1, true)).toEqual(["r", "h", "Less"]);
    const alone = { again, blocks: [{ type: "buttons", buttons: [aside("r")] }] } as const;
    expect(shownAt(alone, 0)).toEqual(["More"]);
    expect(shownAt(alone, 1)).toEqual(["r", "Less"]);
    expect(labelsIn(slim({ blocks: reply.blocks }, false, texts))).toEqual(["a", "r", "h"]);
  });

  it("are never more than two menus and five buttons, and all of them can be reached", () => {
    const block = fc.oneof(
      fc.constant("menu"),
      fc.array(fc.constant("button"), { maxLength: 5 }),
      fc.constant("section"),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 14 }), fc.boolean(), (kinds, hasPictures) => {
        let made = 0;
        const next = () => String((made += 1));
        const blocks = kinds.map((kind): Block => {
          if (kind === "menu") return menu(next());
          if (kind === "section") return { type: "section", text: plain("x"), beside: button(next()) };
          return row(...Array.from(kind, next));
        });
        const own = new Set<string>([texts.more, texts.less, texts.asText]);
        const reached: string[] = [];
        for (let at = 0; ; at += 1) {
          const labels = shownAt({ again, blocks }, at, hasPictures);
          const menus = labels.filter((label) => label.startsWith("menu "));
          expect([menus.length <= 2, labels.length - menus.length <= 5]).toEqual([true, true]);
          expect(labels.includes(texts.asText)).toBe(hasPictures && at === 0);
          reached.push(...labels.filter((label) => !own.has(label)));
          if (!labels.includes(texts.more)) break;
        }
        expect(reached.toSorted()).toEqual(labelsIn(blocks).toSorted());
      }),
    );
  });
});

describe("a call in a variant", () => {
  it.each([WHOLE, { controls: 2, isText: false }, { controls: 0, isText: true }])("carries %o", (variant) => {
    const { state } = inVariant(again, variant);
    expect(variantIn(state ?? {})).toEqual(variant);
    expect(state).toMatchObject({ page: 3 });
  });

  it("is a whole one where the state says nothing that makes sense", () => {
    expect(variantIn({ ".c": -1 })).toEqual(WHOLE);
    expect(variantIn({ ".c": "x", ".t": 1 })).toEqual(WHOLE);
  });
});
