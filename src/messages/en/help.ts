import { type Markdown, md } from "../../base/markdown.ts";

/** /help. */
export const help = {
  sections: {
    overview: "Overview",
    privacy: "Privacy",
    status: "Status",
    about: "About",
    report: "Report",
  },
  overview: {
    title: "Milepost",
    intro: (platform: string) =>
      `Shows what is trending on ${platform}, what ends soon, and who plays there.`,
    commands: "Commands",
    command: (mention: Markdown, description: string) => md`${mention}: ${description}`,
    show: "Every answer in the channel can be for you alone: set the option “show”.",
    kept: "A reminder, and a post that was announced, is on disk before it is called saved: a crash or an outage does not lose it. One that comes late says by how much; one that Discord may have shown before says so.",
    offersNothing: "This platform offers none of them at the moment.",
  },
  admins: {
    title: "For those who manage this server",
    setUp: (setup: Markdown) =>
      md`${setup} sets this server up in three short steps: language and time zone, where answers stand, a first announcement. It also names missing permissions.`,
    announce: (make: Markdown, board: Markdown, list: Markdown) =>
      md`${make} posts what starts, ends or is new, with a role if you like. ${board} keeps one message up to date. ${list} looks after both.`,
    limits:
      "Which channels and roles may use the commands is set in the server's settings, under Integrations. Answers need no permission but to be here; posts need to be allowed in their channel.",
    notInstalled:
      "Milepost is not a member of this server: it answers those who added it to their own account, to them alone.",
  },
  privacy: {
    title: "Privacy",
    reads: "Milepost reads no messages. It sees only the commands and buttons you use.",
    shows: "What it shows about players is what the platform shows everybody.",
    keeps:
      "It keeps the players you looked at lately, in memory, until it restarts. A button may keep the words of your search for up to 30 days.",
    sessions: (days: string) =>
      md`Of members who link an account it keeps the session's cookies, encrypted, with the last 50 uses of it: until it is unlinked, dead for 7 days, or not used for ${days} days. Snapshots of progress are kept for 90 days, and only after a yes of their own.`,
    reminders: (list: Markdown) =>
      md`Of those who set reminders it keeps these, their time zone and quiet hours until they are deleted, one that is over for 30 days more, and what became of each time for 30 days. ${list} shows yours.`,
    found: (me: Markdown) =>
      md`Nobody finds your account by who you are at Discord, unless you choose it in ${me}, server by server. Its name and id then lie unsealed, until you end it or unlink.`,
    ends: (me: Markdown, unlink: Markdown) =>
      md`${me} shows all of it, exports it and forgets it; ${unlink} deletes a session at once.`,
    discord: "Discord itself sees every command and every answer, those for you alone too.",
    policy: "The operator's privacy policy",
  },
  status: {
    title: "Status",
    bot: "Milepost is up.",
    reachable: (platform: string) => `${platform} answers.`,
    fresh: (when: Markdown) => md`Its data is from ${when}.`,
    unreachable: (platform: string) => `${platform} does not answer as it should:`,
    stale: (platform: string) => `${platform} does not answer; what is shown is older.`,
    maintenance: (platform: string) => `${platform} is in maintenance; what is shown is older.`,
    unasked: (platform: string) => `${platform} offers nothing that could be asked.`,
  },
  about: {
    title: "About",
    what: "Milepost is free software under the MIT licence. Anyone can host it.",
    operator: (name: string) => `This one is run by ${name}.`,
    noOperator: "Whoever runs this one has not said who they are.",
    contact: (contact: string) => `Contact: ${contact}`,
    platform: (platform: string) => `Its data comes from ${platform}. It is not part of that service.`,
  },
  report: {
    title: "Report",
    fault: "Something broken: send the reference under the failure to whoever runs this bot.",
  },
};
