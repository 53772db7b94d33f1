import { md } from "../../src/base/markdown.ts";
import { english } from "../../src/messages/en.ts";
import { fit } from "../../src/messages/fit.ts";
import { pseudoLanguage } from "../support/pseudo.ts";
import { atMost, type Figure, interleave, median, row } from "./measure.ts";

const ROUNDS = 25;
const SAID = 20_000;
const AIM_US = 3;

/** What a text costs: English, which is code, beside one that was read as ICU's MessageFormat. */
export async function messages(): Promise<Figure[]> {
  const translated = {
    posts: inPseudo("posts") as typeof english.posts,
    trending: inPseudo("trending") as typeof english.trending,
  };
  const when = md`<t:1795345200:R>`;
  const texts = {
    "two arguments into markdown": (all: typeof translated) => all.posts.starts(md`The *Weekly* Vigil`, when),
    "a plural": (all: typeof translated) => all.trending.votes(1234, "1,234"),
  };
  const figures: Figure[] = [];
  for (const [name, say] of Object.entries(texts)) {
    const contenders = {
      English: () => timed(() => say(english)),
      translated: () => timed(() => say(translated)),
    };
    await interleave(5, contenders);
    const { English: own = [], translated: other = [] } = await interleave(ROUNDS, contenders);
    const [first, second] = row(`saying ${name}`, "us", { English: median(own), translated: median(other) });
    for (const figure of [first, second]) if (figure !== undefined) figures.push(atMost(AIM_US, figure));
  }
  return figures;
}

function inPseudo(area: "posts" | "trending"): unknown {
  const place = { english: english[area], parent: english[area], path: area };
  const texts = pseudoLanguage.read?.(area) ?? {};
  return fit(place, { texts, language: "en", onFault: () => {} });
}

/** Microseconds each. */
async function timed(say: () => unknown): Promise<number> {
  const started = performance.now();
  for (let index = 0; index < SAID; index++) say();
  return ((performance.now() - started) * 1000) / SAID;
}
