/**
 * The current person and channel. They are in the address, for reloads and further tabs; a message is there until it is
 * shown.
 */
type Place = { person?: string; channel?: string; message?: string };

export function readPlace(): Place {
  const [person, channel, message] = location.hash.slice(1).split("/").filter(Boolean);
  return { ...(person && { person }), ...(channel && { channel }), ...(message && { message }) };
}

export function addressOf(...parts: [person: string, channel?: string | undefined, message?: string]) {
  return `#${parts.filter((part) => part !== undefined).join("/")}`;
}

export function writePlace(person: string, channel?: string) {
  const address = addressOf(person, channel);
  if (location.hash !== address) history.replaceState(null, "", address);
}

/** Returns a value this browser stored for the page; undefined where storage is blocked. */
export function remembered(name: string) {
  try {
    return localStorage.getItem(`milepost.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string) {
  try {
    localStorage.setItem(`milepost.${name}`, value);
  } catch {
    // Without storage the choice lasts until a reload.
  }
}

/** Applies the chosen theme; by default dark, as in Discord. */
export function applyTheme() {
  document.documentElement.dataset["theme"] = remembered("theme") === "light" ? "light" : "dark";
}

export function switchTheme() {
  remember("theme", document.documentElement.dataset["theme"] === "light" ? "dark" : "light");
  applyTheme();
}
