import type { IncomingMessage } from "node:http";

import type { Clock } from "../base/clock.ts";
import type { Services } from "../features/services.ts";
import type { MemberSessions } from "../sessions/use/member-sessions.ts";
import type { MetricsRegistry } from "../observability/metrics.ts";

import type { BootContext } from "./context.ts";

/** Serves health and metrics if the operator wants them. Node's HTTP server is large, so it is loaded only then. */
export async function serveHealth(
  { settings, log, onClose }: BootContext,
  reasons: () => readonly string[],
  metrics: MetricsRegistry,
): Promise<void> {
  if (settings.health === undefined) return;
  const { startHealthServer } = await import("../observability/server.ts");
  const server = await startHealthServer({ ...settings.health, reasons, metrics });
  onClose(() => server.close());
  log.info("Health and metrics are served", { address: server.address });
}

/** Returns the public URL of the bot's own page. In the playground that is this machine. */
export function ownPageOf({ signInPage, discord }: BootContext["settings"]): string | undefined {
  const isReached = discord !== undefined || signInPage?.url.startsWith("http:") === true;
  return isReached ? signInPage?.url : undefined;
}

interface PageParts {
  readonly services: Services;
  readonly sessions: MemberSessions | undefined;
  readonly clock: Clock;
}

/** Serves what has an address where the operator set one: calendars, and the page on which sign-ins end. */
export async function servePages(
  { settings, log, onClose }: BootContext,
  { services, sessions, clock }: PageParts,
): Promise<void> {
  const { signInPage } = settings;
  if (signInPage === undefined || services.publicUrl === undefined) return;
  const { startHttpServer } = await import("../http-server/http-server.ts");
  const { answerFeed } = await import("../features/posts/calendar/answer-feed.ts");
  const { answerOwnPage } = await import("../features/account/link/own-page.ts");
  const notFound = { status: 404, type: "text/plain; charset=utf-8", body: "not found\n" };
  const server = await startHttpServer({
    host: signInPage.host,
    port: signInPage.port,
    settings: "LINK_HOST, LINK_PORT",
    async answer(request) {
      const asked = askedIn(request);
      const feed = await answerFeed(services, asked, clock).catch((error: unknown) => {
        log.error("A calendar could not be made", {}, error);
        return { ...notFound, status: 503, body: "try again later\n" };
      });
      if (feed !== undefined) return feed;
      return sessions?.oauth === undefined ? notFound : answerOwnPage(sessions, services.profile.name, asked);
    },
  });
  onClose(() => server.close());
  log.info("Calendars and sign-ins have pages of the bot", { address: server.address });
}

function askedIn({ method = "", url: target = "", headers }: IncomingMessage) {
  const { cookie, "accept-language": language, "sec-fetch-site": from } = headers;
  return { method, target, cookie, language, from: String(from) };
}
