import type { IncomingMessage } from "node:http";

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

/** Serves the page on which sign-ins end, where the platform has OAuth and the operator an address. */
export async function serveSignIns(
  { settings, log, onClose }: BootContext,
  platform: string,
  sessions: MemberSessions | undefined,
): Promise<void> {
  const { signInPage } = settings;
  if (signInPage === undefined || sessions?.publicUrl === undefined) return;
  if (sessions.oauth === undefined) {
    log.warn("PUBLIC_URL is set, though the profile has no signIn.oauth: no page is served");
    return;
  }
  const { startHttpServer } = await import("../http-server/http-server.ts");
  const { answerOwnPage } = await import("../features/account/link/own-page.ts");
  const server = await startHttpServer({
    host: signInPage.host,
    port: signInPage.port,
    settings: "LINK_HOST, LINK_PORT",
    answer: (request) => answerOwnPage(sessions, platform, askedIn(request)),
  });
  onClose(() => server.close());
  log.info("Sign-ins end on a page of the bot", { address: server.address });
}

function askedIn({ method = "", url: target = "", headers }: IncomingMessage) {
  const { cookie, "accept-language": language, "sec-fetch-site": from } = headers;
  return { method, target, cookie, language, from: String(from) };
}
