import { setImmediate } from "node:timers/promises";

import { type DiscordAPIError, HTTPError, REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import type { Client } from "discord.js";
import { CloseCodes, SimpleShardingStrategy } from "@discordjs/ws";

import { withDeadline } from "../base/async/deadline.ts";
import type { Secret } from "../base/secret.ts";
import { systemCode } from "../base/system-code.ts";
import { sendWhole } from "./rest/send-whole.ts";
import { within } from "../base/async/within.ts";
import { CLOSE_WITHIN_MS, type Socket } from "./gateway/shard.ts";

/** What the steps of a smoke run share. */
export interface Trial {
  readonly rest: REST;
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
  readonly channelId: string;
  /** Aborts where the operator ends the trial early, with a NotAsExpected. */
  readonly signal: AbortSignal;
  /** Runs a step and reports the result; a failure ends the trial. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Functions that undo what was made; a step may have done so already. */
  readonly cleanup: (() => Promise<unknown>)[];
}

/** Returns a REST client that retries once where an answer is lost. */
export function createTrialRest(token: Secret, apiUrl: string | undefined): REST {
  const asked = { makeRequest: sendWhole, timeout: REQUEST_WITHIN_MS, retries: 1 };
  return new REST({ ...asked, ...(apiUrl !== undefined && { api: apiUrl }) }).setToken(token.reveal());
}

/** A step's failure, in our own words. */
export class NotAsExpected extends Error {}

const REQUEST_WITHIN_MS = 10_000;
const GATEWAY_WITHIN_MS = 20_000;

const noReady = () => new NotAsExpected("no READY within 20 seconds");

/** Signs in with discord.js's whole client, as a second opinion on our gateway. */
export async function withClient<T>(
  { token, apiUrl }: Pick<Trial, "token" | "apiUrl">,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const { Client } = await import("discord.js");
  const ending = new AbortController();
  const client = new Client({
    intents: [],
    ws: { buildStrategy: (manager) => new ClosableShards(manager, ending.signal) },
    rest: { makeRequest: sendWhole, ...(apiUrl !== undefined && { api: apiUrl }) },
  });
  try {
    await withDeadline({ ms: GATEWAY_WITHIN_MS, late: noReady }, () => {
      const ready = Promise.withResolvers<void>();
      client.once("clientReady", () => ready.resolve());
      client.once("error", ready.reject);
      client.login(token.reveal()).catch(ready.reject);
      return ready.promise;
    });
    return await use(client);
  } finally {
    ending.abort();
    await client.destroy();
  }
}

/** Returns a function that undoes the work, once; the end of the trial calls it if no step does. */
export function undoLater({ cleanup }: Trial, work: () => Promise<unknown>): () => Promise<unknown> {
  let isBegun = false;
  const undo = async () => {
    if (isBegun) return;
    isBegun = true;
    await work();
  };
  cleanup.push(undo);
  return undo;
}

export const COMMAND_NAME = "milepost-smoke";

/** Registers a command in a server. Returns a function that deletes it. */
export async function registerCommand(
  trial: Trial,
  { applicationId, guildId }: CommandPlace,
  description: string,
): Promise<() => Promise<unknown>> {
  const body = { name: COMMAND_NAME, description };
  const made = await trial.rest.post(Routes.applicationGuildCommands(applicationId, guildId), { body });
  const { id } = made as { id: string };
  const route = Routes.applicationGuildCommand(applicationId, guildId, id);
  return undoLater(trial, () => trial.rest.delete(route));
}

interface CommandPlace {
  readonly applicationId: string;
  readonly guildId: string;
}

/** Posts a message as a step of this name. Returns its id and a function that deletes it. */
export async function post(
  trial: Trial,
  { name, channelId, body }: { readonly name: string; readonly channelId: string; readonly body: object },
): Promise<{ readonly id: string; readonly undo: () => Promise<unknown> }> {
  const { rest, step } = trial;
  const made = await step(name, () => rest.post(Routes.channelMessages(channelId), { body }));
  const { id } = made as { id: string };
  return { id, undo: undoLater(trial, () => rest.delete(Routes.channelMessage(channelId, id))) };
}

/** Returns Discord's code and sentence, never the request, which holds what was sent. */
export function reasonOf(error: unknown): string {
  if (isRefusal(error)) return `Discord answered ${error.status}, code ${error.code}: ${error.message}`;
  if (error instanceof HTTPError) return `Discord answered ${error.status}`;
  const code = systemCode(error);
  if (code !== undefined) return `failed with ${code}`;
  return error instanceof NotAsExpected ? error.message : "failed";
}

/** Returns whether Discord rejects the token. */
export function isTokenRefused(error: unknown): boolean {
  return isRefusal(error) && error.status === 401;
}

/** discord.js loads its own copy of the class, so only the name tells. */
function isRefusal(error: unknown): error is DiscordAPIError {
  return error instanceof Error && error.name.startsWith("DiscordAPIError");
}

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];
type DestroyOptions = Parameters<SimpleShardingStrategy["destroy"]>[0];

/** The members of the library's shard that are used here. */
interface Shard {
  emit(event: "closed", how: { readonly code: number }): unknown;
  readonly connection: Socket | null;
}

/**
 * The library's sharding strategy, made closable at any moment; abort `ended` before closing. The original has three
 * faults: a shard destroyed while it waits for HELLO or READY reconnects and `destroy` never resolves; one that is
 * still connecting stays open; and its failure ends the process.
 */
class ClosableShards extends SimpleShardingStrategy {
  constructor(manager: Manager, ended: AbortSignal) {
    super(manager);
    const { options } = manager;
    const retrieve = options.retrieveSessionInfo.bind(options);
    // The library asks for this before each connection: a promise that never resolves keeps it from connecting.
    options.retrieveSessionInfo = (shard) => (ended.aborted ? new Promise(() => {}) : retrieve(shard));
  }

  /** Resolves within about a second. */
  override async destroy(options: DestroyOptions = {}): Promise<void> {
    const shards = shardsOf(this);
    // Makes whatever the shard waits for end as if Discord had closed the connection.
    for (const shard of shards) shard.emit("closed", { code: options.code ?? CloseCodes.Normal });
    await setImmediate();
    const sockets = shards.flatMap(({ connection }) => connection ?? []);
    for (const socket of sockets) socket.on("error", () => {});
    await within(super.destroy(options), CLOSE_WITHIN_MS);
    for (const socket of sockets) socket.terminate();
  }
}

/** Reads a private member of the library, which its documentation doesn't promise. */
function shardsOf(strategy: SimpleShardingStrategy): readonly Shard[] {
  const shards: unknown = Reflect.get(strategy, "shards");
  // A map of the library's own shards, which have the members named above.
  return shards instanceof Map ? [...(shards as ReadonlyMap<number, Shard>).values()] : [];
}
