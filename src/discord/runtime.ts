import { Routes } from "discord-api-types/v10";

import { sleepUnlessAborted } from "../base/async/sleep.ts";
import { HOUR_MS } from "../base/duration.ts";
import type { MilepostError } from "../base/errors.ts";
import { type Messages, messagesFor } from "../messages/catalog.ts";
import { ENGLISH, languageCodes } from "../messages/languages.ts";
import { buildDispatcher, type Dispatcher } from "./interaction/dispatch.ts";
import { define } from "./command/definition.ts";
import { agreeOnUrl } from "./endpoint/endpoint-url.ts";
import type { Incoming, InteractionSource, SourceHealth } from "./interaction/incoming.ts";
import { InteractionsEndpoint } from "./endpoint/endpoint.ts";
import { Gateway } from "./gateway/gateway.ts";
import { keepTrying, loginFailure } from "./gateway/login.ts";
import { InteractionApi } from "./interaction/interaction-api.ts";
import {
  type Application,
  describeApplication,
  type InstallLinks,
  installLinks,
  setInstallParams,
} from "./command/describe-application.ts";
import { createAskAgeRestriction } from "./rest/guild.ts";
import { InteractionRest } from "./rest/interaction-rest.ts";
import { type RestConnection, createRestConnection } from "./rest/rest-connection.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import type { CommandTexts, PickerTexts } from "./command/command-texts.ts";
import { type PublishTarget, publishCommands } from "./command/publish.ts";

export interface Started {
  readonly applicationId: string;
  readonly applicationName: string;
  /** Whether anyone can add the bot, not just the operator. */
  readonly isPublic: boolean;
  /** The commands' ids by name; filled later where Discord's daily limit was reached. */
  readonly commandIds: ReadonlyMap<string, string>;
  readonly install: InstallLinks;
  /** Discord's approximate count. */
  readonly installedGuilds?: number;
}

/** Why members aren't served now; no reasons: they are. */
interface RuntimeHealth extends SourceHealth {
  readonly running: number;
  readonly waiting: number;
}

export type Runtime = Pick<BotRuntime<unknown>, "start" | "stop" | "health">;

/** Returns the Discord runtime: a command returns a reply, the runtime sends it. Nothing happens before `start`. */
export function createRuntime<Services>(options: RuntimeOptions<Services>): Runtime {
  return new BotRuntime(options);
}

/** Longer than load balancers take between two requests to /readyz. */
const NOTICE_MS = 1_500;

class BotRuntime<Services> {
  readonly #options: RuntimeOptions<Services>;
  readonly #line: RestConnection;
  readonly #definitions: ReturnType<typeof define>;
  readonly #source: InteractionSource;
  readonly #dispatcher: Dispatcher<Services>;
  readonly #commandIds: Map<string, string>;
  readonly #ending = new AbortController();
  /** Why it has not started yet. */
  #waitsFor: string | undefined;

  constructor(options: RuntimeOptions<Services>) {
    const texts = pickerTexts(messagesFor(ENGLISH), options.commandTexts);
    this.#options = options;
    this.#commandIds = options.commandIds ?? new Map();
    this.#line = options.connection ?? createRestConnection(options);
    this.#definitions = define(options.commands, {
      texts,
      translations: pickerTranslations(options.commandTexts),
      isForOneGuild: options.guildId !== undefined,
    });
    const { rest, breaker } = this.#line;
    const { endpoint, onLost = () => {} } = options;
    const onInteraction = (incoming: Incoming) => this.#dispatcher.handle(incoming);
    this.#source =
      endpoint === undefined
        ? new Gateway({ ...options, rest, onInteraction, onLost })
        : new InteractionsEndpoint({ ...options, ...endpoint, onInteraction });
    this.#dispatcher = buildDispatcher(options, {
      api: new InteractionApi(new InteractionRest({ apiUrl: options.apiUrl, breaker })),
      isAgeRestricted: createAskAgeRestriction({ rest, clock: options.clock }),
      texts,
      mention: (name) => mentionOf(name, this.#commandIds),
    });
  }

  /**
   * Connects, registers the commands and answers from then on. While Discord can't be reached it tries again, until the
   * signal aborts. Throws "bad-settings" where trying again can't help.
   */
  async start(signal?: AbortSignal): Promise<Started> {
    const { random, retryAfterMs: firstMs } = this.#options;
    const attempt = () => this.#attempt(signal).catch((error) => Promise.reject(loginFailure(error)));
    try {
      const onFailure = (error: MilepostError, waitMs: number) => this.#noteFailure(error, waitMs);
      const started = await keepTrying(attempt, { signal, random, firstMs, onFailure });
      this.#waitsFor = undefined;
      return started;
    } catch (error) {
      this.#ending.abort();
      await this.#source.close();
      throw error;
    }
  }

  /** Takes no more interactions, lets runs end and closes the connection, all within this time. */
  async stop(withinMs: number): Promise<void> {
    const startedAt = performance.now();
    this.#ending.abort();
    if (this.#source.hasOthers) await this.#source.close(Math.min(NOTICE_MS, withinMs / 4));
    const isQuiet = await this.#dispatcher.drain(withinMs - (performance.now() - startedAt));
    if (!isQuiet) this.#options.log.warn("runs were ended by the shutdown");
    await this.#source.close();
  }

  health(): RuntimeHealth {
    const state = this.#source.health();
    const reasons = [
      ...(this.#waitsFor === undefined ? [] : [this.#waitsFor]),
      ...(this.#ending.signal.aborted ? ["shutting down"] : []),
      ...state.reasons,
      ...(this.#line.breaker.isOpen ? ["Discord refused too many requests; sending is paused"] : []),
    ];
    return { ...state, ...this.#dispatcher.load, reasons };
  }

  async #attempt(ended: AbortSignal | undefined): Promise<Started> {
    const { rest } = this.#line;
    const { log, guildId, commandScopes: scopes } = this.#options;
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, ...(ended === undefined ? [] : [ended])]);
    try {
      const asked = rest.get(Routes.currentApplication(), { signal }) as Promise<Application>;
      const target = { rest, log, signal };
      const publishingTo = ({ id }: Application) => ({ ...target, applicationId: id, guildId, scopes });
      const [application, isPublished] = await Promise.all([
        asked,
        asked.then((application) => this.#publish(publishingTo(application))),
        asked.then((application) => this.#describe(application, target)),
        // It asks where the gateway is meanwhile.
        this.#source.open(asked, signal),
      ]);
      this.#agreeOnUrl(application);
      if (!isPublished) void this.#publishLater(publishingTo(application));
      return startedAs(application, this.#commandIds);
    } finally {
      // A failed attempt must not open a connection while the next one runs.
      over.abort();
    }
  }

  async #describe(application: Application, target: Parameters<typeof setInstallParams>[1]): Promise<void> {
    const texts = messagesFor("en-US").runtime.application;
    await Promise.all([
      describeApplication(application, texts, target),
      setInstallParams(application, target),
    ]);
  }

  /** In the background: a load balancer may lead here only once this process is ready. */
  #agreeOnUrl(application: Application): void {
    const { endpoint, log, random, retryAfterMs: firstMs } = this.#options;
    if (endpoint === undefined) return;
    const target = { rest: this.#line.rest, log, random, firstMs, signal: this.#ending.signal };
    void agreeOnUrl(application, endpoint.url, target);
  }

  /** Returns whether Discord has all commands. */
  async #publish(target: PublishTarget): Promise<boolean> {
    const { ids, isLate } = await publishCommands(this.#definitions, target);
    this.#commandIds.clear();
    for (const [name, id] of ids) this.#commandIds.set(name, id);
    return !isLate;
  }

  async #publishLater(target: PublishTarget): Promise<void> {
    const { log, publishAgainAfterMs = HOUR_MS } = this.#options;
    const { signal } = this.#ending;
    for (let isPublished = false; !isPublished;) {
      await sleepUnlessAborted(publishAgainAfterMs, signal);
      if (signal.aborted) return;
      isPublished = await this.#publish({ ...target, signal }).catch((error: unknown) => {
        if (!signal.aborted) log.warn("Commands couldn't be registered; trying again later", {}, error);
        return false;
      });
    }
  }

  #noteFailure(error: MilepostError, waitMs: number): void {
    this.#waitsFor = error.details.reason ?? error.code;
    this.#options.log.warn("Discord can't be used yet; trying again", { reason: this.#waitsFor, waitMs });
  }
}

function startedAs(application: Application, commandIds: ReadonlyMap<string, string>): Started {
  const { id, name, bot_public, approximate_guild_count } = application;
  return {
    applicationId: id,
    applicationName: name,
    isPublic: bot_public ?? false,
    commandIds,
    install: installLinks(id),
    ...(approximate_guild_count !== undefined && { installedGuilds: approximate_guild_count }),
  };
}

function pickerTexts(messages: Messages, more: Readonly<Record<string, CommandTexts>> = {}): PickerTexts {
  const { show, options } = messages.runtime;
  return { commands: { ...messages.commands, ...more }, show, options };
}

/** Returns the commands' texts in every language but English, by Discord's locale code. */
function pickerTranslations(more: RuntimeOptions<unknown>["commandTexts"]): Record<string, PickerTexts> {
  const codes = languageCodes().filter((code) => code !== ENGLISH);
  return Object.fromEntries(codes.map((code) => [code, pickerTexts(messagesFor(code), more)]));
}

/** Returns a clickable mention of a command; its name until Discord has given it an id. */
export function mentionOf(name: string, ids: ReadonlyMap<string, string>): string {
  const id = ids.get(name.split(" ")[0] ?? name);
  return id === undefined ? `/${name}` : `</${name}:${id}>`;
}
