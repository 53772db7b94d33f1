import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** /account. */
export const account = {
  sections: { accounts: "Accounts", uses: "Last uses", privacy: "Privacy", data: "My data" },
  accounts: {
    title: "Your accounts",
    none: (link: Markdown) => md`No linked account yet. Link one with ${link}.`,
    active: "in use",
    linked: (when: Markdown) => md`linked ${when}`,
    used: (when: Markdown) => md`last used ${when}`,
    expires: (when: Markdown) => md`session ends ${when}`,
    idle: (when: Markdown) => md`deleted ${when} if unused`,
    pick: "Pick an account",
    choice: (name: string) => `Account: ${name}`,
    choiceOf: (profile: string) => `Profile: ${profile}`,
    games: (names: string) => `Game accounts: ${names}`,
    gameInUse: (name: string) => `${name} (in use)`,
    linkMore: "Link another",
    unlink: "Unlink",
    once: "Your “Use once” session is deleted within 15 minutes.",
  },
  cards: {
    pick: "Pick a picture style",
    server: "Pictures: server default",
    dark: "Pictures: dark",
    light: "Pictures: light",
  },
  uses: {
    row: (command: string, when: Markdown) => md`${command} ${when}`,
    away: (command: string, when: Markdown) => md`${command} ${when}, in the background`,
    none: "Not used yet.",
    note: "The last 50 times the bot used your session. Uses by its operator aren't listed.",
  },
  privacy: {
    away: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Background use: on.** Reminders and snapshots may check the platform while you're away. If your session ends, Milepost checks a few times whether it works again.`,
        other: md`**Background use: off.** Your session is used only when you run a command.`,
      }),
    snapshots: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Snapshots: on.** Each look at your progress is stored encrypted for 90 days, to show what changed.`,
        other: md`**Snapshots: off.** Turn them on to see what changed since yesterday.`,
      }),
    allowAway: "Turn on background use",
    forbidAway: "Turn off background use",
    keepSnapshots: "Turn on snapshots",
    dropSnapshots: "Turn off, delete snapshots",
    found: {
      here: (name: Markdown) =>
        md`**You're visible here** as ${name}. Members here can find that public profile by Discord or player name.`,
      hereOther: (name: Markdown) => md`**You're visible here** as ${name}, not as the account in use.`,
      notHere: md`**You're hidden here.** Once visible, members here can find your public profile by Discord or player name. Your player name and ID are then stored unencrypted.`,
      ranked: "Rankings here then show your public statistics too. They're stored for 31 days.",
      noServer: md`**You're hidden in DMs.** To be visible in a server, run this command there.`,
      elsewhere: (count: number, shown: string) =>
        plural(count, {
          one: "You're visible in 1 other server.",
          other: `You're visible in ${shown} other servers.`,
        }),
      begin: "Make me visible here",
      change: "Show this account here",
      end: "Hide me here",
      endAll: "Hide me everywhere",
      unproven: {
        title: "This account can't be made visible",
        next: "The platform doesn't confirm that it's yours, and others rely on that.",
      },
    },
  },
  data: {
    title: "Your data",
    exported: "Everything stored about you here, as a file.",
    masked: "Cookies are masked.",
    fileName: "milepost-my-data.json",
    export: "Export my data",
    forget: "Delete my data",
    sure: "Delete all your data?",
    means:
      "This deletes your linked accounts with their uses and snapshots, your reminders, sign-ups, calendar address and settings, where you're visible, and your recent players.",
    /** Where nobody can link an account. */
    meansUnlinked: "This deletes your reminders, sign-ups, calendar address, settings and recent players.",
    stays: "Announcements stay with their server. Backups keep your data for up to 30 days.",
    no: "Keep my data",
    forgotten: "Your data was deleted",
    gone: (sessions: string, uses: string, snapshots: string, reminders: string) =>
      `Sessions: ${sessions} · Uses: ${uses} · Snapshots: ${snapshots} · Reminders: ${reminders}`,
    goneUnlinked: (reminders: string) => `Reminders: ${reminders}`,
  },
};
