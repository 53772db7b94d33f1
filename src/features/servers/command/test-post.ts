import type { RefusalName } from "../../../discord/rest/refusal.ts";
import { missing, neededToPost } from "../../../discord/rest/permissions.ts";
import { MilepostError } from "../../../base/errors.ts";
import { testPost } from "../view/check.ts";
import type { TestView } from "../view/setup-parts.ts";
import { POSTED_IN } from "../view/sections.ts";
import { postLocale } from "../../kit/settings/settings.ts";
import { channelRefusal } from "../../posts/command/ask-channel.ts";
import { ofServer } from "./show-panel.ts";
import type { setupCalls } from "../view/calls.ts";
import type { ActionContext } from "../services.ts";

/** Posts a test in the picked channel and reports the result. */
export async function postTest(context: ActionContext): Promise<TestView> {
  const { guildId, settings } = ofServer(context);
  const { channels, chosen: channelId, member, signal } = context;
  if (channelId === undefined || !/^\d{1,20}$/.test(channelId)) {
    throw new MilepostError("bad-input", { reason: "not a channel" });
  }
  const here = { guildId, channelId };
  channels.forget(guildId);
  const seen = await channels.in(here, signal);
  if (seen.kind === "refused") return refused(seen.name, channelId);
  if (!POSTED_IN.includes(seen.type)) return { kind: "type", channelId };
  if ((await channelRefusal(context, here)) !== undefined) return { kind: "yours", channelId };
  const permissions = missing(seen.permissions, neededToPost(seen));
  if (permissions.length > 0) return { kind: "missing", channelId, permissions };
  const id = `test-${context.reference ?? context.now}`;
  const locale = postLocale(context, settings);
  const look = { ...context.view, texts: context.messages(locale), locale };
  const sent = await channels.post({ channelId, id, locale }, testPost({ id, by: member.id }, look), signal);
  if (sent.kind === "refused") return sent.isCertain ? refused(sent.name, channelId) : { kind: "unknown" };
  return { kind: "sent", guildId, channelId, messageId: sent.messageId ?? "" };
}

export async function removeTest(context: ActionContext<typeof setupCalls.removeTest>): Promise<TestView> {
  ofServer(context);
  const { c: channelId, m: messageId } = context.state;
  const gone = await context.channels.remove({ channelId, messageId }, context.signal);
  return { kind: gone.kind === "removed" ? "removed" : "not-removed" };
}

/** Refusals that say nothing about the channel. */
const PASSING: ReadonlySet<RefusalName> = new Set(["unavailable", "too-fast", "token-refused"]);

function refused(name: RefusalName, channelId: string): TestView {
  if (name === "channel-gone") return { kind: "gone", channelId };
  if (name === "missing-access") return { kind: "unseen", channelId };
  return PASSING.has(name) ? { kind: "unknown" } : { kind: "refused", channelId, reason: name };
}
