import { h, onEitherPress, showRole } from "./dom.ts";
import { eventsRow } from "./events.ts";
import { icon } from "./icons.ts";
import { avatar } from "./message/avatar.ts";
import type { Directory, Known } from "./directory.ts";
import type { SeenChannel, SeenServer, Person, ChannelKind } from "../../discord/local-api.ts";

interface SidebarView {
  directory: Directory;
  me: Person;
  now: () => number;
  channel: SeenChannel | undefined;
  /** Undefined: DMs. */
  serverId: string | undefined;
  unread: ReadonlySet<string>;
  openChannel: (id: string) => void;
  openServer: (id: string | undefined) => void;
  openBotDm: () => void;
}

const CHANNEL_ICONS = {
  text: "hash",
  announcement: "announce",
  forum: "forum",
  thread: "thread",
  dm: "message",
  conversation: "message",
  category: "chevron",
} as Readonly<Record<ChannelKind, Parameters<typeof icon>[0]>>;

export function channelIcon(channel: SeenChannel) {
  return channel.isPrivate && channel.kind === "text" ? "lock" : CHANNEL_ICONS[channel.kind];
}

export function serverRail(view: SidebarView) {
  const home = railButton(
    {
      label: "Direct messages",
      isActive: view.serverId === undefined,
      unreadCount: view.directory.home.conversations.filter(({ id }) => view.unread.has(id)).length,
      onclick: () => view.openServer(undefined),
    },
    icon("message", 26),
  );
  const servers = view.directory.home.servers.map((server) =>
    railButton(
      {
        label: server.name,
        isActive: server.id === view.serverId,
        isUnread: server.channels.some((channel) => view.unread.has(channel.id)),
        onclick: () => view.openServer(server.id),
      },
      acronym(server.name),
    ),
  );
  return h("nav.rail", { "aria-label": "Servers" }, home, h("hr.rail-line"), servers);
}

function railButton(
  how: { label: string; isActive: boolean; unreadCount?: number; isUnread?: boolean; onclick: () => void },
  content: Node | string,
) {
  const { label, isActive, unreadCount = 0, isUnread = unreadCount > 0, onclick } = how;
  const button = h(
    "button.rail-button",
    {
      "aria-label": unreadCount > 0 ? `${label}, ${unreadCount} unread` : label,
      title: label,
      "aria-current": isActive ? "true" : undefined,
      onclick,
    },
    content,
  );
  const place = h("div.rail-place", h("span.rail-pip", { "aria-hidden": "true" }), button);
  if (unreadCount > 0) place.append(h("span.rail-badge", { "aria-hidden": "true" }, String(unreadCount)));
  place.classList.toggle("active", isActive);
  place.classList.toggle("unread", isUnread && !isActive);
  return place;
}

function acronym(name: string) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .join("")
    .slice(0, 3);
}

export function channelList(view: SidebarView) {
  const server = view.directory.server(view.serverId);
  const title = server?.name ?? "Direct messages";
  const rows = server === undefined ? conversations(view) : serverRows(server, view);
  return h(
    "nav.channels",
    { "aria-label": `Channels: ${title}` },
    h("header.channels-title", h("h2", title)),
    h("div.channels-scroll", rows),
  );
}

function conversations(view: SidebarView) {
  const { conversations: all } = view.directory.home;
  const rows = all.map((channel) => channelRow(channel, view));
  const hasBotDm = all.some((channel) => channel.kind === "dm");
  const bot = view.directory.bot;
  const open =
    bot &&
    !hasBotDm &&
    h(
      "button.channel-row.dm-row",
      { onclick: view.openBotDm },
      avatar(bot, 32),
      h("span.channel-name", `Message ${bot.name}`),
    );
  return [h("h3.category", "Direct messages"), ...rows, ...(open ? [open] : [])];
}

function serverRows(server: SeenServer, view: SidebarView) {
  const channels = server.channels.map((channel) =>
    channel.kind === "category" ? h("h3.category", channel.name) : channelRow(channel, view),
  );
  const { events } = server;
  return [eventsRow({ events, locale: view.me.locale, now: view.now }), ...channels];
}

function channelRow(channel: SeenChannel, view: SidebarView) {
  const isOpen = channel.id === view.channel?.id;
  const other = view.directory.otherIn(channel);
  const mark = other !== undefined ? avatar(other, 32) : icon(channelIcon(channel), 20);
  const note = channel.isAgeRestricted ? "Age-restricted" : channel.isArchived ? "Archived" : undefined;
  const row = h(
    "button.channel-row",
    {
      "aria-current": isOpen ? "page" : undefined,
      onclick: () => view.openChannel(channel.id),
    },
    mark,
    h("span.channel-name", channel.name),
    note && h("span.channel-note", note),
    channel.isPrivate && channel.kind === "text" && h("span.unseen", "private"),
  );
  row.classList.toggle("dm-row", other !== undefined);
  row.classList.toggle("thread-row", channel.kind === "thread");
  row.classList.toggle("unread", view.unread.has(channel.id) && !isOpen);
  return row;
}

export function memberList(
  server: SeenServer | undefined,
  directory: Directory,
  openPerson: (id: string, anchor: HTMLElement) => void,
) {
  const members = server?.members ?? [];
  const group = (name: string, isBot: boolean) => {
    const rows = members
      .filter((member) => member.isBot === isBot)
      .map((member) => memberRow(directory.person(member.id, server), openPerson));
    return rows.length === 0 ? [] : [h("h3", `${name} — ${rows.length}`), ...rows];
  };
  return h(
    "aside.members",
    { "aria-label": "Members" },
    group("Members", false),
    group("Applications", true),
  );
}

function memberRow(person: Known | undefined, openPerson: (id: string, anchor: HTMLElement) => void) {
  if (person === undefined) return undefined;
  const name = h("span.member-name", person.name);
  showRole(name, person.color);
  const row = h(
    "button.member-row",
    { ...onEitherPress(() => openPerson(person.id, row)) },
    avatar(person, 32),
    name,
    person.isBot && h("span.app-tag", "APP"),
  );
  return row;
}
