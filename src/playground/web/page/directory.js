import { APP_PICTURE } from "./api.js";

/** @typedef {import("../../discord/local-api.ts").Person} Person */
/** @typedef {import("../../discord/local-api.ts").Home} Home */
/** @typedef {import("../../discord/local-api.ts").SeenServer} SeenServer */
/** @typedef {import("../../discord/local-api.ts").SeenChannel} SeenChannel */
/** @typedef {{id: string, name: string, avatarUrl?: string, isBot: boolean, about: string, color?: string}} Known */

const WRITABLE = ["text", "announcement", "thread", "dm", "conversation"];

/** Who and what there is, by id, as one person sees it. */
export class Directory {
  /**
   * @param {readonly Person[]} people
   * @param {Home} home
   */
  constructor(people, home) {
    this.people = people.filter((person) => !person.isBot);
    this.home = home;
    this.channels = [...home.servers.flatMap((server) => server.channels), ...home.conversations];
  }

  /** The application: one that is in a server, else by its usual name. */
  get bot() {
    const member = this.home.servers.flatMap((server) => server.members).find((each) => each.isBot);
    return { id: member?.id ?? "0", name: member?.name ?? "Milepost", avatarUrl: APP_PICTURE };
  }

  /** @param {string} id */
  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /** @param {string | undefined} id */
  server(id) {
    return this.home.servers.find((server) => server.id === id);
  }

  /** Where a person lands: the first channel where commands work. */
  get firstChannel() {
    const open = this.channels.filter((channel) => WRITABLE.includes(channel.kind));
    return open.find((channel) => channel.canUseCommands && channel.kind === "text") ?? open[0];
  }

  /**
   * Someone with the name and colour they have in a server.
   * @param {string} id
   * @param {SeenServer | undefined} server
   * @returns {Known | undefined}
   */
  person(id, server) {
    const person = this.people.find((each) => each.id === id);
    const member = server?.members.find((each) => each.id === id);
    if (person === undefined && member === undefined) return this.#application(id);
    const roles = server?.roles.filter((role) => member?.roles.includes(role.id) && role.color !== 0) ?? [];
    // Highest first, as the server lists them.
    const color = roles[0]?.color;
    return {
      id,
      name: member?.name ?? person?.name ?? "",
      isBot: member?.isBot ?? false,
      about: person?.about ?? "",
      avatarUrl: person?.avatarUrl ?? APP_PICTURE,
      ...(color !== undefined && { color: `#${color.toString(16).padStart(6, "0")}` }),
    };
  }

  /**
   * With whom a conversation of two is.
   * @param {SeenChannel} channel
   */
  otherIn(channel) {
    return channel.with === undefined ? undefined : this.person(channel.with, undefined);
  }

  /**
   * The application where it is no member: in direct messages, or added to one's account.
   * @param {string} id
   * @returns {Known | undefined}
   */
  #application(id) {
    return id === this.bot.id ? { ...this.bot, isBot: true, about: "" } : undefined;
  }

  /**
   * People, roles or channels to choose from in a place.
   * @param {"user" | "role" | "channel" | "mentionable"} kind
   * @param {SeenServer | undefined} server
   * @param {{channel_types?: readonly number[] | undefined}} [limits]
   * @returns {import("./components/select.js").Choice[]}
   */
  entities(kind, server, limits = {}) {
    if (kind === "channel") return channelChoices(server, limits.channel_types);
    const roles = (server?.roles ?? []).map((role) => ({
      label: role.name,
      value: role.id,
      description: "Role",
    }));
    const people = (server?.members ?? this.people).map((member) => ({
      label: member.name,
      value: member.id,
    }));
    if (kind === "role") return roles;
    return kind === "user" ? people : [...people, ...roles];
  }
}

/** Discord's channel types, by the kind the local Discord gives. */
const CHANNEL_TYPES = /** @type {Readonly<Record<string, readonly number[]>>} */ ({
  text: [0],
  announcement: [5],
  category: [4],
  forum: [15],
  thread: [10, 11, 12],
});

/**
 * @param {SeenServer | undefined} server
 * @param {readonly number[] | undefined} types
 */
function channelChoices(server, types) {
  const fits = (/** @type {SeenChannel} */ channel) =>
    types === undefined || types.some((type) => CHANNEL_TYPES[channel.kind]?.includes(type));
  return (server?.channels ?? [])
    .filter(fits)
    .map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
}
