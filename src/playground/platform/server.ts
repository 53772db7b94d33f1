import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { systemCode } from "../../base/system-code.ts";
import { Service, type ServiceOptions } from "./service.ts";
import type { GameData } from "./game-data/game-data.ts";
import type { Origins } from "./loopback.ts";

export interface PlatformOptions extends Omit<ServiceOptions, "apiKey"> {
  readonly port: number;
  /** By default 127.0.0.1, with the login providers on the next two addresses. */
  readonly host?: string;
  /** By default "playground". */
  readonly apiKey?: string;
}

/** The running embedded platform. */
export interface Platform extends Pick<Service, "profile" | "faults" | "requests" | "signIn"> {
  readonly url: string;
  readonly world: GameData;
  /** Stops it at once and closes open connections. */
  close(): Promise<void>;
}

/** The default application key. */
export const DEFAULT_KEY = "playground";

/** Starts and returns the profile's platform, over HTTP on this machine; rejects when the port is taken. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const servers: Server[] = [];
  let service: Service | undefined;
  const bound = await listen(options.port, options.host ?? "127.0.0.1", () => {
    const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
      service?.handle(request, response);
    });
    servers.push(server);
    return server;
  });
  const started = new Service({ apiKey: DEFAULT_KEY, ...options }, bound);
  service = started;
  return {
    url: bound.service,
    profile: started.profile,
    world: started.gameData,
    faults: started.faults,
    requests: started.requests,
    signIn: started.signIn,
    close: async () => {
      await Promise.all([...servers.map(closeServer), started.close()]);
    },
  };
}

const ATTEMPTS = 5;

/**
 * Listens on `host` and, at the same port, on the next two addresses for the login providers. Where the system has only
 * one loopback address, the providers get names under `.localhost`.
 */
async function listen(port: number, host: string, create: () => Server): Promise<Origins> {
  for (let attempt = 1; ; attempt += 1) {
    const main = create();
    const beside = neighbours(host).map((address) => ({ address, server: create() }));
    await bind(main, port, host);
    const taken = (main.address() as AddressInfo).port;
    const others = await Promise.all(beside.map(({ address, server }) => tryBind(server, taken, address)));
    const isFree = others.every((state) => state !== "taken");
    if (isFree || attempt >= ATTEMPTS || port !== 0) return originsOf(host, taken, others);
    for (const server of [main, ...beside.map((one) => one.server)]) server.close();
  }
}

function originsOf(host: string, port: number, others: readonly string[]): Origins {
  const [next, nextButOne] = neighbours(host);
  const shown = host.includes(":") ? `[${host}]` : host;
  const at = (name: string) => `http://${name}:${String(port)}`;
  const hasAll = others.length === 2 && others.every((state) => state === "bound");
  return {
    service: at(shown),
    ProviderA: at(hasAll && next !== undefined ? next : "provider-a.localhost"),
    ProviderB: at(hasAll && nextButOne !== undefined ? nextButOne : "provider-b.localhost"),
  };
}

/** Returns 127.0.0.2 and 127.0.0.3 for 127.0.0.1; none for other addresses. */
function neighbours(host: string): string[] {
  return host === "127.0.0.1" ? ["127.0.0.2", "127.0.0.3"] : [];
}

async function bind(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
}

async function tryBind(server: Server, port: number, host: string): Promise<"bound" | "missing" | "taken"> {
  try {
    await bind(server, port, host);
    return "bound";
  } catch (error) {
    return systemCode(error) === "EADDRINUSE" ? "taken" : "missing";
  }
}

/** Stops a server at once and closes open connections. */
async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
