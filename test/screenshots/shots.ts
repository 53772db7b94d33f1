import { DAY_MS } from "../../src/base/duration.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type Reader } from "./reader.ts";

/** One picture: who looks where, and what they do first. */
export interface Shot {
  readonly name: string;
  readonly person: string;
  readonly channel: string;
  readonly theme?: "light";
  readonly frame: keyof typeof FRAMES;
  /** Shown in README. */
  readonly isInReadme?: boolean;
  /** Shows the playground's own words, which are English. */
  readonly isEnglish?: boolean;
  readonly prepare: (reader: Reader) => Promise<void>;
}

/** How large the window is; a message alone is cut out of it. */
export const FRAMES = {
  page: { width: 1180, height: 820 },
  message: { width: 1000, height: 1400 },
  phone: { width: 390, height: 780 },
} as const;

const JUST_AFTER_MS = 2000;
/** A week long, from reset to reset; the embedded platform names it in the reader's language. */
const WEEKLY_VIGIL = "milestone:3962047015";

async function trending(reader: Reader): Promise<void> {
  await reader.run("trending");
  await reader.drawn();
}

async function milestones(reader: Reader): Promise<void> {
  await reader.run("milestones");
  await reader.drawn();
}

/** An event with dates and rewards. */
async function openEvent(reader: Reader): Promise<void> {
  await reader.run("trending", { options: { kind: "event" } });
  await reader.drawn();
  await reader.pickFirst();
  await reader.button(reader.texts.shared.back).waitFor();
  await reader.drawn();
}

async function profile(reader: Reader): Promise<void> {
  await reader.run("profile", { options: { player: "a" }, suggested: ["player"] });
  await reader.drawn();
}

/** Pastes a session of the demo platform. */
async function link(reader: Reader): Promise<void> {
  const { texts, page } = reader;
  const { cookies } = await reader.askPlatform<{ cookies: readonly { name: string; value: string }[] }>(
    "signIn",
    { player: 0 },
  );
  await reader.run("link");
  await reader.press(texts.link.consent.agree);
  await reader.press(texts.link.guide.paste);
  const form = page.getByRole("dialog").getByRole("textbox");
  await form.fill(cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
  await page.getByRole("button", { name: "Submit" }).click();
  await reader.press(texts.link.confirm.keep);
  await reader.button(texts.link.confirm.keep).waitFor({ state: "hidden" });
}

async function progress(reader: Reader): Promise<void> {
  await link(reader);
  await reader.run("progress");
  await reader.drawn();
}

async function stats(reader: Reader): Promise<void> {
  await reader.run("stats", { options: { period: "month" } });
  await reader.drawn();
}

/** Says yes where it asks whether it read the time right. What is set has more buttons than that question. */
async function confirm({ reply }: Reader): Promise<void> {
  const buttons = reply.locator(".button");
  await buttons.first().waitFor();
  if ((await buttons.count()) === 2) await buttons.first().click();
  await buttons.nth(3).waitFor();
}

/** A reminder as it comes, an hour before something ends. */
async function reminder(reader: Reader): Promise<void> {
  await reader.run("remind", {
    subcommand: "new",
    options: { what: WEEKLY_VIGIL, when: "1h before it ends" },
  });
  await confirm(reader);
  const due = await reader.firstTime();
  await reader.goToDm();
  await reader.setClock(due - Date.now() + JUST_AFTER_MS);
  await reader.reply.locator(".button").first().waitFor();
}

/** An announcement by an admin that pings a role, and its post on the day. */
async function announcement(reader: Reader): Promise<void> {
  await reader.run("announce", {
    subcommand: "new",
    options: { what: WEEKLY_VIGIL, when: "when it starts", role: Ids.pingRole, channel: Ids.announcements },
  });
  await confirm(reader);
  await reader.goTo(Ids.announcements);
  await reader.setClock(nextReset(dayOfPictures()) - Date.now() + JUST_AFTER_MS);
  await reader.button(reader.texts.shared.buttons.remindMe).waitFor();
}

/** Returns when the pictures are taken: on a Monday afternoon a player's week is well under way, whatever day it is. */
export function dayOfPictures(): number {
  const day = new Date();
  day.setUTCHours(14, 45, 0, 0);
  day.setUTCDate(day.getUTCDate() + ((1 - day.getUTCDay() + 7) % 7));
  return day.getTime() > Date.now() ? day.getTime() : day.getTime() + 7 * DAY_MS;
}

/** The embedded platform's week turns on Tuesdays at 17:00 UTC. */
function nextReset(now: number): number {
  const next = new Date(now);
  next.setUTCHours(17, 0, 0, 0);
  const days = (2 - next.getUTCDay() + 7) % 7;
  const at = next.getTime() + days * DAY_MS;
  return at > now ? at : at + 7 * DAY_MS;
}

async function behindTheScenes(reader: Reader): Promise<void> {
  const { page } = reader;
  await page.getByRole("button", { name: "Behind the scenes" }).click();
  await page.locator("li.step").first().waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await reader.run("progress");
  await reader.drawn();
  await page.locator("li.step", { hasText: "Fills in its answer" }).last().waitFor();
}

/** In this order: a session is linked before it is used, and what moves the clock comes last. */
export const shots: readonly Shot[] = [
  {
    name: "trending",
    person: Ids.player,
    channel: Ids.general,
    frame: "page",
    isInReadme: true,
    prepare: trending,
  },
  { name: "entry", person: Ids.player, channel: Ids.botCommands, frame: "message", prepare: openEvent },
  {
    name: "milestones",
    person: Ids.admin,
    channel: Ids.botCommands,
    frame: "message",
    isInReadme: true,
    prepare: milestones,
  },
  {
    name: "profile",
    person: Ids.admin,
    channel: Ids.members,
    frame: "message",
    prepare: profile,
  },
  {
    name: "link",
    person: Ids.moderator,
    channel: Ids.botCommands,
    frame: "message",
    prepare: (reader) => reader.run("link"),
  },
  {
    name: "progress",
    person: Ids.moderator,
    channel: Ids.botCommands,
    frame: "message",
    isInReadme: true,
    prepare: progress,
  },
  {
    name: "stats",
    person: Ids.moderator,
    channel: Ids.botCommands,
    frame: "message",
    prepare: stats,
  },
  {
    name: "behind-the-scenes",
    person: Ids.moderator,
    channel: Ids.general,
    frame: "page",
    isInReadme: true,
    isEnglish: true,
    prepare: behindTheScenes,
  },
  {
    name: "phone",
    person: Ids.player,
    channel: Ids.thread,
    frame: "phone",
    isInReadme: true,
    prepare: trending,
  },
  {
    name: "phone-light",
    person: Ids.player,
    channel: Ids.botCommands,
    theme: "light",
    frame: "phone",
    isInReadme: true,
    prepare: openEvent,
  },
  {
    name: "setup",
    person: Ids.admin,
    channel: Ids.general,
    frame: "message",
    prepare: (reader) => reader.run("setup"),
  },
  {
    name: "reminder",
    person: Ids.player,
    channel: Ids.members,
    frame: "message",
    isInReadme: true,
    prepare: reminder,
  },
  {
    name: "announcement",
    person: Ids.admin,
    channel: Ids.botCommands,
    frame: "message",
    isInReadme: true,
    prepare: announcement,
  },
];
