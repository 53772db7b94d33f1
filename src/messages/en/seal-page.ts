/** The page that seals cookies. Forms, and what is missing, it says in the words of /link. */
export const sealPage = {
  title: "Seal your session for Milepost",
  intro:
    "This page turns the cookies of your session into a sealed bundle that only one bot can open, and only for you. It works offline: nothing you paste leaves this page.",
  forWhom: (platform: string, host: string, member: string, key: string) =>
    `Made for Discord user ${member}, for ${platform} (${host}). It seals to the key ${key}: compare it with /link.`,
  steps: [
    (host: string) => `Open a private window and sign in at ${host}.`,
    (_host: string, names: string) =>
      `There, press F12, then Application (Firefox and Safari: Storage), Cookies, and the site. You need ${names}.`,
    () =>
      "Mark the rows, copy them, and paste them below. A copied request, an export or a cookies.txt will do too.",
    () => "Close the private window. Do not sign out: signing out kills the session.",
  ],
  phone: "Phone browsers usually can't show these cookies; do this once on a computer.",
  inputLabel: "Your cookies",
  inputHint: "Paste here. Never a name or a password.",
  outputLabel: "Your sealed bundle",
  copy: "Copy the bundle",
  copied: "Copied. Paste it into /link within the hour, then close this page.",
  copyByHand: "It is marked now: copy it with Ctrl+C, or Cmd+C on a Mac.",
  clear: "Clear the page",
  waiting: "Nothing is pasted yet.",
  ready: "All there. The bundle below is good for an hour.",
  recognised: (form: string) => `Recognised: ${form}.`,
  found: (name: string) => `${name}: found`,
  optional: (name: string) => `${name}: not there; it can do without`,
  already: "This is a sealed bundle already: paste it into /link as it is.",
  failed: "The bundle could not be made in this browser. Try a newer one, or the command line.",
  noScript: "This page needs JavaScript, which runs only inside it.",
  unreadable: {
    empty: "Nothing is pasted yet.",
    "too-long": "That is too long. Copy the cookies of the one site only.",
    cut: "The text was cut off.",
    "no-cookies": "No cookies were recognised in this. Copy the rows of the cookie table, whole.",
  },
  refused: {
    password: "That looks like a name and password. Milepost never needs it: clear the page.",
    "discord-token":
      "That looks like a Discord token. Never paste it anywhere: clear the page, and change your Discord password.",
    "grant-code": "That is an address of the sign-in, not the cookies.",
  },
};
