import { describe, expect, it } from "vitest";

import type { SeenMessage } from "../../../../src/playground/discord/local-api.ts";
import { Conversation } from "../../../../src/playground/web/page/conversation.ts";

interface State {
  readonly content?: string;
  readonly isThinking?: boolean;
  readonly version?: number;
}

/** Only what a conversation looks at. */
function seen(id: string, { content = "", isThinking = false, version = 0 }: State = {}): SeenMessage {
  const message = { id, content };
  return { id, channelId: "1", isThinking, version, isEphemeral: false, message } as unknown as SeenMessage;
}

const contents = (conversation: Conversation) =>
  conversation.messages.map(({ message }: SeenMessage) => message.content);

describe("a conversation", () => {
  it("keeps the answer when the news that the bot thinks comes late", () => {
    const conversation = new Conversation();
    conversation.put(seen("10", { content: "the answer", version: 1 }));
    conversation.put(seen("10", { isThinking: true }));
    expect(contents(conversation)).toEqual(["the answer"]);
  });

  it("keeps the newer edit when the older one comes late", () => {
    const conversation = new Conversation();
    conversation.put(seen("10", { content: "second", version: 2 }));
    conversation.put(seen("10", { content: "first", version: 1 }));
    conversation.put(seen("10", { content: "none" }));
    expect(contents(conversation)).toEqual(["second"]);
  });

  it("draws a message once that comes twice, so that its pictures and focus stay", () => {
    const conversation = new Conversation();
    conversation.put(seen("10", { content: "once" }));
    const version = conversation.version("10");
    conversation.put(seen("10", { content: "once" }));
    conversation.setAnswered("10");
    expect(conversation.version("10")).toBe(version);
  });

  it("does not bring back what was deleted while its history was asked for", () => {
    const conversation = new Conversation();
    conversation.put(seen("10"));
    conversation.remove("10");
    conversation.load([seen("9"), seen("10")], true);
    expect(conversation.messages.map(({ id }: SeenMessage) => id)).toEqual(["9"]);
  });

  it("keeps what came after its history was asked for, and drops what is gone from it", () => {
    const conversation = new Conversation();
    for (const id of ["8", "9", "10"]) conversation.put(seen(id));
    const askedAt = conversation.arrivals;
    conversation.put(seen("11"));
    conversation.load([seen("9"), seen("10")], false, askedAt);
    expect(conversation.messages.map(({ id }: SeenMessage) => id)).toEqual(["8", "9", "10", "11"]);
    conversation.load([seen("9"), seen("11")], false);
    expect(conversation.messages.map(({ id }: SeenMessage) => id)).toEqual(["8", "9", "11"]);
  });

  it("keeps the first message of a channel whose empty history comes late", () => {
    const conversation = new Conversation();
    const askedAt = conversation.arrivals;
    conversation.put(seen("1"));
    conversation.load([], true, askedAt);
    expect(conversation.messages).toHaveLength(1);
    conversation.load([], true);
    expect(conversation.messages).toHaveLength(0);
  });

  it("orders ids of different lengths as Discord does", () => {
    const conversation = new Conversation();
    for (const id of ["100", "99", "9"]) conversation.put(seen(id));
    expect(conversation.messages.map(({ id }: SeenMessage) => id)).toEqual(["9", "99", "100"]);
  });
});
