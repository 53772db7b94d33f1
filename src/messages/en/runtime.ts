/** Texts of the Discord runtime itself: paging, choices every command shares, what is shown instead. */
export const runtime = {
  show: { everyone: "Everyone", me: "Only me" },
  /** What options of commands are called where they are typed: one word of small letters, of at most 32. */
  options: {
    kind: "kind",
    search: "search",
    show: "show",
    player: "player",
    member: "member",
    compare: "compare",
    view: "view",
    character: "character",
    stat: "stat",
    period: "period",
    what: "what",
    when: "when",
    channel: "channel",
    role: "role",
    announcement: "announcement",
  },
  pages: {
    previous: "Previous",
    next: "Next",
    position: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  controls: { more: "More", less: "Less", asText: "As text", asPicture: "As picture" },
  /** Stands where a reply would otherwise be empty. */
  nothingToShow: "Nothing to show here.",
  /** Stands where an attachment is too large for Discord. */
  fileTooLarge: (name: string) => `${name} is too large for Discord.`,
  /** Stands where even the text for a failure could not be made. */
  failed: (reference: string) => `Something went wrong. Try again in a moment. Reference ${reference}`,
  /** What a control without a readable label is called. */
  unnamed: "Open",
  application: {
    /** The application's description, shown on the bot's profile. At most 400 characters. */
    description:
      "See what's trending in your game community, what ends soon, and player profiles. Start with /help. " +
      "Add it to your server, where replies need no permissions, or to your own account.",
    /** At most 5, of at most 20 characters. */
    tags: ["games", "community", "news", "profiles", "milestones"],
    /** What earlier versions said, replaced by the above. An operator's own words never are. */
    earlier: {
      descriptions: [
        "Shows what is trending in your game community, player profiles, and what ends soon. Type /help to begin. " +
          "Admins: add it to your server and type /help there; it needs no permissions. Members can also add it to their own account.",
      ] as readonly string[],
      tags: [] as readonly (readonly string[])[],
    },
  },
};
