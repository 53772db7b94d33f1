import { h, onEitherPress } from "./dom.js";
import { icon } from "./icons.js";
import { avatar } from "./message/avatar.js";

/** @import { Directory, SeenChannel, SeenServer } from "./directory.js" */
/**
 * @typedef {object} SidebarView
 * @property {Directory} directory
 * @property {import("./directory.js").Person} me
 * @property {SeenChannel | undefined} channel
 * @property {string | undefined} serverId undefined: direct messages
 * @property {ReadonlySet<string>} unread
 * @property {(id: string) => void} openChannel
 * @property {(id: string | undefined) => void} openServer
 * @property {() => void} openBotDm
 */

const CHANNEL_ICONS =
  /** @type {Readonly<Record<import("../../discord/local-api.ts").ChannelKind, Parameters<typeof icon>[0]>>} */ ({
    text: "hash",
    announcement: "announce",
    forum: "forum",
    thread: "thread",
    dm: "message",
    conversation: "message",
    category: "chevron",
  });

/**
 * The sign of a channel: a lock where not everyone may look.
 * @param {SeenChannel} channel
 */
export function channelIcon(channel) {
  return channel.isPrivate && channel.kind === "text" ? "lock" : CHANNEL_ICONS[channel.kind];
}

/**
 * The narrow row of servers.
 * @param {SidebarView} view
 */
export function serverRail(view) {
  const home = railButton(
    {
      label: "Direct messages",
      isActive: view.serverId === undefined,
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

/**
 * @param {{label: string, isActive: boolean, isUnread?: boolean, onclick: () => void}} how
 * @param {Node | string} content
 */
function railButton({ label, isActive, isUnread = false, onclick }, content) {
  const button = h(
    "button.rail-button",
    {
      type: "button",
      "aria-label": label,
      title: label,
      "aria-current": isActive ? "true" : undefined,
      onclick,
    },
    content,
  );
  const place = h("div.rail-place", {}, h("span.rail-pip", { "aria-hidden": "true" }), button);
  place.classList.toggle("active", isActive);
  place.classList.toggle("unread", isUnread && !isActive);
  return place;
}

/** @param {string} name */
function acronym(name) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .join("")
    .slice(0, 3);
}

/**
 * The channels of the open server, or the conversations.
 * @param {SidebarView} view
 */
export function channelList(view) {
  const server = view.directory.server(view.serverId);
  const title = server?.name ?? "Direct messages";
  const rows = server === undefined ? conversations(view) : serverRows(server, view);
  return h(
    "nav.channels",
    { "aria-label": `Channels: ${title}` },
    h("header.channels-title", {}, h("h2", {}, title)),
    h("div.channels-scroll", {}, rows),
  );
}

/** @param {SidebarView} view */
function conversations(view) {
  const { conversations: all } = view.directory.home;
  const rows = all.map((channel) => channelRow(channel, view));
  const hasBotDm = all.some((channel) => channel.kind === "dm");
  const bot = view.directory.bot;
  const open =
    bot &&
    !hasBotDm &&
    h(
      "button.channel-row.dm-row",
      { type: "button", onclick: view.openBotDm },
      avatar(bot, 32),
      h("span.channel-name", {}, `Message ${bot.name}`),
    );
  return [h("h3.category", {}, "Direct messages"), ...rows, ...(open ? [open] : [])];
}

/**
 * @param {SeenServer} server
 * @param {SidebarView} view
 */
function serverRows(server, view) {
  return server.channels.map((channel) =>
    channel.kind === "category" ? h("h3.category", {}, channel.name) : channelRow(channel, view),
  );
}

/**
 * @param {SeenChannel} channel
 * @param {SidebarView} view
 */
function channelRow(channel, view) {
  const isOpen = channel.id === view.channel?.id;
  const other = view.directory.otherIn(channel);
  const mark = other !== undefined ? avatar(other, 32) : icon(channelIcon(channel), 20);
  const note = channel.isAgeRestricted ? "Age-restricted" : channel.isArchived ? "Archived" : undefined;
  const row = h(
    "button.channel-row",
    {
      type: "button",
      "aria-current": isOpen ? "page" : undefined,
      onclick: () => view.openChannel(channel.id),
    },
    mark,
    h("span.channel-name", {}, channel.name),
    note && h("span.channel-note", {}, note),
    channel.isPrivate && channel.kind === "text" && h("span.unseen", {}, "private"),
  );
  row.classList.toggle("dm-row", other !== undefined);
  row.classList.toggle("thread-row", channel.kind === "thread");
  row.classList.toggle("unread", view.unread.has(channel.id) && !isOpen);
  return row;
}

/**
 * Who is in this server.
 * @param {SeenServer | undefined} server
 * @param {Directory} directory
 * @param {(id: string, anchor: HTMLElement) => void} openPerson
 */
export function memberList(server, directory, openPerson) {
  const members = server?.members ?? [];
  const group = (/** @type {string} */ name, /** @type {boolean} */ isBot) => {
    const rows = members
      .filter((member) => member.isBot === isBot)
      .map((member) => memberRow(directory.person(member.id, server), openPerson));
    return rows.length === 0 ? [] : [h("h3", {}, `${name} — ${rows.length}`), ...rows];
  };
  return h(
    "aside.members",
    { "aria-label": "Members" },
    group("Members", false),
    group("Applications", true),
  );
}

/**
 * @param {import("./directory.js").Known | undefined} person
 * @param {(id: string, anchor: HTMLElement) => void} openPerson
 */
function memberRow(person, openPerson) {
  if (person === undefined) return undefined;
  const name = h("span.member-name", {}, person.name);
  if (person.color) {
    name.classList.add("role-colored");
    name.style.setProperty("--role", person.color);
  }
  const row = h(
    "button.member-row",
    { type: "button", ...onEitherPress(() => openPerson(person.id, row)) },
    avatar(person, 32),
    name,
    person.isBot && h("span.app-tag", {}, "APP"),
  );
  return row;
}
