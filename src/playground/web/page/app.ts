import { call, upload } from "./api.ts";
import { chime, phoneNotice, refusalNotice } from "./notice.ts";
import { Chat } from "./chat.ts";
import { CommandsHere } from "./commands-here.ts";
import { Composer } from "./composer/composer.ts";
import { fill } from "./dom.ts";
import { forumPosts, welcome } from "./welcome.ts";
import { Frame } from "./frame.ts";
import { Interactions } from "./interactions.ts";
import { Menus } from "./menus.ts";
import { Panel } from "./panel/panel.ts";
import { readPlace, writePlace } from "./place.ts";
import { channelList, memberList, serverRail } from "./sidebar.ts";
import { Tour } from "./tour.ts";
import { Typing } from "./typing.ts";
import { type Notification, Visit } from "./visit.ts";

export class App {
  #server: string | undefined;
  /** Counts changes of the address, to ignore overtaken ones. */
  #turn = 0;
  readonly visit = new Visit({
    onMessages: () => this.draw(),
    onWorld: () => void this.#reread(),
    onTyping: (channel, person) => channel === this.visit.channelId && this.typing.show(person),
    onNotification: (shown) => this.#notify(shown),
    onConnection: (isLost) =>
      this.frame.showBanner(isLost ? "The connection to the playground is lost. Trying again..." : undefined),
  });
  readonly interactions: Interactions = new Interactions(this);
  readonly commands: CommandsHere = new CommandsHere(this);
  readonly menus: Menus = new Menus(this);
  readonly typing = new Typing((id) => this.visit.directory.person(id, this.visit.server)?.name);
  readonly chat = new Chat({
    around: (seen) => this.interactions.around(seen),
    dismissPending: (key) => (this.visit.conversation.settle(key), this.draw()),
    reachedTop: () => void this.visit.loadOlder(),
    clock: () => ({ locale: this.visit.me?.locale ?? "en-US", now: () => this.visit.now() }),
    menu: (seen, at) => this.menus.openMessage(seen, at),
  });
  readonly composer = new Composer({
    bot: () => this.visit.directory.bot,
    say: (text) => this.#say(text),
    run: (entry, options) => {
      this.tour.notice("command");
      void this.interactions.runCommand(entry, options);
    },
    suggest: (entry, drafts, focused) => this.commands.suggest(entry, drafts, focused),
    entities: (option) => this.commands.entities(option),
    upload: (file) => upload(this.visit.person, file),
  });
  readonly panel = this.#makePanel();
  readonly tour = new Tour({
    run: (name, option) => this.commands.runExample(name, option),
    openPeople: () => this.frame.user.querySelector("button")?.click(),
    openPanel: (tab) => this.panel.toggle(true, tab),
    write: () => this.composer.focus(),
  });
  readonly frame = new Frame({
    chat: this.chat.scroller,
    typing: this.typing.element,
    composer: this.composer.element,
    panel: this.panel.element,
    onPeople: (anchor) => {
      this.tour.notice("people");
      this.menus.choosePerson(anchor);
    },
    onPanel: () => this.panel.toggle(),
    onTour: () => this.tour.begin(),
  });

  #makePanel() {
    return new Panel({
      place: () => ({
        channel: this.visit.channel,
        server: this.visit.server,
        me: this.visit.me,
        bot: this.visit.directory.bot.id,
      }),
      locale: () => this.visit.me?.locale ?? "en-US",
      person: () => this.visit.person,
      toggle: (isOpen) => this.frame.showPanel(isOpen),
      shown: (tab) => this.tour.notice(tab),
      refused: (step) =>
        fill(
          this.frame.notices,
          refusalNotice(step, () => this.panel.toggle(true, "requests")),
        ),
    });
  }

  async start() {
    document.body.append(this.frame.element);
    addEventListener("hashchange", () => this.#follow());
    addEventListener("keydown", (event) => isTyping(event) && !this.frame.isCovered && this.composer.focus());
    await this.#follow();
    this.panel.start();
  }

  /** Switches to the person and channel in the address. Of several calls at once the last one counts. */
  async #follow() {
    this.#turn += 1;
    const turn = this.#turn;
    const people = await call("people");
    if (turn !== this.#turn) return;
    const wanted = readPlace();
    const person =
      people.find((each) => each.id === wanted.person && !each.isBot) ?? people.find((each) => !each.isBot);
    if (person === undefined) return this.frame.showBanner("The local Discord has no people.");
    if (person.id !== this.visit.person) {
      this.visit.become(person.id);
      this.chat.reset();
      this.composer.reset();
    }
    await this.visit.readWorld();
    if (turn !== this.#turn) return;
    await this.openChannel(
      this.visit.directory.channel(wanted.channel ?? "")?.id ?? this.visit.directory.firstChannel?.id,
    );
    if (wanted.message !== undefined && turn === this.#turn) await this.#showMessage(wanted.message);
  }

  /** Scrolls to a message, loading older ones until it is there. */
  async #showMessage(id: string) {
    const { conversation } = this.visit;
    let oldest: string | undefined;
    while (!conversation.has(id) && conversation.oldest !== oldest) {
      oldest = conversation.oldest;
      await this.visit.loadOlder();
    }
    this.chat.show(id);
  }

  async #reread() {
    const isOther = await this.visit.readWorld();
    this.panel.refresh();
    if (isOther) this.chat.forget();
    await this.openChannel(this.visit.channel?.id ?? this.visit.directory.firstChannel?.id);
  }

  async openChannel(id: string | undefined) {
    const { visit } = this;
    const isOther = id !== visit.channelId;
    visit.channelId = id;
    this.#server = this.visit.channel?.serverId;
    if (isOther) {
      this.chat.reset();
      this.composer.reset();
      this.typing.clear();
      this.frame.notices.replaceChildren();
      this.frame.toggleDrawer(false);
    }
    if (id !== undefined) visit.unread.delete(id);
    writePlace(visit.person, id);
    this.drawFrame();
    this.draw();
    if (id === undefined) return;
    await Promise.all([visit.readHistory(), this.commands.read()]);
    if (!isOther) return;
    this.panel.refresh();
    if (matchMedia("(hover: hover)").matches && !this.frame.isCovered) this.composer.focus();
  }

  /** Notifies, unless the person is looking at the channel. */
  #notify(shown: Notification) {
    if (shown.channelId === this.visit.channel?.id && document.hasFocus()) return;
    chime();
    fill(
      this.frame.notices,
      phoneNotice(shown, () => void this.openChannel(shown.channelId)),
    );
  }

  draw() {
    const { channel, conversation } = this.visit;
    if (channel === undefined) return this.chat.reset();
    this.typing.settle(conversation.messages.at(-1)?.message.author.id);
    const posts =
      channel.kind === "forum" && forumPosts(channel, this.visit.server, (id) => void this.openChannel(id));
    this.chat.draw({
      welcome: welcome(channel, {
        isWhole: conversation.isWhole,
        other: this.visit.directory.otherIn(channel),
        posts: posts || undefined,
      }),
      messages: conversation.messages,
      pending: conversation.pending,
      stateOf: (seen) => String(conversation.version(seen.id)),
    });
  }

  drawFrame() {
    const { me, directory, channel } = this.visit;
    if (me === undefined) return;
    const view = {
      directory,
      me,
      now: () => this.visit.now(),
      channel,
      serverId: this.#server,
      unread: this.visit.unread,
      openChannel: (id: string) => void this.openChannel(id),
      openServer: (id: string | undefined) => this.#openServer(id),
      openBotDm: () => void this.openBotDm(),
    };
    this.frame.keepFocus(() => {
      fill(this.frame.rail, serverRail(view));
      fill(this.frame.channels, channelList(view));
      fill(
        this.frame.members,
        this.visit.server &&
          memberList(this.visit.server, directory, (id, anchor) => this.menus.openPerson(id, anchor)),
      );
      this.frame.showUser(me);
    });
    this.frame.showChannel(channel, channel && directory.otherIn(channel));
  }

  #openServer(id: string | undefined) {
    this.#server = id;
    const channels =
      id === undefined
        ? this.visit.directory.home.conversations
        : (this.visit.directory.server(id)?.channels ?? []);
    const open = channels.filter((channel) => channel.kind !== "category" && channel.kind !== "forum");
    const newest = [...this.visit.unread].findLast((unread) => open.some((channel) => channel.id === unread));
    const wanted = newest ?? open[0]?.id;
    if (wanted === undefined) return this.drawFrame();
    const isNarrow = matchMedia("(max-width: 720px)").matches;
    void this.openChannel(wanted).then(() => isNarrow && this.frame.toggleDrawer(true));
  }

  async openBotDm() {
    const channel = await call("openDm", { as: this.visit.person });
    await this.visit.readWorld();
    await this.openChannel(channel.id);
  }

  async #say(text: string) {
    const { person, channelId: channel } = this.visit;
    if (channel === undefined) return;
    this.chat.toBottom();
    const seen = await call("say", { as: person, channel, content: text });
    if (person === this.visit.person) this.visit.receive(seen);
  }
}

const TAKES_KEYS =
  "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=tablist]";

/** Whether a key types a character no focused element takes; as in Discord it then goes to the composer. */
function isTyping({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent) {
  if (defaultPrevented || ctrlKey || metaKey || altKey || key === " " || [...key].length !== 1) return false;
  return target instanceof Element && target.closest(TAKES_KEYS) === null;
}
