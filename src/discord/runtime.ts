import { Routes } from "discord-api-types/v10";

import { sleepUnlessAborted } from "../base/async/sleep.ts";
import { HOUR_MS } from "../base/duration.ts";
import type { MilepostError } from "../base/errors.ts";
import { type Messages, messagesFor } from "../messages/catalog.ts";
import { ENGLISH, languageCodes } from "../messages/languages.ts";
import { buildDispatcher } from "./build-dispatcher.ts";
import { define } from "./command/definition.ts";
import type { Dispatcher } from "./interaction/dispatch.ts";
import { Gateway, type GatewayHealth } from "./gateway/gateway.ts";
import { loginFailure } from "./gateway/login-failure.ts";
import { InteractionApi } from "./interaction/interaction-api.ts";
import { type InstallLinks, installLinks } from "./install-links.ts";
import { createAskAgeRestriction } from "./rest/age-restrictions.ts";
import { InteractionRest } from "./rest/interaction-rest.ts";
import { type RestConnection, createRestConnection } from "./rest/rest-connection.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import type { CommandTexts, PickerTexts } from "./command/command-texts.ts";
import { type Application, describeApplication, setInstallParams } from "./command/describe-application.ts";
import { type PublishTarget, publishCommands } from "./command/publish.ts";
import { keepTrying } from "./gateway/keep-trying.ts";

export interface Started {
  readonly applicationId: string;
  readonly applicationName: string;
  /** Whether people other than the operator can add the bot. */
  readonly isPublic: boolean;
  /** By command name; filled later where Discord takes no more commands today. */
  readonly commandIds: ReadonlyMap<string, string>;
  readonly install: InstallLinks;
  /** Discord's own count, about. */
  readonly installedGuilds?: number;
}

interface RuntimeHealth extends GatewayHealth {
  readonly running: number;
  readonly waiting: number;
  /** Why members aren't served now, in plain clauses; empty: they are. */
  readonly reasons: readonly string[];
}

export interface Runtime {
  /**
   * Connects, publishes the commands and answers from then on. While Discord can't be reached it tries again,
   * until `signal` ends it; what trying again can't mend is thrown as "bad-settings".
   */
  start(signal?: AbortSignal): Promise<Started>;
  /** Takes nothing new, lets what runs end, closes the connection. Within this time. */
  stop(withinMs: number): Promise<void>;
  health(): RuntimeHealth;
  /** Clickable mention of a command; its name until Discord has said its id. */
  readonly mention: (name: string) => string;
}

/** "A command returns a reply, the runtime sends it." Nothing happens before `start`. */
export function createRuntime<Services>(options: RuntimeOptions<Services>): Runtime {
  return new BotRuntime(options);
}

class BotRuntime<Services> implements Runtime {
  readonly #options: RuntimeOptions<Services>;
  readonly #line: RestConnection;
  readonly #definitions: ReturnType<typeof define>;
  readonly #gateway: Gateway;
  readonly #dispatcher: Dispatcher<Services>;
  readonly #commandIds = new Map<string, string>();
  readonly #ending = new AbortController();
  readonly mention = (name: string) => mentionOf(name, this.#commandIds);
  /** Why it could not start yet. */
  #waitsFor: string | undefined;

  constructor(options: RuntimeOptions<Services>) {
    const { commands, token, log } = options;
    const texts = pickerTexts(messagesFor(ENGLISH), options.commandTexts);
    this.#options = options;
    this.#line = options.connection ?? createRestConnection(options);
    this.#definitions = define(commands, {
      texts,
      translations: pickerTranslations(options.commandTexts),
      isForOneGuild: options.guildId !== undefined,
    });
    const { rest, breaker } = this.#line;
    this.#gateway = new Gateway({
      rest,
      token,
      log,
      onInteraction: (incoming) => this.#dispatcher.handle(incoming),
      onLost: options.onLost ?? (() => {}),
    });
    this.#dispatcher = buildDispatcher(options, {
      api: new InteractionApi(new InteractionRest({ apiUrl: options.apiUrl, breaker })),
      isAgeRestricted: createAskAgeRestriction({ rest, clock: options.clock }),
      texts,
      mention: this.mention,
    });
  }

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
      await this.#gateway.close();
      throw error;
    }
  }

  async stop(withinMs: number): Promise<void> {
    this.#ending.abort();
    const isQuiet = await this.#dispatcher.drain(withinMs);
    if (!isQuiet) this.#options.log.warn("runs were ended by the shutdown");
    await this.#gateway.close();
  }

  health(): RuntimeHealth {
    const state = this.#gateway.health();
    const reasons = [
      ...(this.#waitsFor === undefined ? [] : [this.#waitsFor]),
      ...(state.isReady ? [] : ["not connected to Discord"]),
      ...(this.#line.breaker.isOpen ? ["Discord refused too many requests; sending is paused"] : []),
    ];
    return { ...state, ...this.#dispatcher.load, reasons };
  }

  async #attempt(ended: AbortSignal | undefined): Promise<Started> {
    const { rest } = this.#line;
    const { log, guildId, commandScopes: scopes } = this.#options;
    const over = new AbortController();
    const signal = ended === undefined ? over.signal : AbortSignal.any([ended, over.signal]);
    try {
      const application = (await rest.get(Routes.currentApplication(), { signal })) as Application;
      const target = { rest, log, signal };
      const publishing = { ...target, applicationId: application.id, guildId, scopes };
      const [isPublished] = await Promise.all([
        this.#publish(publishing),
        describeApplication(application, messagesFor("en-US").runtime.application, target),
        setInstallParams(application, target),
        this.#gateway.connect(application.approximate_guild_count, signal),
      ]);
      if (!isPublished) void this.#publishLater(publishing);
      return startedAs(application, this.#commandIds);
    } finally {
      // What is still under way of one that failed must open no connection behind the next.
      over.abort();
    }
  }

  /** Gives whether Discord has all of them. */
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
  return { commands: { ...messages.commands, ...more }, show: messages.runtime.show };
}

/** By Discord's locale code: each language there is besides English. */
function pickerTranslations(more: RuntimeOptions<unknown>["commandTexts"]): Record<string, PickerTexts> {
  const codes = languageCodes().filter((code) => code !== ENGLISH);
  return Object.fromEntries(codes.map((code) => [code, pickerTexts(messagesFor(code), more)]));
}

/** Its name where Discord has not said its id. */
function mentionOf(name: string, ids: ReadonlyMap<string, string>): string {
  const id = ids.get(name.split(" ")[0] ?? name);
  return id === undefined ? `/${name}` : `</${name}:${id}>`;
}
