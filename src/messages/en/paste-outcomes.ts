/** What was recognised in a paste, and what came of it where no account can be shown. */
export const pasteOutcomes = {
  forms: {
    bundle: "a sealed bundle",
    har: "a HAR file",
    "storage-state": "a storage state",
    "cookie-list": "a list of cookies in JSON",
    "json-map": "names and values in JSON",
    netscape: "a cookies.txt",
    curl: "copy as cURL",
    powershell: "copy as PowerShell",
    fetch: "copy as fetch",
    "set-cookie": "Set-Cookie lines",
    table: "rows of the cookie table",
    "cookie-header": "a Cookie header",
    "header-value": "the value of a Cookie header",
    lines: "lines of name and value",
    text: "text with cookies in it",
  },
  file: {
    raw: {
      title: "Those cookies aren't sealed",
      next: "Discord keeps uploaded files, so Milepost didn't use them. Sign out on the site to end that session, sign in again, then seal the new cookies.",
    },
    unreadable: {
      title: "That file couldn't be read",
      next: "It may be larger than sealed text is, or Discord didn't hand it over. Nothing was stored. Try again, or paste the text.",
    },
  },
  incomplete: {
    title: "Some cookies are missing",
    recognised: (form: string) => `Recognised: ${form}.`,
    found: (names: string) => `Found: ${names}.`,
    foundNone: "Found none of the cookies that are needed.",
    missing: {
      absent: (name: string) =>
        `${name} is missing. It is HttpOnly: look under Application > Cookies (Firefox and Safari: Storage > Cookies).`,
      absentOpen: (name: string) =>
        `${name} is missing. Look under Application > Cookies (Firefox and Safari: Storage > Cookies).`,
      empty: (name: string) => `${name} is there without a value. Copy its row again.`,
      placeholder: (name: string, word: string) =>
        `${name} says “${word}”, which is no value: you are not signed in in that window.`,
      characters: (name: string) => `${name} holds characters no cookie can hold. Copy it again, untouched.`,
      "too-long": (name: string) => `${name} is longer than a cookie can be.`,
      cut: (name: string) => `${name} is cut off.`,
      shortened: (name: string) =>
        `${name} was shown shortened (…). Open the value in full before you copy it.`,
    },
    cut: "The text ends at the 4,000 characters a form takes. The tab “This browser” has a page that takes any length.",
    otherHost: (host: string) => `These cookies belong to ${host}, not to the platform.`,
    again: "Nothing was kept. Paste again when you have them all.",
  },
  unreadable: {
    empty: { title: "Nothing was pasted", next: "Paste a sealed bundle or the cookies." },
    "too-long": { title: "That is too long", next: "Copy the cookies of the one site only." },
    cut: {
      title: "The text was cut off",
      next: "It ends at the 4,000 characters a form takes. The tab “This browser” has a page that takes any length. Nothing was kept.",
    },
    "no-cookies": {
      title: "No cookies were recognised",
      next: "Copy the rows of the cookie table (F12 > Application > Cookies), whole, and paste them. Nothing was kept.",
    },
  },
  refused: {
    password: {
      title: "That looks like a name and password",
      next: "It was not kept and not used. Milepost never needs it. Discord has seen it, though: change that password at your login provider, and paste the cookies instead.",
    },
    "discord-token": {
      title: "That looks like a Discord token",
      next: "It was not kept and not used. It opens your Discord account: change your Discord password now, which makes it worthless. Never paste it anywhere.",
    },
    "grant-code": {
      title: "That is an address of the sign-in, not the cookies",
      next: "It was not kept and not used. Finish signing in, then copy the cookies of the site.",
    },
  },
  bundle: {
    damaged: {
      title: "The bundle is damaged",
      next: "Part of it is missing. Copy all of it, from milepost1: to the end.",
    },
    cut: {
      title: "The bundle was cut off",
      next: "It ends at the 4,000 characters a form takes. Seal the cookies of the one site only.",
    },
    "unknown-key": {
      title: "This bundle is for another bot",
      next: "It was sealed to a key this bot does not have, or no longer. Take the file from this panel again.",
    },
    "other-member": {
      title: "This bundle is for somebody else",
      next: "Only the member it was made for can use it. Take the file from your own /link.",
    },
    "other-platform": {
      title: "This bundle is for another platform",
      next: "Take the file from this panel again.",
    },
    expired: { title: "This bundle is over", next: "A bundle is good for a short while. Make a new one." },
    "no-cookies": {
      title: "The bundle holds none of the cookies",
      next: "Copy the cookies of the site, and seal them again.",
    },
  },
  notAccepted: {
    title: "This bot takes sealed bundles only",
    next: "What you pasted was not kept. Seal it first: the tab “This browser” has the page for that. Discord has seen these cookies: to be safe, sign out on the site, and sign in again.",
  },
  ended: {
    title: "The platform does not know this session",
    next: "The cookies are whole, but over: perhaps you signed out after copying them. Sign in again in a private window, copy, and close the window without signing out. Nothing was kept.",
  },
  notRegistered: {
    title: "You have no account on the platform yet",
    next: "Your login works, but the platform asks you to register first. Do that on its site, then copy the cookies again. Nothing was kept.",
  },
  down: {
    maintenance: {
      title: "The platform is in maintenance",
      next: "Your cookies may be fine; nobody can say yet. Nothing was kept. Try again when it is over.",
    },
    unavailable: {
      title: "The platform does not answer",
      next: "Your cookies may be fine; nobody can say yet. Nothing was kept. Try again in a few minutes.",
    },
    loop: {
      title: "The platform's sign-in page leads in a circle",
      next: "That is the platform's fault, not your cookies'. Nothing was kept. Try again later.",
    },
    strayed: {
      title: "The platform's sign-in page leads to another site",
      next: "Your cookies were not sent there. Nothing was kept. Tell whoever runs this bot.",
    },
  },
};
