/** The page that encrypts cookies. Forms, and what is missing, it says in the words of /link. */
export const sealPage = {
  title: "Encrypt your cookies for Milepost",
  intro:
    "This page encrypts your cookies so only this bot can open them, only for you. It works offline: nothing leaves the page.",
  forWhom: (platform: string, host: string, member: string, key: string) =>
    `For Discord user ${member} on ${platform} (${host}), with the key ${key}. /link must show the same key.`,
  steps: [
    (host: string) => `Open a private window and sign in at ${host}.`,
    (_host: string, names: string) =>
      `There, press F12 > Application (Firefox, Safari: Storage) > Cookies > the site. You need ${names}.`,
    () => "Copy those rows and paste them below. “Copy as cURL” or a cookies.txt works too.",
    () => "Close the private window. Don't sign out: that ends the session.",
  ],
  inputLabel: "Your cookies",
  inputHint: "Paste here. Never a name or a password.",
  outputLabel: "Your sealed text",
  copy: "Copy sealed text",
  copied: "Copied. Paste it into /link within the hour, then close this page.",
  copyByHand: "It's selected. Copy it with Ctrl+C, or Cmd+C on a Mac.",
  clear: "Clear the page",
  waiting: "Nothing pasted yet.",
  ready: "All there. The sealed text below works for one hour.",
  found: (name: string) => `${name}: found`,
  optional: (name: string) => `${name}: missing, but not needed`,
  already: "This is already sealed text. Paste it into /link as it is.",
  failed: "This browser couldn't encrypt it. Try a newer one, or the command line.",
  noScript: "This page needs JavaScript. It runs only inside the page.",
  /** Under a password, a token or an address that was pasted. */
  refused: "Milepost never needs that. Clear the page.",
};
