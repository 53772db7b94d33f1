import { foldAccents } from "../base/text.ts";
import { fill, phraseBook } from "./phrase-book.ts";
import { type Watch, WATCHED, WATCHED_LENGTH, type Watched } from "./watched.ts";

/** Returns the sentence that `readWatch` reads as this watch. */
export function sayWatch({ of, name, language }: Watch): string {
  const [first = ""] = sentencesOf(of, language);
  const said = fill(first, { name });
  return first.startsWith("{name}") ? said : said.charAt(0).toLocaleUpperCase(language) + said.slice(1);
}

/** Returns what a sentence such as "when a ring is a reward" waits for, in this language or English. */
export function readWatch(typed: string, language: string): Watch | undefined {
  const spaced = typed.normalize("NFKC").replaceAll("’", "'").replaceAll(/\s+/g, " ").trim();
  const text = spaced.replace(/[.。]$/, "");
  for (const spoken of new Set([language, "en"])) {
    for (const of of WATCHED) {
      const name = sentencesOf(of, spoken)
        .map((sentence) => namedIn(text, sentence, spoken))
        .find(Boolean);
      if (name !== undefined) return { of, name, language };
    }
  }
  return undefined;
}

function sentencesOf(of: Watched, language: string): readonly string[] {
  return phraseBook(language).watch[of].split("|");
}

function namedIn(text: string, sentence: string, language: string): string | undefined {
  const [before = "", after = ""] = sentence.split("{name}");
  const end = text.length - after.length;
  if (end <= before.length || !isSame(text.slice(0, before.length), before)) return undefined;
  if (!isSame(text.slice(end), after)) return undefined;
  const [article = "", ...rest] = text.slice(before.length, end).trim().split(" ");
  const articles = phraseBook(language).watch.articles?.split("|") ?? [];
  const isArticle = rest.length > 0 && articles.some((one) => isSame(one, article));
  const name = (isArticle ? rest : [article, ...rest]).join(" ");
  return name === "" || name.length > WATCHED_LENGTH ? undefined : name;
}

function isSame(one: string, other: string): boolean {
  return foldAccents(one) === foldAccents(other);
}
