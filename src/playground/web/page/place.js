/**
 * Who one is and where, kept in the address so that a reload and a second tab find it: `#person/channel`.
 * @typedef {{person?: string, channel?: string}} Place
 */

/** @returns {Place} */
export function readPlace() {
  const [person, channel] = location.hash.slice(1).split("/").filter(Boolean);
  return { ...(person && { person }), ...(channel && { channel }) };
}

/**
 * @param {string} person
 * @param {string} [channel]
 */
export function addressOf(person, channel) {
  return channel === undefined ? `#${person}` : `#${person}/${channel}`;
}

/**
 * @param {string} person
 * @param {string} [channel]
 */
export function writePlace(person, channel) {
  const address = addressOf(person, channel);
  if (location.hash !== address) history.replaceState(null, "", address);
}

/**
 * Something this browser remembers for the page. A browser that keeps nothing loses only comfort.
 * @param {string} name
 */
export function remembered(name) {
  try {
    return localStorage.getItem(`milepost.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`milepost.${name}`, value);
  } catch {
    // Nothing is lost but the wish to be remembered.
  }
}
