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
    intro: (platform: string) => `What's trending on ${platform}, what ends soon, and player profiles.`,
    show: (onlyMe: string) => md`Want a reply only you can see? Set \`show\` to “${onlyMe}”.`,
    kept: "Reminders and announcements survive restarts. Late or repeat posts say so.",
    offersNothing: "This platform offers no commands right now.",
  },
  admins: {
    title: "For server admins",
    setUp: (setup: Markdown) =>
      md`New here? ${setup} takes three steps: language, reply channels, a first announcement.`,
    announce: (make: Markdown, board: Markdown, list: Markdown) =>
      md`${make} posts what starts, ends or is new. ${board} adds a live board. ${list} manages both.`,
    // Where the platform lists nothing that could start, end or be new.
    announceAlone: (make: Markdown, list: Markdown) =>
      md`${make} posts what you write, when you want it. ${list} manages it.`,
    notInstalled:
      "Milepost isn't in this server. It replies only to members who added it to their account, and only they see it.",
  },
  privacy: {
    reads: "Milepost reads no messages, only the commands and buttons you use.",
    shows: "About other players, it shows only what the platform shows everyone.",
    keeps:
      "Until it restarts, it remembers the players you look up. A button may store your search for up to 30 days.",
    /** Followed by how long a session that isn't used stays. */
    sessions: md`**If you link an account**, your session is stored encrypted, with a list of its last 50 uses, until you unlink.`,
    snapshots: "Progress snapshots are off until you turn them on. Each is deleted after 90 days.",
    reminders: (list: Markdown) =>
      md`**If you set reminders**, they're stored with your time zone and quiet hours until you delete them. Ended reminders and the history of each delivery are deleted after 30 days. ${list} shows yours.`,
    calendar: md`**If you add entries to your calendar**, what it showed is stored for 30 days. Of its address, only a fingerprint is stored.`,
    signUps: md`**If you sign up under a post**, everyone who sees the post sees that. It's stored until you leave the list, or for 30 days.`,
    found: (me: Markdown) =>
      md`**Members can't find you by Discord name** unless you allow it in ${me}, per server. Your player name and ID are then stored unencrypted, until you hide again or unlink.`,
    ends: (me: Markdown, unlink: Markdown) =>
      md`${me} shows, exports and deletes all of it. ${unlink} deletes a session at once.`,
    discord: "Discord sees every command and reply, even those only you see.",
    policy: "The operator's privacy policy",
  },
  status: {
    bot: "Milepost is up.",
    reachable: (platform: string) => `${platform} is responding.`,
    fresh: (when: Markdown) => md`Data updated: ${when}`,
    unreachable: (platform: string) => `There's a problem with ${platform}:`,
    stale: (platform: string) => `${platform} isn't responding. Replies show older data.`,
    maintenance: (platform: string) => `${platform} is in maintenance. Replies show older data.`,
    unasked: (platform: string) => `Milepost can't check if ${platform} is up.`,
  },
  about: {
    what: "Milepost is free software under the MIT license.",
    operator: (name: string) => `This bot's operator is ${name}.`,
    noOperator: "This bot's operator hasn't shared a name.",
    contact: (contact: string) => `Contact: ${contact}`,
    /** In a language nobody who speaks it has read whole. */
    machineTranslated: "These texts were translated by a machine. Corrections are welcome.",
    platform: (platform: string) => `The data comes from ${platform}. Milepost isn't part of that service.`,
  },
  report: {
    fault: "Something broken? Send the operator the reference under the error.",
  },
};
