import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { MESSAGES } from "./export.ts";

/** The file in a language's folder that says which words it has for Milepost's terms. */
export const GLOSSARY_FILE = "glossary.json";

/** Terms that mean one thing each, and where English uses them. */
const TERMS: Readonly<Record<string, RegExp>> = {
  announcement: /\bannouncements?\b/i,
  "background use": /\bbackground use\b/i,
  character: /\bcharacters?\b/i,
  claim: /\bclaim(?:s|ed)?\b/i,
  DM: /\bDMs?\b/,
  encrypted: /\bencrypted\b/i,
  "game account": /\bgame accounts?\b/i,
  linked: /\b(?:un)?link(?:ed)?\b/i,
  "live board": /\blive boards?\b/i,
  member: /\bmembers?\b/i,
  milestone: /\bmilestones?\b/i,
  operator: /\boperators?\b/i,
  ping: /\bping(?:s|ed|ing)?\b/i,
  player: /\bplayers?\b/i,
  "quiet hours": /\bquiet hours\b/i,
  reminder: /\breminders?\b/i,
  reset: /\breset(?:s|ting)?\b/i,
  "sealed text": /\bsealed text\b/i,
  "server admin": /\bserver admins?\b/i,
  session: /\bsessions?\b/i,
  "test post": /\btest posts?\b/i,
  "time zone": /\btime zones?\b/i,
  trending: /\btrending\b/i,
};

const glossary = z.record(z.enum(Object.keys(TERMS)), z.array(z.string().min(2)).min(1));

/** A language's words by term: beginnings of words or stems; one of them has to be in each text that uses the term. */
export type Glossary = Readonly<Record<string, readonly string[]>>;

/** Returns the words of a language; throws where its glossary is missing, lacks a term or has one too many. */
export function readGlossary(code: string): Glossary {
  const file = join(MESSAGES, code, GLOSSARY_FILE);
  if (!existsSync(file)) throw new Error(`${code}/${GLOSSARY_FILE} is missing`);
  return glossary.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Returns a line for each term of an English text whose word the translated text lacks. */
export function glossaryFaults(words: Glossary, text: string, english: string): readonly string[] {
  const said = english.replaceAll(/\{\w+|\/\w+/g, "");
  const written = text.toLowerCase();
  return Object.entries(TERMS)
    .filter(([, pattern]) => pattern.test(said))
    .map(([term]) => [term, words[term] ?? []] as const)
    .filter(([, stems]) => !stems.some((stem) => written.includes(stem.toLowerCase())))
    .map(([term, stems]) => `says none of ${stems.join(", ")}, which ${GLOSSARY_FILE} has for ${term}`);
}
