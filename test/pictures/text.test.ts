import { describe, expect, it } from "vitest";

import { graphemesOf, toDrawable } from "../../src/pictures/text/clean.ts";
import { directionOf } from "../../src/pictures/text/direction.ts";
import { type Measure, fitTexts } from "../../src/pictures/text/fit.ts";
import { measureOnce } from "../../src/pictures/painter.ts";
import { type Text, text } from "../../src/pictures/tree.ts";

const style = { size: 20, weight: 500, color: "#ffffff" };

/** Every grapheme is half as wide as its size; lines break anywhere. */
const measure: Measure = async (texts) =>
  texts.map(({ text: content, style: { size }, width = Infinity }) => {
    const whole = (graphemesOf(content).length * size) / 2;
    return { width: Math.min(whole, width), height: Math.max(1, Math.ceil(whole / width)) * size * 1.25 };
  });

async function fit(content: string, room: Text["fit"]): Promise<Text> {
  const [fitted] = await fitTexts([text(content, style, room)], measure);
  return fitted ?? text("", style);
}

describe("a text's direction", () => {
  it.each([
    ["Ash محمد", "ltr"],
    ["محمد Ash", "rtl"],
    ["12 שלום", "rtl"],
    ["7/12", "ltr"],
    ["🔥 !", "ltr"],
    ["", "ltr"],
  ])("of %j is %s, by its first strong letter", (content, direction) => {
    expect(directionOf(content)).toBe(direction);
  });
});

describe("a text before it is drawn", () => {
  it.each([
    ["a line break", "one\n two", "one two"],
    ["a letter in pieces", "e\u0301", "é"],
    ["fancy letters", "𝓐𝓼𝓱 𝟙𝟚", "Ash 12"],
    ["Japanese punctuation, which stays as it is", "「｢ァ～", "「｢ァ～"],
    ["marks that turn the direction", "a\u202Eb", "ab"],
    ["an emoji of several parts", "👩🏽‍🚀", "👩🏽‍🚀"],
  ])("is put in order: %s", (_, given, drawn) => {
    expect(toDrawable(given)).toBe(drawn);
  });
});

describe("a text with too little room", () => {
  it("stays as it is where it has enough", async () => {
    expect(await fit("abcde", { width: 50 })).toMatchObject({ text: "abcde", style: { size: 20 } });
  });

  it("shrinks before it is cut", async () => {
    expect(await fit("abcdefgh", { width: 60, min: 14 })).toMatchObject({
      text: "abcdefgh",
      style: { size: 15 },
    });
  });

  it("is cut between graphemes, never within one", async () => {
    expect((await fit("👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀", { width: 30 })).text).toBe("👩🏽‍🚀👩🏽‍🚀…");
  });

  it("loses the space and the sign before the ellipsis", async () => {
    expect((await fit("abc - defgh", { width: 60 })).text).toBe("abc…");
  });

  it.each([
    ["Keeper of the Northern Light", "Keeper of the…"],
    ["Long-Named", "Long-Named"],
    ["Keeper Long-Named-Lantern", "Keeper Long-Named…"],
    ["xX_Łukasz_Water_Walker_Xx", "xX_Łukasz_Water…"],
    ["ตลาดกลางคืนบนถนนเกลือที่ยาวมาก", "ตลาดกลางคืนบนถนน…"],
  ])("is cut at a word: %j", async (given, drawn) => {
    expect((await fit(given, { width: 180 })).text).toBe(drawn);
  });

  it("is cut within a word that is most of it", async () => {
    expect((await fit("The Donaudampfschifffahrtsgesellschaft", { width: 180 })).text).toBe(
      "The Donaudampfsch…",
    );
  });

  it("keeps its first letter in no room at all", async () => {
    expect((await fit("abc", { width: 1 })).text).toBe("a…");
  });

  it("is cut on the last of its lines", async () => {
    const { text: content } = await fit("ab ".repeat(30), { width: 50, lines: 2 });
    expect(content).toBe("ab ab ab…");
  });

  it("is not torn into lines where it is one word", async () => {
    const room = { width: 50, min: 12, lines: 2 };
    expect(await fit("abcdefgh", room)).toMatchObject({ text: "abcdefgh", style: { size: 12.5 } });
  });

  it("is not torn for a few letters of a script without spaces in it", async () => {
    const room = { width: 50, lines: 2, min: 8 };
    expect(await fit("xX_日本_Xx", room)).toMatchObject({ text: "xX_日本_Xx", fit: { lines: 1 } });
  });

  it("shrinks a little before it is torn where no spaces part its words", async () => {
    const room = { width: 52, min: 12, lines: 2 };
    expect(await fit("金木犀の渡し", room)).toMatchObject({ style: { size: 17 }, fit: { lines: 1 } });
    expect(await fit("金木犀の渡し守たちの祭り", { ...room, width: 66 })).toMatchObject({
      style: { size: 20 },
      fit: { lines: 2 },
    });
  });

  it("is torn before it would be cut", async () => {
    const room = { width: 52, min: 20, lines: 2 };
    expect(await fit("金木犀の渡し", room)).toMatchObject({ text: "金木犀の渡し", fit: { lines: 2 } });
  });

  it("is cut in bounded time, however long it is", async () => {
    const { text: content } = await fit("ab ".repeat(100_000), { width: 100 });
    expect(content.length).toBeLessThan(12);
  });
});

const widthsOf = (list: readonly { readonly width: number }[]) => list.map(({ width }) => width);

describe("what is measured for one card", () => {
  it("is measured once, and in one go where it is asked for at one time", async () => {
    const asked: number[] = [];
    const once = measureOnce((texts) => {
      asked.push(texts.length);
      return measure(texts);
    });
    const [one, two] = await Promise.all([
      once([{ text: "abc", style }]),
      once([
        { text: "de", style },
        { text: "abc", style: { ...style, color: "#000000" } },
      ]),
    ]);
    expect([widthsOf(one), widthsOf(two)]).toEqual([[30], [20, 30]]);
    expect(widthsOf(await once([{ text: "abc", style: { ...style, size: 10 } }]))).toEqual([15]);
    expect(asked).toEqual([2, 1]);
  });

  it("fails where measuring fails", async () => {
    const failing = measureOnce(() => Promise.reject(new Error("no renderer")));
    await expect(failing([{ text: "abc", style }])).rejects.toThrow("no renderer");
  });
});
