/** What was recognised in a paste, and what came of it where no account can be shown. */
export const pasteOutcomes = {
  /** Under each of these: no cookie was kept. */
  nothingStored: "Nothing was stored.",
  forms: {
    bundle: "sealed text",
    har: "a HAR file",
    "storage-state": "a storage state",
    "cookie-list": "a JSON list of cookies",
    "json-map": "names and values in JSON",
    netscape: "a cookies.txt",
    curl: "copy as cURL",
    powershell: "copy as PowerShell",
    fetch: "copy as fetch",
    "set-cookie": "Set-Cookie lines",
    table: "rows of the cookie table",
    "cookie-header": "a Cookie header",
    "header-value": "the value of a Cookie header",
    lines: "lines of names and values",
    text: "text with cookies in it",
  },
  file: {
    raw: {
      title: "Those cookies aren't encrypted",
      next: "Milepost didn't use them, but Discord keeps the file. Sign out on the site, sign in again, and encrypt the new cookies.",
    },
    unreadable: {
      title: "That file couldn't be read",
      next: "It may be too large, or Discord didn't deliver it. Paste the text instead.",
    },
  },
  incomplete: {
    title: "Some cookies are missing",
    recognised: (form: string) => `Recognized: ${form}.`,
    found: (names: string) => `Found: ${names}.`,
    foundNone: "Found none of the cookies you need.",
    missing: {
      absent: (name: string) =>
        `${name} is missing. Look under Application > Cookies (Firefox, Safari: Storage > Cookies).`,
      empty: (name: string) => `${name} has no value. Copy its row again.`,
      placeholder: (name: string, word: string) =>
        `${name} is “${word}”, so you're not signed in. Sign in, then copy again.`,
      characters: (name: string) => `${name} has characters no cookie can have. Copy it again.`,
      "too-long": (name: string) => `${name} is too long for a cookie. Copy it again.`,
      cut: (name: string) => `${name} is cut off. Copy it again.`,
      shortened: (name: string) => `${name} is shortened (…). Open its full value, then copy that.`,
    },
    otherHost: (host: string) => `These cookies are from ${host}, not the platform.`,
  },
  unreadable: {
    empty: { title: "Nothing was pasted", next: "Paste sealed text or cookies." },
    "too-long": { title: "That's too long", next: "Copy only this site's cookies." },
    cut: {
      title: "Your text was cut off",
      next: "The form takes 4,000 characters. “Encrypt first” takes any length.",
    },
    "no-cookies": {
      title: "No cookies found",
      next: "Copy whole rows of the cookie table (F12 > Application > Cookies) and paste them.",
    },
  },
  refused: {
    password: {
      title: "That looks like a name and password",
      next: "Milepost didn't use them, but Discord has seen them. Change that password with your login provider, then paste cookies instead.",
    },
    "discord-token": {
      title: "That looks like a Discord token",
      next: "It opens your Discord account, so never paste it anywhere. Change your Discord password now: that makes the token useless.",
    },
    "grant-code": {
      title: "That's a sign-in address, not cookies",
      next: "Finish signing in, then copy the site's cookies.",
    },
  },
  bundle: {
    damaged: {
      title: "The sealed text is damaged",
      next: "Copy all of it again, from milepost1: to the end.",
    },
    cut: {
      title: "The sealed text was cut off",
      next: "The form takes 4,000 characters. Encrypt only this site's cookies.",
    },
    "unknown-key": {
      title: "This sealed text is for another bot",
      next: "Or this bot's key changed. Save the file from “Encrypt first” again.",
    },
    "other-member": {
      title: "This sealed text is for someone else",
      next: "Use the file from your own /link.",
    },
    "other-platform": {
      title: "This sealed text is for another platform",
      next: "Save the file from “Encrypt first” again.",
    },
    expired: { title: "This sealed text expired", next: "Make a new one and paste it within the hour." },
    "no-cookies": {
      title: "No cookies in the sealed text",
      next: "Copy the site's cookies and encrypt them again.",
    },
  },
  notAccepted: {
    title: "This bot takes sealed text only",
    next: "Discord has seen these cookies. To be safe, sign out on the site, sign in again, and use “Encrypt first”.",
  },
  ended: {
    title: "This session ended",
    next: "You may have signed out after copying. Sign in again in a private window, copy the cookies, then just close the window.",
  },
  notRegistered: {
    title: "No account on the platform yet",
    next: "Your login works, but you need to register on the site first. Then copy the cookies again.",
  },
  down: {
    maintenance: {
      title: "The platform is in maintenance",
      next: "Your cookies couldn't be checked. Try again when it's back.",
    },
    unavailable: {
      title: "The platform isn't responding",
      next: "Your cookies couldn't be checked. Try again in a few minutes.",
    },
    loop: {
      title: "The platform's sign-in page loops",
      next: "It's not your cookies. Try again later.",
    },
    strayed: {
      title: "The sign-in page leads to another site",
      next: "Your cookies weren't sent there. Tell the operator.",
    },
  },
};
