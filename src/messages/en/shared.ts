import { type Markdown, md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";

/** Texts several commands have in common. */
export const shared = {
  asOf: (when: Markdown) => md`Updated: ${when}. The platform isn't responding right now.`,
  asOfMaintenance: (when: Markdown) => md`Updated: ${when}. The platform is in maintenance.`,
  /** Under what the platform has in another language than the reader's. `language` is named in the reader's. */
  foreign: (language: string) => `Text from the platform is in ${language}.`,
  unread: (entries: number) =>
    plural(entries, { one: "1 entry couldn't be read.", other: `${entries} entries couldn't be read.` }),
  /** A line of a list: what it is about, then what is said of it. Or a title and what is open of it. */
  labelled: (label: Markdown | string, said: Markdown | string) => md`${label}: ${said}`,
  /** Labels: Discord writes a date in the language of whoever reads it, which may not be that of the text. */
  started: (when: Markdown) => md`Started: ${when}`,
  starts: (when: Markdown) => md`Starts: ${when}`,
  ends: (when: Markdown) => md`Ends: ${when}`,
  ended: (when: Markdown) => md`Ended: ${when}`,
  /** Filled into the four above: how far off it is first, then the date. */
  inFull: (relative: Markdown, full: Markdown) => md`${relative} (${full})`,
  /** A time on the wall and whose it is, as in "18:00 (Berlin)". */
  inZone: (time: string, zone: string) => `${time} (${zone})`,
  always: "Always on",
  onCard: {
    /** Before a day or a time: "until 17:00". */
    from: (when: string) => `from ${when}`,
    until: (when: string) => `until ${when}`,
    /** In the alt text: "Rewards: Hammer, Lantern". */
    labelled: (label: string, said: string) => `${label}: ${said}`,
  },
  back: "Back",
  /** Of announcements, boards and reminders. */
  buttons: {
    test: "Send a test",
    edit: "Edit",
    pause: "Pause",
    resume: "Resume",
    delete: "Delete",
    history: "History",
    retry: "Try again",
    /** Opens the form again with what was typed. */
    mend: "Change it",
    remindMe: "Remind me",
    /** A link to a message. */
    open: "open it",
  },
  /** Above why a form's change was refused. */
  unchanged: "Nothing was changed",
  /** Labels in forms. */
  form: { when: "When", zone: "Time zone" },
  zone: { pick: "Pick a time zone", search: "Find a time zone" },
  quiet: {
    none: "Quiet hours: none",
    set: "Set quiet hours",
    clear: "Turn off quiet hours",
    form: { title: "Quiet hours", from: "From", to: "To" },
  },
  /** Of what is posted or sent, in lists. */
  noDate: "no date from the platform yet",
  noHistory: "Nothing yet.",
  /** When a reminder or an announcement comes next, in lists. */
  postsOn: (when: Markdown) => md`posts on ${when}`,
  waiting: "waiting",
  late: (length: string) => `${length} late`,
  nextTry: (when: Markdown) => md`next try ${when}`,
  page: (page: string) => `Page ${page}`,
  more: (count: string) => `and ${count} more`,
  /** The last of a list, behind the language's own "and": "A, B, and 3 more". */
  moreListed: (count: string) => `${count} more`,
  openPage: (site: string) => `Open on ${site}`,
  exportJson: "Export JSON",
  /** Beside a file with the member's own data. */
  fileNote: "Only you see this. Discord keeps the file as long as this message.",
  report: "Report",
  hide: "Hide",
  hidden: "A moderator hid this reply.",
  reporting: {
    title: "Report something",
    here: "Here, anyone with Manage Messages can press Hide or delete the message.",
    platformAnywhere: "To have it removed for everyone, report it on the platform.",
    operator: (contact: string) => `This bot's operator: ${contact}`,
    noOperator: "This bot's operator hasn't shared a contact. Ask a server admin.",
  },
  /** Names of things nobody has a definition for. */
  unnamed: {
    item: (hash: string) => `Item ${hash}`,
    quest: (hash: string) => `Quest ${hash}`,
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
