/** Who one is and where, kept in the address, so that a reload and a second tab find it. */
type Place = { person?: string; channel?: string };

export function readPlace(): Place {
  const [person, channel] = location.hash.slice(1).split("/").filter(Boolean);
  return { ...(person && { person }), ...(channel && { channel }) };
}

export function addressOf(person: string, channel?: string) {
  return channel === undefined ? `#${person}` : `#${person}/${channel}`;
}

export function writePlace(person: string, channel?: string) {
  const address = addressOf(person, channel);
  if (location.hash !== address) history.replaceState(null, "", address);
}

/** Something this browser remembers for the page. A browser that keeps nothing loses only comfort. */
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
    // Nothing is lost but the wish to be remembered.
  }
}

/** Puts on the theme one chose; dark at first, as Discord. */
export function applyTheme() {
  document.documentElement.dataset["theme"] = remembered("theme") === "light" ? "light" : "dark";
}

export function switchTheme() {
  remember("theme", document.documentElement.dataset["theme"] === "light" ? "dark" : "light");
  applyTheme();
}
