import { md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** A member's time zone and quiet hours, set in /remind. */
export const remindZone = {
  title: "Time zone and quiet hours",
  yours: (zone: string, clock: string) => md`Your time zone: **${zone}**, now ${clock}`,
  guild: (zone: string, clock: string) =>
    md`This server's time zone: **${zone}**, now ${clock}. Set your own below.`,
  guessed: (zone: string, clock: string) =>
    md`Your time zone, guessed from your language: **${zone}**, now ${clock}. Set your own below.`,
  none: (clock: string) => md`Times are in **UTC**, now ${clock}. Set your time zone below.`,
  /** `zone`: another than times are meant in by now. */
  quiet: (from: string, to: string, zone: string | undefined) =>
    pick(zone, {
      none: md`Quiet hours: **${from} to ${to}**. What waits comes afterwards in one message.`,
      other: md`Quiet hours: **${from} to ${to}** (${zone ?? ""}). What waits comes afterwards in one message.`,
    }),
  /** Before a time by the clock is set for somebody whose zone isn't known. `when`: as typed, like "tomorrow 9am". */
  question: (what: string, when: string) =>
    md`**${what}**, ${when}\nIn which time zone? Milepost asks once. You can change it later.`,
  /** In place of a zone, behind a suggested time whose zone is asked once it is picked: "at 09:00 (…)". */
  next: "time zone asked next",
  /** A button under what was set, or is about to be. */
  change: "Change time zone",
  forget: "Delete my time zone",
  option: (zone: string, clock: string) => `${zone}, now ${clock}`,
  form: {
    title: "Your time zone",
    label: "City, country, or the time on your clock",
    hint: "Berlin, New York, UTC+2, or 14:35",
  },
  unknown: (typed: string) =>
    md`No time zone found for **${typed}**. Try a large city, like \`Berlin\`, or the time on your clock, like \`14:35\`.`,
  several: (typed: string) => md`Several time zones fit **${typed}**. Pick yours below.`,
  saved: (zone: string, clock: string) => md`Your time zone is now **${zone}**. It's ${clock} there.`,
  forgotten: "Your time zone was deleted.",
  move: (count: number) =>
    plural(count, { one: "Move 1 reminder to it", other: `Move ${count} reminders to it` }),
  stay: (count: number) =>
    plural(count, {
      one: "1 reminder keeps its old time zone. You can move it.",
      other: `${count} reminders keep their old time zone. You can move them.`,
    }),
  moved: (count: number) =>
    plural(count, {
      one: "1 reminder moved to your time zone.",
      other: `${count} reminders moved to your time zone.`,
    }),
  quietForm: { hint: (example: string) => `Like ${example}, in your time zone` },
  quietUnclear: "Quiet hours need two different times, like 22:00 and 07:00. Nothing was changed.",
};
