import { ComponentType, MessageFlags, Routes } from "discord-api-types/v10";

import type { MonotonicClock } from "../base/clock.ts";
import type { Secret } from "../base/secret.ts";
import { type Application, guide, type GuideTargets } from "./smoke-guide.ts";
import {
  createTrialRest,
  NotAsExpected,
  post,
  reasonOf,
  registerCommand,
  type Trial,
  withClient,
} from "./smoke-trial.ts";

/** The result of one step. `reason` is ours or Discord's sentence, free of secrets. */
interface SmokeStep {
  readonly name: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly reason?: string;
}

interface SmokeInput {
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
  readonly channelId: string;
  /** What a person looks at, too. */
  readonly guide?: GuideTargets | undefined;
  /** Called as each step ends. */
  readonly report: (step: SmokeStep) => void;
  readonly clock: MonotonicClock;
  /** Calls its argument where the operator ends the trial early: what it made is deleted all the same. */
  readonly onInterrupt?: ((end: () => void) => void) | undefined;
}

/**
 * Tries a token against Discord: the bot's identity, the gateway, a command registered and deleted in the channel's
 * server, a message posted, edited and deleted. Undoes what it made, also after a failure, and stops at the first
 * failure. With `guide` a person then looks at what only they can see. Returns whether every step succeeded.
 */
export async function smoke(input: SmokeInput): Promise<boolean> {
  const { token, apiUrl, channelId, guide: targets, report, clock } = input;
  const ending = new AbortController();
  const { signal } = ending;
  input.onInterrupt?.(() => ending.abort(new NotAsExpected("you ended it")));
  const rest = createTrialRest(token, apiUrl);
  const cleanup: (() => Promise<unknown>)[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const started = clock.monotonic();
    const took = () => Math.round(clock.monotonic() - started);
    try {
      signal.throwIfAborted();
      const result = await work();
      report({ name, ok: true, ms: took() });
      return result;
    } catch (error) {
      report({ name, ok: false, ms: took(), reason: reasonOf(error) });
      throw new StepFailed();
    }
  };
  const trial: Trial = { rest, token, apiUrl, channelId, signal, step, cleanup };
  try {
    const application = await step("knows who it is", async () => {
      return (await rest.get(Routes.currentApplication())) as Application;
    });
    await step("connects to the gateway", () => withClient(trial, async () => {}));
    await tryCommand(trial, application.id);
    await tryMessage(trial);
    if (targets !== undefined) await guide(trial, targets, application);
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    return false;
  } finally {
    for (const undo of cleanup) await takeBack(undo, report);
  }
}

/** A step that failed halfway leaves something behind: it is deleted here, and reported if that fails, too. */
async function takeBack(undo: () => Promise<unknown>, report: SmokeInput["report"]): Promise<void> {
  try {
    await undo();
  } catch (error) {
    report({ name: "deletes what it made", ok: false, ms: 0, reason: reasonOf(error) });
  }
}

class StepFailed extends Error {}

async function tryCommand(trial: Trial, applicationId: string): Promise<void> {
  const { rest, channelId, step } = trial;
  const { guild_id: guildId } = await step("sees the channel", async () => {
    return (await rest.get(Routes.channel(channelId))) as { guild_id?: string };
  });
  if (guildId === undefined) return;
  const undo = await step("registers a command", () =>
    registerCommand(trial, { applicationId, guildId }, "A test by milepost smoke; deleted at once."),
  );
  await step("deletes the command", undo);
}

async function tryMessage(trial: Trial): Promise<void> {
  const { rest, channelId, step } = trial;
  for (const { name, bodyOf } of [
    { name: "posts a message", bodyOf: classicPost },
    { name: "posts a message with components", bodyOf: componentsPost },
  ]) {
    const { id, undo } = await post(trial, { name, channelId, body: bodyOf("Milepost: a test post.") });
    const body = bodyOf("Milepost: a test post, edited.");
    await step("edits it", () => rest.patch(Routes.channelMessage(channelId, id), { body }));
    await step("deletes it", undo);
  }
}

/** A message as reminders and announcements are posted. */
function classicPost(content: string) {
  return { content, embeds: [{ description: content }], allowed_mentions: { parse: [] } };
}

/** A message as commands are answered. */
function componentsPost(content: string) {
  return {
    flags: MessageFlags.IsComponentsV2,
    allowed_mentions: { parse: [] },
    components: [
      { type: ComponentType.Container, components: [{ type: ComponentType.TextDisplay, content }] },
    ],
  };
}
