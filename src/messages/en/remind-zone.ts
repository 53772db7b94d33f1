import { md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** A member's time zone and quiet hours, set in /remind. */
export const remindZone = {
  title: "Time zone and quiet hours",
  yours: (zone: string, clock: string) => md`Your zone: **${zone}**. It is ${clock} there now.`,
  guild: (zone: string, clock: string) =>
    md`You have set no zone. In this server times are in **${zone}**, where it is ${clock} now.`,
  none: (clock: string) => md`You have set no zone, so times are in **UTC**, where it is ${clock} now.`,
  /** `zone`: another than times are meant in by now. */
  quiet: (from: string, to: string, zone: string | undefined) =>
    pick(zone, {
      none: md`Quiet hours: **${from} to ${to}**. What falls into them comes as one message after.`,
      other: md`Quiet hours: **${from} to ${to}** (${zone ?? ""}). What falls into them comes as one message after.`,
    }),
  noQuiet: "Quiet hours: none.",
  pick: "Choose a zone",
  search: "Search a zone",
  setQuiet: "Set quiet hours",
  noQuietButton: "No quiet hours",
  forget: "Forget my zone",
  option: (zone: string, clock: string) => `${zone}, ${clock} now`,
  form: {
    title: "Your time zone",
    label: "City, country, or what your clock shows now",
    hint: "Berlin, New York, UTC+2, or 14:35",
  },
  unknown: (typed: string) =>
    md`No zone was found for **${typed}**. Try a large city near you, as in \`Berlin\`, or what your clock shows now, as in \`14:35\`.`,
  several: (typed: string) => md`Which one do you mean by **${typed}**?`,
  saved: (zone: string, clock: string) => md`Your zone is **${zone}** now. It is ${clock} there.`,
  forgotten: "Your zone is forgotten.",
  move: (count: number) =>
    plural(count, { one: "Move my 1 reminder to it", other: `Move my ${count} reminders to it` }),
  stay: (count: number) =>
    plural(count, {
      one: "1 reminder keeps the zone it was made in, unless you move it.",
      other: `${count} reminders keep the zone they were made in, unless you move them.`,
    }),
  moved: (count: number) =>
    plural(count, {
      one: "1 reminder was moved to your zone.",
      other: `${count} reminders were moved to your zone.`,
    }),
  quietForm: {
    title: "Quiet hours",
    from: "From",
    to: "To",
    hint: "As in 22:00, in your time zone",
  },
  quietUnclear: "Quiet hours need two different times, for example `22:00` and `07:00`.",
};
