/**
 * Descriptions of commands, options and choices: what Discord shows in its picker. By command name; the types
 * of `app/define-command` hold that none is missing. At most 100 characters each.
 */
export const commands = {
  trending: {
    description: "What is trending in the community right now",
    options: {
      kind: {
        description: "Only one kind of entry",
        choices: {
          news: "News",
          help: "Help articles",
          event: "Events",
          activity: "Activities",
          item: "Items",
          creation: "Creations",
          stream: "Streams",
          other: "Everything else",
        },
      },
      search: { description: "Words of a title" },
      show: { description: "Who sees the answer" },
    },
  },
  milestones: {
    description: "What is on at the moment, and what ends soonest",
    options: { show: { description: "Who sees the answer" } },
  },
  profile: {
    description: "A player's public profile, or two side by side",
    options: {
      player: { description: "A player's name or membership id" },
      compare: { description: "Another player to set beside the first" },
      show: { description: "Who sees the answer" },
    },
  },
  help: {
    description: "What Milepost can do, what it keeps, and whether all is well",
    options: {},
  },
};
