import { isMilepostError } from "../../../base/errors.ts";
import { listWords } from "../../../base/list-words.ts";
import { plain } from "../../../base/markdown.ts";
import { readPictureHeader } from "../../../base/picture/picture-header.ts";
import { clip } from "../../../base/text.ts";
import { imageData } from "../../../discord/rest/image-data.ts";
import { sourceOf } from "../content/dated-sources.ts";
import { lookUpNames } from "../../kit/look-up-names.ts";
import { isTimed, subjectOfKey, type TimedSubject } from "../../../schedule/subject.ts";
import type { Background } from "../engine/system-context.ts";
import { inOneLine } from "../../kit/view/view-context.ts";
import type { WantedEntry } from "./plan-entries.ts";
import type { EntryLook } from "./server-entries.ts";

/** Discord's limits. */
const LENGTHS = { location: 100, description: 1000 };
const OURS = { about: 300, reward: 60, rewards: 5 };

/** The command that shows more of a kind. */
const COMMANDS: Readonly<Record<TimedSubject["kind"], string>> = {
  milestone: "milestones",
  ritual: "trending",
};

/** Returns the description, rewards and link of an entry, as far as the platform gives them now. */
export async function lookOf(
  context: Background,
  { thing, trendingAs = thing }: WantedEntry,
  isNew: boolean,
): Promise<EntryLook> {
  const { profile, locale } = context;
  const { setup, posts, language } = context.messages(locale);
  const [subject, shown] = [timedSubject(thing), timedSubject(trendingAs)];
  const details = shown && (await orNothing(sourceOf(shown).details(context, shown), context));
  const names = subject === undefined ? [] : await rewardsOf(context, subject);
  const command = context.mention(COMMANDS[subject?.kind ?? "ritual"]);
  const parts = [
    String(plain(inOneLine(details?.about ?? "", OURS.about))),
    names.length > 0 ? String(plain(posts.rewards(listWords(names, language)))) : "",
    details?.pageUrl ?? "",
  ].filter((part) => part !== "");
  return {
    description: fitting(parts, setup.calendar.description(profile.name, command)),
    location: clip(profile.name, LENGTHS.location),
    image: isNew ? await coverOf(context, details?.pictureUrl) : undefined,
  };
}

function timedSubject(key: string): TimedSubject | undefined {
  const subject = subjectOfKey(key);
  return subject !== undefined && isTimed(subject) ? subject : undefined;
}

async function rewardsOf(context: Background, subject: TimedSubject): Promise<readonly string[]> {
  const { rewards = [] } = (await orNothing(sourceOf(subject).rewards(context, subject), context)) ?? {};
  const item = rewards.slice(0, OURS.rewards);
  const names = await lookUpNames(context, { item });
  return item.flatMap((hash) => inOneLine(names.of("item", hash)?.name ?? "", OURS.reward) || []);
}

/** Doesn't even start where time is up. */
async function orNothing<T>(reading: Promise<T>, { signal }: Background): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isMilepostError(error) || signal.aborted) return undefined;
    throw error;
  });
}

/** Returns as many parts as fit, and always the last. */
function fitting(parts: readonly string[], last: string): string {
  const room = LENGTHS.description - last.length - 1;
  const shown = parts.filter((_, index) => parts.slice(0, index + 1).join("\n").length <= room);
  return [...shown, last].join("\n");
}

/** Discord shows covers at 5:2, so an icon is none. */
async function coverOf({ images, signal }: Background, url: string | undefined): Promise<string | undefined> {
  const bytes = await images.get(url, signal);
  const { width = 0, height = 1 } = (bytes && readPictureHeader(Buffer.from(bytes))) ?? {};
  return bytes && width >= height * 1.5 ? imageData(bytes) : undefined;
}
