import { plain } from "../../src/base/markdown.ts";
import { readablePages } from "../../src/features/kit/view/readable.ts";
import { shownLinks, strayLinks } from "../support/shown-links.ts";
import { Random } from "./random.ts";
import type { Proof } from "./run.ts";

const TEXTS = 200_000;
const QUICK = 4_000;
const OURS = new Set(["https://portal.example", "https://news.portal.example:8443"]);
const ADDRESSES = [
  "https://portal.example/read/1",
  "https://news.portal.example:8443/x",
  "HTTPS://PORTAL.EXAMPLE/(a)<b>",
  "https://evil.example/",
  "https://portal.example.evil.example/",
  "https://portal.example@evil.example/",
  "https://evil.example\\@portal.example/",
  "https://portal․example/",
  "https://portal。example/",
  "https://xn--prtal-jua.example/",
  "https://portal.example:444/",
  "http://portal.example/",
  "//evil.example/x",
  "/read/1",
  "javascript:alert(1)",
  "discord://-/settings",
  "https://portal.example/)[x](https://evil.example",
  " https://evil.example",
  "ht\ntps://evil.example",
];
/** What stands in labels and texts: addresses written so that a guard may not know them, markup of two languages. */
const PIECES = [
  ...ADDRESSES,
  ..."good.example portal․example good。example ｇｏｏｄ.example (portal.example) discord.gg/abc".split(" "),
  ..."<b> </b> <i> </i> <br> <p> </p> <li> <blockquote> </blockquote> <h2> </h2> <wbr> <!-- --> </a>".split(
    " ",
  ),
  ..."&#46; &period; &shy; &ZeroWidthSpace; &#x202e; &lt;a&gt; [ ] ( ) < > ** __ ` \\ | ~~ ||".split(" "),
  ..."\u200B \u00AD \u2060 \u202E \u2066 \u034F \uFE0F \u180E \u{E0041} \u3164".split(" "),
  "](https://evil.example)",
  "[x](https://evil.example)",
  "[x](<https://evil.example>)",
  "<https://evil.example>",
  "https:",
  "//",
  "\n",
  " ",
];

/** Generated texts of the platform and of players, read as Discord's client would read what is made of them. */
export async function links({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const count = isQuick ? QUICK : TEXTS;
  const random = new Random(20_261_122);
  const seen = { links: 0, stray: 0, byPlayers: 0 };
  for (let done = 0; done < count; done += 1) {
    const source = make(random);
    for (const page of readablePages(source, ({ origin }) => OURS.has(origin))) {
      seen.links += shownLinks(String(page)).length;
      seen.stray += strayLinks(String(page), OURS).length;
    }
    const written = [...readablePages(source), plain(source)];
    seen.byPlayers += written.flatMap((page) => shownLinks(String(page))).length;
  }
  const sentence =
    `${count} texts, ${seen.links} links shown: ${seen.stray} to another host or without its name, ` +
    `${seen.byPlayers} out of what players wrote`;
  return { sentence, failed: seen.stray + seen.byPlayers + (seen.links < count / 10 ? 1 : 0) };
}

function make(random: Random): string {
  const words = () => Array.from({ length: random.below(5) }, () => piece(random)).join("");
  const parts = Array.from({ length: 1 + random.below(5) }, () => {
    if (random.below(2) === 0) return words();
    const quote = random.pick(['"', "'", ""]);
    return `<a href=${quote}${random.pick(ADDRESSES)}${quote}>${words()}</a>`;
  });
  return parts.join("");
}

function piece(random: Random): string {
  return random.below(3) === 0 ? random.word(1 + random.below(6)) : random.pick(PIECES);
}
