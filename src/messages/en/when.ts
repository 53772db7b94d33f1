import { type Markdown, md } from "../../base/markdown.ts";

/** When a reminder or an announcement is due, in words. */
export const when = {
  everyDay: "every day",
  workdays: "Monday to Friday",
  weekend: "Saturdays and Sundays",
  onDays: (days: string) => `every ${days}`,
  at: (days: string, time: string) => `${days} at ${time}`,
  once: (day: string, time: string) => `once, ${day} at ${time}`,
  starts: "when it starts",
  ends: "when it ends",
  beforeStart: (lead: string) => `${lead} before it starts`,
  beforeEnd: (lead: string) => `${lead} before it ends`,
  resets: "when it happens",
  beforeReset: (lead: string) => `${lead} before it`,
  appears: "when there is something new",
  in: (zone: string) => `Times are meant in ${zone}.`,
  lead: {
    days: (count: number) => (count === 1 ? "1 day" : `${count} days`),
    hours: (count: number) => (count === 1 ? "1 hour" : `${count} hours`),
    minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
    seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
  },
  next: "The next times",
  firing: (full: Markdown, relative: Markdown) => md`${full}, ${relative}`,
  clocksChange: "clocks change before this",
  moved: "moved: clocks skip that time",
};
