/** Permissions in Discord's own words, as its settings of channels and roles name them. */
export const permissions = {
  viewChannel: "View Channel",
  sendMessages: "Send Messages",
  sendInThreads: "Send Messages in Threads",
  embedLinks: "Embed Links",
  connect: "Connect",
  attachFiles: "Attach Files",
  readHistory: "Read Message History",
  mentionRoles: "Mention @everyone, @here, and All Roles",
  pinMessages: "Pin Messages",
  manageMessages: "Manage Messages",
  manageThreads: "Manage Threads",
  manageRoles: "Manage Roles",
};
