import { APP_PICTURE } from "./api.ts";
import { hexColor } from "./dom.ts";
import type { Person, Home, SeenServer, SeenChannel } from "../../discord/local-api.ts";
import type { Choice } from "./components/select.ts";

export type Known = {
  id: string;
  name: string;
  avatarUrl?: string;
  isBot: boolean;
  about: string;
  color?: string;
};

/** A person as messages and menus show them. */
export type Author = Omit<Known, "about">;

export type EntityKind = "user" | "role" | "channel" | "mentionable";

const WRITABLE = ["text", "announcement", "thread", "dm", "conversation"];

/** Everyone and everything one person can see, by id. */
export class Directory {
  readonly people;
  readonly home;
  readonly channels;
  constructor(people: readonly Person[], home: Home) {
    this.people = people.filter((person) => !person.isBot);
    this.home = home;
    this.channels = [...home.servers.flatMap((server) => server.channels), ...home.conversations];
  }

  /** The application: a server's bot, else one with the usual name. */
  get bot() {
    const member = this.home.servers.flatMap((server) => server.members).find((each) => each.isBot);
    return { id: member?.id ?? "0", name: member?.name ?? "Milepost", avatarUrl: APP_PICTURE };
  }

  channel(id: string) {
    return this.channels.find((channel) => channel.id === id);
  }

  server(id: string | undefined) {
    return this.home.servers.find((server) => server.id === id);
  }

  get firstChannel() {
    const open = this.channels.filter((channel) => WRITABLE.includes(channel.kind));
    return open.find((channel) => channel.canUseCommands && channel.kind === "text") ?? open[0];
  }

  /** Returns a person with their name and color in a server. */
  person(id: string, server: SeenServer | undefined): Known | undefined {
    const person = this.people.find((each) => each.id === id);
    const member = server?.members.find((each) => each.id === id);
    if (person === undefined && member === undefined) return this.#application(id);
    const roles = server?.roles.filter((role) => member?.roles.includes(role.id) && role.color !== 0) ?? [];
    // Servers list the highest role first.
    const color = roles[0]?.color;
    return {
      id,
      name: member?.name ?? person?.name ?? "",
      isBot: member?.isBot ?? false,
      about: person?.about ?? "",
      avatarUrl: person?.avatarUrl ?? APP_PICTURE,
      ...(color !== undefined && { color: hexColor(color) }),
    };
  }

  /** Returns the other person of a conversation of two. */
  otherIn(channel: SeenChannel) {
    return channel.with === undefined ? undefined : this.person(channel.with, undefined);
  }

  /** Returns the application where it is no member: in DMs, or installed by its user. */
  #application(id: string): Known | undefined {
    return id === this.bot.id ? { ...this.bot, isBot: true, about: "" } : undefined;
  }

  entities(
    kind: EntityKind,
    server: SeenServer | undefined,
    limits: { channel_types?: readonly number[] | undefined } = {},
  ): Choice[] {
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

/** Discord's channel types by the local Discord's kinds. */
const CHANNEL_TYPES = {
  text: [0],
  announcement: [5],
  category: [4],
  forum: [15],
  thread: [10, 11, 12],
} as Readonly<Record<string, readonly number[]>>;

function channelChoices(server: SeenServer | undefined, types: readonly number[] | undefined) {
  const fits = (channel: SeenChannel) =>
    types === undefined || types.some((type) => CHANNEL_TYPES[channel.kind]?.includes(type));
  return (server?.channels ?? [])
    .filter(fits)
    .map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
}
