import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { announcementsReply } from "../view/announcement-list.ts";
import { cutPage } from "../../kit/view/pages.ts";
import { MAX_ANNOUNCEMENTS } from "../reminder-service.ts";
import { asAdmin } from "./who-manages.ts";
import { phraseIn } from "./show-announcement.ts";
import { currentState, troubleSeen } from "./post-trouble.ts";
import type { CommandContext } from "../services.ts";

/** How many fit into one message, with a trouble each. */
const PAGE_SIZE = 6;

/** Returns what else the server's list shows. */
type AlsoListed = (context: CommandContext, guildId: string) => Promise<readonly Block[]>;

/** Shows the server's announcements, and `also` below them; a page past the end is the last. */
export function listAnnouncements(context: CommandContext, wanted: number, also: AlsoListed): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const all = await here.reminders.ofGuild(here.guildId);
    const { entries, at } = cutPage(all, wanted, PAGE_SIZE);
    const rows = await Promise.all(
      entries.map(async (announcement) => ({
        ...announcement,
        phrase: phraseIn(context, announcement),
        state: await currentState(announcement, here.reminders),
        trouble: await troubleSeen(context, announcement, here),
      })),
    );
    const total = all.filter(({ state }) => state !== "ended").length;
    const list = { at, rows, total, most: MAX_ANNOUNCEMENTS, also: await also(context, here.guildId) };
    return announcementsReply(list, context.view);
  });
}
