import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { codePointsOf } from "../../src/pictures/fonts/cmap.ts";
import { slicesOf } from "../../src/pictures/fonts/families.ts";
import { TakumiCanvas } from "../../src/pictures/takumi/takumi-canvas.ts";
import { type FontFace, FontLibrary } from "../../src/pictures/fonts/font-library.ts";

function library() {
  const faces: FontFace[] = [];
  const fonts = new FontLibrary(async (face) => void faces.push(face));
  const families = () => [...new Set(faces.map(({ family }) => family))];
  return { fonts, faces, families };
}

describe("the fonts", () => {
  it.each([
    ["Latin", "Ashbridge, Łukasz, Đặng"],
    ["Cyrillic", "Привет Ђ"],
    ["Greek", "Καλημέρα"],
    ["Japanese", "金木犀の渡し守、ツ"],
    ["Korean", "안녕하세요"],
    ["simplified Chinese", "你好，世界龙"],
    ["traditional Chinese", "歡迎臺灣龍"],
    ["Arabic", "العربية ٤٢"],
    ["Hebrew", "שלום"],
    ["Thai", "สวัสดี"],
    ["Devanagari", "नमस्ते"],
    ["emoji", "🔥👩🏽‍🚀🇩🇪1️⃣❤️"],
    ["signs of games", "★ † ♥ → ① ™ ©"],
    ["letters with marks of the same file", "m\u0300 ẹ\u0300 x\u0304"],
    ["flags of regions", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"],
    ["Persian with joiners", "می\u200Cخواهم"],
  ])("have all of %s", async (_, text) => {
    expect(await library().fonts.prepare(text, "en")).toBe(text);
  });

  it.each([
    ["a script nobody shipped", "Ash ሰላም", "Ash"],
    ["cuneiform", "a𒀀b", "ab"],
    ["code points of no meaning", "a\uE000\u{10FFFD}b", "ab"],
    ["what is left of an emoji no font has", "a🫩b", "ab"],
    ["a mark that lies in another file than its letter", "x\u0302 б\u0300 1\u030C", "x б 1"],
    ["a mark that is in a file by accident", "m\u030C q\u0307", "m q"],
    ["the marks of a letter that no font has", "a\u{10FFFD}\u0300b", "ab"],
  ])("drop %s", async (_, text, drawn) => {
    expect(await library().fonts.prepare(text, "en")).toBe(drawn);
  });

  it("leave no letter for which a renderer draws a box", async () => {
    const canvas = new TakumiCanvas();
    const fonts = new FontLibrary((face) => canvas.register(face));
    const marks = Array.from({ length: 0x70 }, (_, index) => String.fromCodePoint(0x300 + index));
    const drawn = await Promise.all(
      Array.from("mxqбяαẹđאعกक中あ가1").flatMap((letter) =>
        marks.map((mark) => fonts.prepare(`${letter}${mark}`, "en")),
      ),
    );
    // A box is as wide as a letter; composed Greek capitals are a little wider than bare ones.
    const style = { size: 40, weight: 500, color: "#ffffff" };
    const texts = [...new Set(drawn)].map((text) => ({ text, style }));
    const bare = texts.map(({ text }) => ({ text: text.normalize("NFD").replaceAll(/\p{M}/gu, ""), style }));
    const [extents, letters] = [await canvas.measure(texts, "en"), await canvas.measure(bare, "en")];
    const boxed = texts.filter((_, index) => (extents[index]?.width ?? 0) > (letters[index]?.width ?? 0) + 6);
    expect(boxed).toEqual([]);
    expect(texts.length).toBeGreaterThan(60);
  });

  it("are loaded slice by slice, as texts need them", async () => {
    const { fonts, faces, families } = library();
    await fonts.prepare("Ashbridge 1,203", "en");
    expect(faces).toHaveLength(1);
    expect(families()).toEqual(["Inter"]);
    await fonts.prepare("Ashbridge again", "en");
    expect(faces).toHaveLength(1);
    await fonts.prepare("金", "en");
    expect(families()).toEqual(["Inter", "Noto Sans JP"]);
    expect(faces).toHaveLength(2);
  });

  it.each([
    ["ja", "金", "Noto Sans JP"],
    ["ko", "金", "Noto Sans KR"],
    ["zh-CN", "金", "Noto Sans SC"],
    ["zh-TW", "金", "Noto Sans TC"],
    ["en-US", "金", "Noto Sans JP"],
    ["zh-CN", "金の", "Noto Sans JP"],
    ["ja", "金의", "Noto Sans KR"],
  ])("draw Han letters for a reader of %s in %s as %s has them", async (locale, text, family) => {
    const { fonts, families } = library();
    await fonts.prepare(text, locale);
    expect(families()).toContain(family);
    expect(families().filter((one) => one.startsWith("Noto Sans"))).toEqual([family]);
  });

  it("promise a renderer only what is in the file", async () => {
    const { fonts, faces } = library();
    await fonts.prepare("A金☃", "zh-TW");
    for (const { bytes, ranges } of faces) {
      const points = codePointsOf(bytes);
      const isThere = (point: number) => points.some(([first, last]) => first <= point && point <= last);
      expect(ranges.every(([first, last]) => isThere(first) && isThere(last))).toBe(true);
    }
  });

  it("are all where their packages say", () => {
    const files = (["Inter", "Noto Sans KR", "Noto Sans Thai", "Twemoji"] as const).flatMap(slicesOf);
    for (const { file } of files) expect(readFileSync(file).toString("latin1", 0, 4)).toBe("wOF2");
  });
});
