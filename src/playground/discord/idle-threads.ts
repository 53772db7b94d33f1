import type { Core } from "./core.ts";
import { announceChannel } from "./installs.ts";
import type { Channel } from "./world/world.ts";

const LOOK_EVERY_MS = 60_000;

/** Archives threads that were idle for as long as each is set to. Returns the function that stops it. */
export function watchIdleThreads(core: Core): () => void {
  const look = () => archiveIdle(core);
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  const stopHearing = core.clock.onJump?.(look);
  return () => {
    clearInterval(timer);
    stopHearing?.();
  };
}

/** Unarchives a thread, as a message in it does. */
export function reopen(core: Core, channel: Channel): void {
  if (channel.thread?.isArchived === true) setArchived(core, channel, false);
}

function archiveIdle(core: Core): void {
  const now = core.clock.now();
  for (const channel of core.world.channels.values()) {
    const { thread } = channel;
    if (thread === undefined || thread.isArchived) continue;
    const lastWritten = core.messages.get(channel.lastMessageId ?? "")?.createdAt ?? 0;
    const quietMs = now - Math.max(thread.archiveStampMs, lastWritten);
    if (quietMs >= thread.autoArchiveMinutes * 60_000) setArchived(core, channel, true);
  }
}

function setArchived(core: Core, channel: Channel, isArchived: boolean): void {
  if (channel.thread === undefined) return;
  channel.thread = { ...channel.thread, isArchived, archiveStampMs: core.clock.now() };
  announceChannel(core, "THREAD_UPDATE", channel);
  core.eventBus.worldChanged();
}
