import { type Markdown, md } from "../../base/markdown.ts";

/** /me. */
export const me = {
  sections: { accounts: "Accounts", uses: "Last uses", privacy: "Privacy", data: "My data" },
  accounts: {
    title: "Your accounts",
    none: (link: Markdown) => md`No account is linked. ${link} begins.`,
    row: (name: Markdown, state: string) => md`**${name}** · ${state}`,
    active: "in use",
    linked: (when: Markdown) => md`linked ${when}`,
    used: (when: Markdown) => md`last used ${when}`,
    expires: (when: Markdown) => md`its cookies end ${when}`,
    idle: (when: Markdown) => md`deleted ${when} unless used`,
    pick: "Use another account",
    games: (names: string) => `Game accounts: ${names}`,
    linkMore: "Link another",
    unlink: "Unlink",
    once: "A session you use once is in memory, for 15 minutes at most.",
  },
  uses: {
    title: "Last uses of your session",
    row: (command: string, when: Markdown) => md`${command} ${when}`,
    away: "while you were away",
    none: "It has not been used yet.",
    note: "Every use is noted before it happens. Only the last 50 are kept, and only while the account is linked.",
  },
  privacy: {
    title: "Privacy",
    away: (isOn: boolean) =>
      isOn
        ? md`**Use while you are away: on.** Reminders and snapshots may ask the platform without you, now and then.`
        : md`**Use while you are away: off.** Your session is used only when you run a command.`,
    snapshots: (isOn: boolean) =>
      isOn
        ? md`**Snapshots of your progress: on.** Each look is kept, sealed, for 90 days, so that changes can be shown.`
        : md`**Snapshots of your progress: off.** What changed since yesterday can't be shown.`,
    allowAway: "Allow use while away",
    forbidAway: "Forbid use while away",
    keepSnapshots: "Keep snapshots",
    dropSnapshots: "Delete snapshots, keep none",
    noAccount: "Both need a linked account.",
    operator:
      "The operator of this bot can use a linked session; this panel shows what the bot itself did with it.",
  },
  data: {
    title: "Your data",
    exported: "Everything kept about you here, as a file. Cookies are masked.",
    fileName: "milepost-my-data.json",
    note: "Export gives you everything that is kept about you, with cookies masked. Forget me deletes it.",
    export: "Export",
    forget: "Forget me",
    sure: "Forget everything?",
    means:
      "All linked accounts, uses, snapshots and notices, and the players you looked at, are deleted at once.",
    yes: "Forget everything",
    no: "Keep",
    forgotten: "Forgotten",
    gone: (sessions: string, uses: string, snapshots: string) =>
      `Deleted: ${sessions}, ${uses}, ${snapshots}, and the players you looked at.`,
    sessions: (count: number) => (count === 1 ? "1 linked session" : `${count} linked sessions`),
    rest: "The log keeps your Discord id beside a command's name for as long as the operator keeps logs.",
  },
};
