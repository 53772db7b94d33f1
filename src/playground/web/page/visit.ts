import { call } from "./api.ts";
import { Conversation } from "./conversation.ts";
import { Directory } from "./directory.ts";
import type { LocalEvent, SeenMessage } from "../../discord/local-api.ts";

export type Notification = Extract<LocalEvent, { type: "notification" }>;

interface VisitHow {
  /** The open channel's messages may have changed. */
  onMessages: () => void;
  /** Servers, channels or people may have changed. */
  onWorld: () => void;
  onTyping: (channel: string, person: string) => void;
  onNotification: (shown: Notification) => void;
  onConnection: (isLost: boolean) => void;
}

const PAGE_OF_HISTORY = 50;
/** Tolerance, since the offset is computed from two clocks read one after the other. */
const SAME_CLOCK_MS = 1_000;

/** What this tab knows of one person in one channel, kept up to date by events. */
export class Visit {
  directory = new Directory([], { servers: [], conversations: [] });
  person = "";
  channelId: string | undefined;
  /** The one with the newest message is last. */
  unread: Set<string> = new Set();
  #conversations: Map<string, Conversation> = new Map();
  #clockOffset = 0;
  #loadingOlder: Promise<void> | undefined;
  #worldTurn = 0;
  #world: Promise<boolean> | undefined;
  #stopListening = () => {};
  #how;

  constructor(how: VisitHow) {
    this.#how = how;
  }

  get me() {
    return this.directory.people.find((person) => person.id === this.person);
  }

  get channel() {
    return this.channelId === undefined ? undefined : this.directory.channel(this.channelId);
  }

  get server() {
    return this.directory.server(this.channel?.serverId);
  }

  get conversation() {
    return this.conversationOf(this.channelId ?? "");
  }

  now() {
    return Date.now() + this.#clockOffset;
  }

  conversationOf(channel: string) {
    const found = this.#conversations.get(channel) ?? new Conversation();
    this.#conversations.set(channel, found);
    return found;
  }

  /** Switches to a person, forgets what the previous one saw, and listens to their events. */
  become(person: string) {
    this.person = person;
    this.channelId = undefined;
    this.#conversations.clear();
    this.unread.clear();
    this.#listen();
  }

  #listen() {
    this.#stopListening();
    let isFirst = true;
    this.#stopListening = listen(this.person, {
      onEvent: (event) => this.#onEvent(event),
      onLost: () => this.#how.onConnection(true),
      onOpen: () => {
        this.#how.onConnection(false);
        // Events may have been missed before the connection opened.
        if (isFirst) void this.readHistory();
        else this.#how.onWorld();
        isFirst = false;
      },
    });
  }

  /**
   * Returns whether messages look different now: the clock was moved, or a channel got a new name. Of several calls at
   * once the last one counts, and all wait for it.
   */
  readWorld() {
    this.#worldTurn += 1;
    const world = this.#readWorld(this.#worldTurn);
    this.#world = world;
    return world;
  }

  async #readWorld(turn: number): Promise<boolean> {
    const [people, home, clock] = await Promise.all([
      call("people"),
      call("home", { as: this.person }),
      call("clock"),
    ]);
    if (turn !== this.#worldTurn) return (await this.#world) ?? false;
    const before = this.directory;
    this.directory = new Directory(people, home);
    const isNamed = this.directory.channels.some(({ id, name }) => before.channel(id)?.name !== name);
    const offset = this.#clockOffset;
    this.#clockOffset = clock.offsetMs;
    return isNamed || Math.abs(clock.offsetMs - offset) > SAME_CLOCK_MS;
  }

  async readHistory() {
    const { person, channelId: channel } = this;
    if (channel === undefined) return;
    const askedAt = this.conversationOf(channel).arrivals;
    const seen = await call("history", { as: person, channel, limit: PAGE_OF_HISTORY });
    // The person may have changed meanwhile; this isn't what the new one may see.
    if (person !== this.person) return;
    this.conversationOf(channel).load(seen, seen.length < PAGE_OF_HISTORY, askedAt);
    if (channel === this.channelId) this.#how.onMessages();
  }

  loadOlder() {
    this.#loadingOlder ??= this.#loadOlder().finally(() => (this.#loadingOlder = undefined));
    return this.#loadingOlder;
  }

  async #loadOlder() {
    const { conversation, person, channelId: channel } = this;
    const before = conversation.oldest;
    if (conversation.isWhole || channel === undefined || before === undefined) return;
    const seen = await call("history", { as: person, channel, before, limit: PAGE_OF_HISTORY });
    conversation.addOlder(seen, seen.length < PAGE_OF_HISTORY);
    if (channel === this.channelId) this.#how.onMessages();
  }

  receive(seen: SeenMessage) {
    const conversation = this.conversationOf(seen.channelId);
    const isNewElsewhere = seen.channelId !== this.channelId && !conversation.has(seen.id);
    conversation.put(seen);
    conversation.setAnswered(seen.id);
    if (isNewElsewhere) {
      this.unread.delete(seen.channelId);
      this.unread.add(seen.channelId);
      this.#how.onWorld();
    } else if (seen.channelId === this.channelId) {
      this.#how.onMessages();
    }
  }

  #onEvent(event: LocalEvent) {
    if (event.type === "world") return this.#how.onWorld();
    if (event.type === "typing") return this.#how.onTyping(event.channelId, event.personId);
    if (event.type === "message" || event.type === "message-updated") return this.receive(event.seen);
    if (event.type === "notification") return this.#how.onNotification(event);
    if (event.type === "message-deleted") {
      this.conversationOf(event.channelId).remove(event.messageId);
      this.#how.onMessages();
    }
  }
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/**
 * Listens to what a person can see. `onOpen` runs at each connection, to read what was missed. Lost connections are
 * retried ever less often. Returns the function that stops listening, after which no listener is called.
 */
function listen(
  person: string,
  {
    onEvent,
    onOpen,
    onLost,
  }: { onEvent: (event: LocalEvent) => void; onOpen: () => void; onLost: () => void },
): () => void {
  const address = new URL(`events?as=${encodeURIComponent(person)}`, document.baseURI);
  address.protocol = "ws:";
  let isStopped = false;
  let waitMs = FIRST_WAIT_MS;
  let socket: WebSocket;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      if (isStopped) return socket.close();
      waitMs = FIRST_WAIT_MS;
      onOpen();
    });
    socket.addEventListener("message", (message) => isStopped || onEvent(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      if (isStopped) return;
      onLost();
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    });
  };

  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    if (socket.readyState === WebSocket.OPEN) socket.close();
  };
}
