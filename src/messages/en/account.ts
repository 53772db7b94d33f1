import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** /account. */
export const account = {
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
    choice: (name: string) => `Account: ${name}`,
    choiceOf: (profile: string) => `of the profile ${profile}`,
    games: (names: string) => `Game accounts: ${names}`,
    gameInUse: (name: string) => `${name} (shown)`,
    linkMore: "Link another",
    unlink: "Unlink",
    once: "A session you use once is in memory, for 15 minutes at most.",
  },
  cards: {
    pick: "How pictures look",
    server: "Pictures: as the server has them",
    dark: "Pictures: dark",
    light: "Pictures: light",
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
      pick(isOn, {
        true: md`**Use while you are away: on.** Reminders and snapshots may ask the platform without you, now and then. Whether a session that has ended works again is asked a few times, too.`,
        other: md`**Use while you are away: off.** Your session is used only when you run a command.`,
      }),
    snapshots: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Snapshots of your progress: on.** Each look is kept, sealed, for 90 days, so that changes can be shown.`,
        other: md`**Snapshots of your progress: off.** What changed since yesterday can't be shown.`,
      }),
    allowAway: "Allow use while away",
    forbidAway: "Forbid use while away",
    keepSnapshots: "Keep snapshots",
    dropSnapshots: "Delete snapshots, keep none",
    noAccount: "All of this needs a linked account.",
    found: {
      here: (name: Markdown) =>
        md`**Found in this server: yes**, as ${name}. Whoever asks here for you by your Discord name, or for a player by that name, gets this account's public profile. Other servers don't.`,
      hereOther: (name: Markdown) =>
        md`**Found in this server: yes**, but by another account of yours: ${name}. “Let this server find me” makes it the one in use.`,
      notHere: md`**Found in this server: no.** Nobody here learns which account is yours. If you allow it, members of this server find it by your Discord name or by the player's; its name and id then lie unsealed in the bot's database.`,
      noServer: md`**Found by others: nobody finds you from here.** It is allowed server by server: run this command in the one it is for.`,
      elsewhere: (count: number, shown: string) =>
        plural(count, {
          one: "You are found in 1 other server.",
          other: `You are found in ${shown} other servers.`,
        }),
      begin: "Let this server find me",
      end: "Be found here no more",
      endAll: "Be found nowhere",
      ends: "It ends when you end it here, or with the link.",
      unproven: {
        title: "That can't be allowed for this account",
        next: "The platform does not say whose session it is, and others must be able to rely on it that an account is yours.",
      },
    },
    operator:
      "The operator of this bot can use a linked session; this panel shows what the bot itself did with it.",
  },
  data: {
    title: "Your data",
    exported: "Everything kept about you here, as a file. Cookies are masked.",
    fileName: "milepost-my-data.json",
    note: "Export gives you everything that is kept about you, secrets masked. Forget me deletes it.",
    export: "Export",
    forget: "Forget me",
    sure: "Forget everything?",
    means:
      "All linked accounts, uses, snapshots and notices, the servers you are found in, your own reminders, your time zone, quiet hours and choice of pictures, and what buttons of yours remember, and the players you looked at, are deleted at once.",
    yes: "Forget everything",
    no: "Keep",
    forgotten: "Forgotten",
    gone: (sessions: string, used: string, reminders: string) =>
      `Deleted: ${sessions}, ${used}, ${reminders}, and the players you looked at. You are found nowhere.`,
    overwritten: "What was deleted is overwritten in the database.",
    notOverwritten:
      "Deleted, but not overwritten yet: the database is busy. That follows by itself, within minutes.",
    backups: "Backups made before keep all of it for up to 30 days.",
    used: (uses: string, snapshots: string) => `${uses}, ${snapshots}`,
    reminders: (count: number) => plural(count, { one: "1 reminder", other: `${count} reminders` }),
    sessions: (count: number) =>
      plural(count, { one: "1 linked session", other: `${count} linked sessions` }),
    rest: "The log keeps your Discord id beside a command's name for as long as the operator keeps logs.",
  },
};
