import { isFeed } from "../../platform/profile/operations.ts";
import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../base/clock.ts";
import { type Log, silentLog } from "../../base/log.ts";
import { isUnder } from "../../platform/profile/hosts.ts";
import { resolveHosts } from "../../platform/profile/load.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import {
  allows,
  type OperationMatch,
  rankMatches,
  mergeAnswers,
  combinedMatches,
} from "./match-operations.ts";
import { CONTROL, control } from "./control.ts";
import { Envelope } from "./envelope.ts";
import { Faults } from "./faults.ts";
import { Files, prefixesOf } from "./files.ts";
import { isReading, otherMethod, untargeted, type Content, html, json, send } from "./respond.ts";
import { moveToLoopback, type Origins } from "./loopback.ts";
import { answer, type OperationContext } from "./operations.ts";
import { membershipTypesOf } from "./read-parameters.ts";
import { RateLimit, noteAnswer, Requests } from "./requests.ts";
import { Refusal } from "./refusal.ts";
import { readBody, type RequestBody } from "./request-body.ts";
import { requestUrl, type Parameters, type Route, routesOf } from "./routes.ts";
import type { EdgeCases } from "./sign-in/edge-cases.ts";
import { SignIn } from "./sign-in/sign-in.ts";
import { Drawer } from "./pictures/drawer.ts";
import { injectFaults } from "./inject-fault.ts";
import { Encoder, type Shape } from "./wire/encode.ts";
import { worldLabels } from "./game-data/text/words.ts";
import { createGameData, type GameData } from "./game-data/game-data.ts";

interface MatchedRoute {
  readonly name: string;
  readonly content: (edgeCases: EdgeCases) => Content;
  readonly prepare?: () => Promise<void>;
}

interface Presentation {
  readonly context: OperationContext;
  readonly envelope: Envelope;
  readonly files: Files;
  readonly about: {
    readonly url: string;
    readonly profile: string;
    readonly shape: Shape;
    readonly seed: number;
  };
}

export interface ServiceOptions {
  readonly profile: Profile;
  /** By default what the profile's `wire.empty` says. */
  readonly shape?: Shape;
  readonly seed?: number;
  readonly clock: Clock;
  readonly apiKey: string;
  /** Whether to throttle as real services do: 25 requests a second, averaged over 10 seconds, by address. */
  readonly hasRateLimit?: boolean;
  readonly log?: Log;
}

/** Answers every request, on whichever host it arrives. */
export class Service {
  readonly profile: Profile;
  readonly gameData: GameData;
  readonly faults = new Faults();
  readonly requests = new Requests();
  readonly signIn: SignIn;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #apiKey: string;
  readonly #rateLimit: RateLimit | undefined;
  readonly #hosts: ReturnType<typeof resolveHosts>;
  readonly #apiPath: string;
  readonly #routes: readonly Route[];
  readonly #seed: number;
  readonly #drawer = new Drawer();
  #presentation: Presentation;

  constructor(options: ServiceOptions, bound: Origins) {
    const { clock, seed = 1, log = silentLog, apiKey } = options;
    const moved = moveToLoopback(options.profile, bound);
    this.profile = { ...moved, labels: { ...worldLabels, ...moved.labels } };
    const shape = options.shape ?? (this.profile.wire.empty === "omitted" ? "real" : "neutral");
    this.#clock = clock;
    this.#log = log;
    this.#apiKey = apiKey;
    this.#rateLimit = options.hasRateLimit === true ? new RateLimit() : undefined;
    this.#hosts = resolveHosts(this.profile);
    this.#apiPath = new URL(this.#hosts.api).pathname;
    this.#routes = routesOf(this.profile, this.#hosts);
    this.#seed = seed;
    this.gameData = createGameData({
      seed,
      clock,
      membershipTypes: membershipTypesOf(this.profile),
      articleFields: this.profile.article,
    });
    this.signIn = new SignIn({
      profile: this.profile,
      hosts: this.#hosts,
      gameData: this.gameData,
      clock,
      seed,
      clientSecret: apiKey,
    });
    this.#presentation = this.#present(shape, bound.service);
  }

  #present(shape: Shape, url: string): Presentation {
    const { profile, gameData } = this;
    const encoder = new Encoder(profile, shape);
    const version = `1.${String(this.#seed)}.${shape}`;
    const context: OperationContext = { profile, gameData, encoder, clock: this.#clock, version };
    return {
      context,
      envelope: new Envelope(profile, shape === "real"),
      files: new Files({ ...context, drawer: this.#drawer }, prefixesOf(profile, this.#hosts)),
      about: { url, profile: profile.id, shape, seed: this.#seed },
    };
  }

  close(): Promise<void> {
    return this.#drawer.close();
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    response.on("error", () => response.destroy());
    this.#respond(request, response).catch((error: unknown) => {
      if (!request.complete) return;
      this.#log.error("The embedded platform failed to answer", {}, error);
      if (response.headersSent) response.destroy();
      else send(request, response, html(500, "Error", "The stand-in itself failed."));
    });
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = requestUrl(request.url ?? "/", this.#hosts.portal);
    const body = await readBody(request);
    if (url === undefined) {
      return send(request, response, untargeted(request));
    }
    if (body.isTooLarge) {
      return send(request, response, html(413, "Too large", "The body is too large."));
    }
    const found = this.#find(request, url, body);
    const seen = this.requests.add(request, found.name, this.#clock.now());
    const startedAt = performance.now();
    let sent: Content | undefined;
    response.once("finish", () => {
      noteAnswer(seen, {
        status: response.statusCode,
        ms: performance.now() - startedAt,
        content: sent,
      });
      this.#log.debug("Answered", { operation: found.name, status: response.statusCode });
    });
    const faults = found.name === "control" ? [] : this.faults.take(found.name);
    const edgeCases: EdgeCases = new Set(
      faults.flatMap((fault) => (fault.kind === "signIn" ? [fault.edge] : [])),
    );
    await found.prepare?.();
    const content = () => found.content(edgeCases);
    const isAnswered = await injectFaults(faults, {
      request,
      response,
      envelope: this.#presentation.envelope,
      content,
    });
    if (isAnswered) return;
    sent = content();
    send(request, response, sent);
  }

  /** In this order: providers' pages, control calls, operations, the sign-in, files. */
  #find(request: IncomingMessage, url: URL, body: RequestBody): MatchedRoute {
    const step = this.signIn.find({ request, url, form: body.form });
    if (this.signIn.isAtProvider(request)) return step ?? nowhere();
    if (url.pathname.startsWith(CONTROL)) {
      const controlled = {
        clock: this.#clock,
        faults: this.faults,
        requests: this.requests,
        signIn: this.signIn,
        about: this.#presentation.about,
        setShape: (shape: Shape) => {
          this.#presentation = this.#present(shape, this.#presentation.about.url);
        },
      };
      return { name: "control", content: () => control(controlled, request, url.pathname, body.value) };
    }
    return (
      this.#operation(request, url, body.value) ?? step ?? this.#file(request, url) ?? this.#nothing(url)
    );
  }

  #file(request: IncomingMessage, url: URL): MatchedRoute | undefined {
    const file = this.#presentation.files.find(url.pathname);
    if (file === undefined || isReading(request)) return file;
    return { name: "unknown", content: () => otherMethod(request, ["GET"]) };
  }

  #operation(request: IncomingMessage, url: URL, body: unknown): MatchedRoute | undefined {
    const asked = { path: url.pathname, query: url.searchParams, body };
    const onPath = this.#routes.filter((route) => route.hasPath(url.pathname));
    const matching = onPath.flatMap((route) => {
      const parameters = allows(route, request) ? route.match(asked) : undefined;
      return parameters === undefined ? [] : [{ route, parameters: this.#withLocale(parameters, url) }];
    });
    const [first] = rankMatches(matching);
    if (first !== undefined) {
      const asks = combinedMatches(first, matching, url.searchParams);
      const inApi = isUnder(url, this.#hosts.api) ? url : undefined;
      return {
        name: first.route.id,
        content: (edgeCases) => this.#answer(asks, { request, edgeCases, inApi }),
      };
    }
    if (onPath.length === 0 || onPath.some((route) => allows(route, request))) return undefined;
    const methods = onPath.map(({ operation }) => operation.method);
    const refused = this.#isInApi(url) ? this.#refused(405, "That method is not known here.") : undefined;
    return { name: "unknown", content: () => otherMethod(request, methods, refused) };
  }

  #answer(
    asks: readonly [OperationMatch, ...OperationMatch[]],
    { request, edgeCases, inApi }: { request: IncomingMessage; edgeCases: EdgeCases; inApi: URL | undefined },
  ): Content {
    const { operation } = asks[0].route;
    const kind = isFeed(operation) ? "bare" : this.profile.envelope.kind;
    try {
      this.#checkRate(request);
      if (inApi !== undefined) this.#checkKey(request, inApi);
      const viewing = this.signIn.viewing(request, edgeCases);
      const viewer = viewing === undefined ? {} : { viewer: viewing.session.player };
      const values = asks.map(({ route, parameters }) =>
        answer(route.id, this.#presentation.context, { parameters, operation: route.operation, ...viewer }),
      );
      const { status, body } = this.#presentation.envelope.success(kind, values.reduce(mergeAnswers));
      const { setCookies = [] } = viewing ?? {};
      return json(status, body, setCookies.length === 0 ? {} : { "set-cookie": setCookies });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, body } = this.#presentation.envelope.refusal(kind, error);
      return json(status, body);
    }
  }

  #checkRate({ socket }: IncomingMessage): void {
    const address = socket.remoteAddress ?? "";
    if (this.#rateLimit?.allows(address, this.#clock.now()) === false) {
      throw new Refusal("throttled", 36, "Too many requests. Slow down.");
    }
  }

  #checkKey(request: IncomingMessage, url: URL): void {
    const { apiKey, apiKeyQuery, apiKeyValue } = this.profile.headers;
    const given =
      apiKeyQuery === undefined
        ? request.headers[apiKey.toLowerCase()]
        : (url.searchParams.get(apiKeyQuery) ?? undefined);
    const letsIn = this.signIn.letsIn(request);
    if (given === undefined && letsIn !== true) throw new Refusal("key", 2102, "Missing API key.");
    const isGood = given === undefined || given === apiKeyValue.replaceAll("{key}", this.#apiKey);
    if (letsIn === false || !isGood) throw new Refusal("key", 2101, "Invalid or expired API key.");
  }

  #withLocale(parameters: Parameters, url: URL): Parameters {
    const { query } = this.profile.locale;
    const locale = parameters["locale"] ?? (query === undefined ? null : url.searchParams.get(query));
    return locale === null ? parameters : { ...parameters, locale };
  }

  #nothing(url: URL): MatchedRoute {
    if (!this.#isInApi(url)) return nowhere();
    return { name: "unknown", content: () => this.#refused(404, "Unknown endpoint.") };
  }

  #isInApi({ pathname }: URL): boolean {
    return this.#apiPath !== "/" && pathname.startsWith(`${this.#apiPath}/`);
  }

  /** Returns an error in the API's own form. */
  #refused(status: number, message: string): Content {
    const refusal = new Refusal("notFound", 21, message);
    return json(status, this.#presentation.envelope.refusal(this.profile.envelope.kind, refusal).body);
  }
}

function nowhere(): MatchedRoute {
  return { name: "unknown", content: () => html(404, "Not found", "There is no such page.") };
}
