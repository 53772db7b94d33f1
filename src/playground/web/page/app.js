import { call, listen } from "./api.js";
import { Chat, welcome } from "./chat.js";
import { choiceName, entriesOf, nameOf, OPTION } from "./composer/command-list.js";
import { Composer } from "./composer/composer.js";
import { Conversation } from "./conversation.js";
import { Directory } from "./directory.js";
import { fill } from "./dom.js";
import { Frame } from "./frame.js";
import { firstSteps } from "./hint.js";
import { Interactions } from "./interactions.js";
import { addressOf, readPlace, writePlace } from "./place.js";
import { openCard, openPeople } from "./popover.js";
import { channelList, memberList, serverRail } from "./sidebar.js";

/** @typedef {import("../../discord/local-api.ts").LocalEvent} LocalEvent */
/** @typedef {import("../../discord/local-api.ts").SeenMessage} SeenMessage */
/** @typedef {import("./composer/command-list.js").Entry} Entry */

const PAGE_OF_HISTORY = 50;

/** One tab: one person in one channel, kept up to date by events. */
export class App {
  directory = new Directory([], { servers: [], conversations: [] });
  /** @type {Map<string, Conversation>} */
  #conversations = new Map();
  /** @type {readonly import("./composer/command-list.js").Command[]} */
  #commands = [];
  /** @type {Set<string>} */
  #unread = new Set();
  #clockOffset = 0;
  #person = "";
  /** @type {string | undefined} */
  #channel;
  /** @type {string | undefined} */
  #server;
  #isLoadingOlder = false;
  #stopListening = () => {};

  constructor() {
    this.chat = new Chat({
      around: (seen) => this.interactions.around(seen),
      dismissPending: (key) => (this.conversation.settle(key), this.draw()),
      reachedTop: () => this.#loadOlder(),
      clock: () => ({ locale: this.me?.locale ?? "en-US", now: () => this.now() }),
    });
    this.composer = new Composer({
      bot: () => this.directory.bot,
      say: (text) => this.#say(text),
      run: (entry, options) => this.interactions.runCommand(entry, options),
      suggest: (entry, drafts, focused) => this.#suggest(entry, drafts, focused),
      entities: (option) => this.#optionEntities(option),
    });
    this.frame = new Frame({
      chat: this.chat.scroller,
      composer: this.composer.element,
      onPeople: (anchor) => this.#choosePerson(anchor),
    });
    this.interactions = new Interactions(this);
  }

  get me() {
    return this.directory.people.find((person) => person.id === this.#person);
  }

  get channel() {
    return this.#channel === undefined ? undefined : this.directory.channel(this.#channel);
  }

  get server() {
    return this.directory.server(this.channel?.serverId);
  }

  get conversation() {
    return this.conversationOf(this.#channel ?? "");
  }

  now() {
    return Date.now() + this.#clockOffset;
  }

  /** @param {string} channel */
  conversationOf(channel) {
    const found = this.#conversations.get(channel) ?? new Conversation();
    this.#conversations.set(channel, found);
    return found;
  }

  async start() {
    document.body.append(this.frame.element);
    addEventListener("hashchange", () => this.#follow());
    await this.#follow();
  }

  /** Becomes whom the address names, in the channel it names. */
  async #follow() {
    const people = await call("people");
    const wanted = readPlace();
    const person =
      people.find((each) => each.id === wanted.person && !each.isBot) ?? people.find((each) => !each.isBot);
    if (person === undefined) return this.frame.showBanner("The local Discord has no people.");
    const isOther = person.id !== this.#person;
    if (isOther) this.#become(person.id);
    await this.#readWorld();
    await this.openChannel(
      this.directory.channel(wanted.channel ?? "")?.id ?? this.directory.firstChannel?.id,
    );
    if (isOther) this.#listen();
  }

  /** @param {string} person */
  #become(person) {
    this.#stopListening();
    this.#person = person;
    this.#conversations.clear();
    this.#unread.clear();
    this.chat.reset();
    this.composer.reset();
  }

  #listen() {
    let isFirst = true;
    this.#stopListening = listen(this.#person, {
      onEvent: (event) => this.#onEvent(event),
      onLost: () => this.frame.showBanner("The connection to the playground is lost. Trying again..."),
      onOpen: () => {
        this.frame.showBanner(undefined);
        // Between the first answers and the first event something may have happened, as after a lost connection.
        if (isFirst) this.#readHistory();
        else this.#reread();
        isFirst = false;
      },
    });
  }

  async #reread() {
    await this.#readWorld();
    await this.openChannel(this.channel?.id ?? this.directory.firstChannel?.id);
  }

  async #readWorld() {
    const [people, home, clock] = await Promise.all([
      call("people"),
      call("home", { as: this.#person }),
      call("clock"),
    ]);
    this.directory = new Directory(people, home);
    this.#clockOffset = clock.now - Date.now();
  }

  /** @param {string | undefined} id */
  async openChannel(id) {
    const isOther = id !== this.#channel;
    this.#channel = id;
    this.#server = this.channel?.serverId;
    if (isOther) {
      this.chat.reset();
      this.composer.reset();
    }
    if (id !== undefined) this.#unread.delete(id);
    writePlace(this.#person, id);
    this.frame.toggleDrawer(false);
    this.drawFrame();
    this.draw();
    if (id === undefined) return;
    await Promise.all([this.#readHistory(), this.#readCommands()]);
    if (isOther && matchMedia("(hover: hover)").matches) this.composer.focus();
  }

  async #readHistory() {
    const channel = this.#channel;
    if (channel === undefined) return;
    const seen = await call("history", { as: this.#person, channel, limit: PAGE_OF_HISTORY });
    this.conversationOf(channel).load(seen, seen.length < PAGE_OF_HISTORY);
    if (channel === this.#channel) this.draw();
  }

  async #readCommands() {
    const channel = this.#channel;
    if (channel === undefined) return;
    const seen = await call("commands", { as: this.#person, channel });
    if (channel !== this.#channel) return;
    this.#commands = seen.map((each) => each.command);
    const { name = "", kind, canSend = false } = this.channel ?? {};
    const isDm = kind === "dm" || kind === "conversation";
    const placeholder = canSend
      ? `Message ${isDm ? "@" : "#"}${name}`
      : "You can't write here. Type / for commands.";
    this.composer.setPlace({ commands: this.#commands, placeholder, canSend });
    this.#drawHint();
  }

  async #loadOlder() {
    const conversation = this.conversation;
    const [channel, before] = [this.#channel, conversation.oldest];
    if (this.#isLoadingOlder || conversation.isWhole || channel === undefined || before === undefined) return;
    this.#isLoadingOlder = true;
    try {
      const seen = await call("history", { as: this.#person, channel, before, limit: PAGE_OF_HISTORY });
      conversation.addOlder(seen, seen.length < PAGE_OF_HISTORY);
      if (channel === this.#channel) this.draw();
    } finally {
      this.#isLoadingOlder = false;
    }
  }

  /** @param {LocalEvent} event */
  #onEvent(event) {
    if (event.type === "world") return void this.#reread();
    if (event.type === "message" || event.type === "message-updated") return this.receive(event.seen);
    if (event.type === "message-deleted") {
      this.conversationOf(event.channelId).remove(event.messageId);
      this.draw();
    }
  }

  /**
   * Takes in a message that is new or changed.
   * @param {SeenMessage} seen
   */
  receive(seen) {
    const conversation = this.conversationOf(seen.channelId);
    if (seen.channelId !== this.#channel && !conversation.has(seen.id)) {
      this.#unread.add(seen.channelId);
      if (this.directory.channel(seen.channelId) === undefined) void this.#reread();
      else this.drawFrame();
    }
    conversation.put(seen);
    conversation.setAnswered(seen.id);
    this.draw();
  }

  /** Draws the messages. */
  draw() {
    const { channel, conversation } = this;
    if (channel === undefined) return this.chat.reset();
    this.chat.draw({
      welcome: welcome(channel, conversation.isWhole),
      messages: conversation.messages,
      pending: conversation.pending,
      stateOf: (seen) => String(conversation.version(seen.id)),
    });
  }

  /** Draws all around the messages. */
  drawFrame() {
    const { me, directory, channel } = this;
    if (me === undefined) return;
    const view = {
      directory,
      me,
      channel,
      serverId: this.#server,
      unread: this.#unread,
      openChannel: (/** @type {string} */ id) => void this.openChannel(id),
      openServer: (/** @type {string | undefined} */ id) => this.#openServer(id),
      openBotDm: () => void this.openBotDm(),
    };
    fill(this.frame.rail, serverRail(view));
    fill(this.frame.channels, channelList(view));
    fill(
      this.frame.members,
      this.server && memberList(this.server, directory, (id, anchor) => this.openPerson(id, anchor)),
    );
    this.frame.showUser(me);
    this.frame.showChannel(channel);
  }

  /** @param {string | undefined} id */
  #openServer(id) {
    this.#server = id;
    const channels =
      id === undefined ? this.directory.home.conversations : (this.directory.server(id)?.channels ?? []);
    const first = channels.find((channel) => channel.kind !== "category" && channel.kind !== "forum");
    if (first === undefined) return this.drawFrame();
    const isNarrow = matchMedia("(max-width: 720px)").matches;
    void this.openChannel(first.id).then(() => isNarrow && this.frame.toggleDrawer(true));
  }

  async openBotDm() {
    const channel = await call("openDm", { as: this.#person });
    await this.#readWorld();
    await this.openChannel(channel.id);
  }

  #drawHint() {
    const run = (/** @type {Entry} */ entry, /** @type {string | undefined} */ option) => {
      const needsMore = option !== undefined || entry.options.some((each) => each.required);
      if (needsMore) this.composer.open(entry.label, option);
      else void this.interactions.runCommand(entry, {});
    };
    fill(this.frame.hint, firstSteps(entriesOf(this.#commands), { run }));
  }

  /** @param {HTMLElement} anchor */
  #choosePerson(anchor) {
    openPeople(anchor, {
      people: this.directory.people,
      me: this.#person,
      addressOf: (id) => addressOf(id, this.#channel),
      choose: (id) => (location.hash = addressOf(id, this.#channel)),
    });
  }

  /**
   * @param {string} id
   * @param {HTMLElement} anchor
   */
  openPerson(id, anchor) {
    const person = this.directory.person(id, this.server);
    if (person === undefined) return;
    const menus = this.#commands.filter((command) => command.type === 2);
    openCard(anchor, {
      person,
      commands: menus.map((command) => ({ id: command.id, name: nameOf(command) })),
      run: (command) => void this.interactions.runMenu(command, id),
      actions: [
        ...(person.isBot ? [{ label: "Message", run: () => void this.openBotDm() }] : []),
        ...(!person.isBot && id !== this.#person
          ? [{ label: `Be ${person.name}`, run: () => void (location.hash = addressOf(id, this.#channel)) }]
          : []),
      ],
    });
  }

  /** @param {string} text */
  async #say(text) {
    if (this.#channel === undefined) return;
    this.chat.toBottom();
    this.receive(await call("say", { as: this.#person, channel: this.#channel, content: text }));
  }

  /**
   * @param {Entry} entry
   * @param {Record<string, string | number | boolean>} options
   * @param {string} focused
   */
  async #suggest(entry, options, focused) {
    const choices = await call("autocomplete", {
      ...this.interactions.commandInput(entry, { [focused]: "", ...options }),
      focused,
    });
    return choices.map((choice) => ({ name: choiceName(choice), value: choice.value }));
  }

  /** @param {import("./composer/command-list.js").Option} option */
  #optionEntities(option) {
    const kinds = /** @type {Record<number, "user" | "channel" | "role" | "mentionable">} */ ({
      [OPTION.USER]: "user",
      [OPTION.CHANNEL]: "channel",
      [OPTION.ROLE]: "role",
    });
    const limits = /** @type {{channel_types?: number[]}} */ (option);
    return this.directory
      .entities(kinds[option.type] ?? "mentionable", this.server, limits)
      .map((choice) => ({ name: choice.label, value: choice.value }));
  }

  get person() {
    return this.#person;
  }
}
