import { type Markdown, md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";

/** Texts several commands have in common. */
export const shared = {
  asOf: (when: Markdown) => md`As of ${when}: the platform does not answer right now.`,
  asOfMaintenance: (when: Markdown) => md`As of ${when}: the platform is in maintenance.`,
  unread: (entries: number) =>
    plural(entries, { one: "1 entry could not be read.", other: `${entries} entries could not be read.` }),
  started: (when: Markdown) => md`Started ${when}`,
  starts: (when: Markdown) => md`Starts ${when}`,
  ends: (when: Markdown) => md`Ends ${when}`,
  ended: (when: Markdown) => md`Ended ${when}`,
  always: "Always on",
  /** On cards, before a day or a time: "until 17:00". */
  onCard: { from: (when: string) => `from ${when}`, until: (when: string) => `until ${when}` },
  back: "Back",
  page: (page: string) => `Page ${page}`,
  more: (count: string) => `and ${count} more`,
  openPage: (site: string) => `Open on ${site}`,
  report: "Report",
  hide: "Hide",
  hidden: "A moderator hid this answer.",
  reporting: {
    title: "Report something",
    what: "Milepost shows what players publish on the platform; it does not host it.",
    here: "Here, anyone who may manage messages can press Hide, or delete the message.",
    platformAnywhere: "On the platform, report it on its own page; that takes it down for everybody.",
    operator: (contact: string) => `Whoever runs this bot can be reached here: ${contact}`,
    noOperator: "Whoever runs this bot has left no address. Ask those who manage this server.",
  },
  /** Names of things nobody has a definition for. */
  unnamed: {
    item: (hash: string) => `Item ${hash}`,
    activity: (hash: string) => `Activity ${hash}`,
    milestone: (hash: string) => `Milestone ${hash}`,
    objective: (hash: string) => `Objective ${hash}`,
    vendor: (hash: string) => `Vendor ${hash}`,
    modifier: (hash: string) => `Modifier ${hash}`,
    progression: (hash: string) => `Progression ${hash}`,
    faction: (hash: string) => `Faction ${hash}`,
    destination: (hash: string) => `Destination ${hash}`,
  },
  challenges: "Challenges",
  modifiers: "Modifiers",
  rewards: "Rewards",
  tips: "Tips",
  quests: "Quests",
  activities: "Activities",
  vendors: "Vendors",
};
