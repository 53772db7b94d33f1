import type { Clock } from "../../../base/clock.ts";
import type { KitServices } from "../../kit/command/services.ts";
import type { PostsServices } from "../services.ts";
import { publishCalendar } from "./publish-calendar.ts";
import { writeIcs } from "./write-ics.ts";

/** Returns the public address of the feed with this secret. */
export function feedAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/calendar/${secret}.ics`;
}

interface FeedAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const WITHIN_MS = 20_000;

/** Answers a request for a feed; undefined where the path is none of a feed. The path holds a secret: never log it. */
export async function answerFeed(
  services: Pick<PostsServices & KitServices, "reminders" | "ownCalendars" | "profile" | "publicUrl">,
  { method, target }: { readonly method: string; readonly target: string },
  clock: Clock,
): Promise<FeedAnswer | undefined> {
  const { publicUrl, profile, ownCalendars } = services;
  const path = target.split("?")[0] ?? "";
  if (publicUrl === undefined) return undefined;
  const [before, after] = new URL(feedAddress(publicUrl, "*")).pathname.split("*");
  if (before === undefined || after === undefined || !path.startsWith(before)) return undefined;
  if (method !== "GET" && method !== "HEAD") return plain(405, "only GET");
  const secret = path.endsWith(after) ? path.slice(before.length, -after.length) : "";
  const feed = await ownCalendars.memberOf(secret);
  if (feed === undefined) return plain(404, "not found");
  const now = clock.now();
  const context = { ...services, locale: feed.locale, signal: AbortSignal.timeout(WITHIN_MS), now };
  const items = await publishCalendar(context, feed.memberId, "all");
  return {
    status: 200,
    type: "text/calendar; charset=utf-8",
    body: writeIcs({ name: profile.name, items, now }),
  };
}

function plain(status: number, text: string): FeedAnswer {
  return { status, type: "text/plain; charset=utf-8", body: `${text}\n` };
}
