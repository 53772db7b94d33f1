import { createServer, type Server } from "node:http";

import type { Profile } from "../../platform/profile/schema.ts";
import type { Faults } from "./faults.ts";
import { closeServer, listen } from "./listen.ts";
import type { Requests } from "./requests.ts";
import { Service, type ServiceOptions } from "./service.ts";
import type { SignIn } from "./sign-in/sign-in.ts";
import type { GameData } from "./game-data/game-data.ts";

export interface PlatformOptions extends Omit<ServiceOptions, "apiKey"> {
  /** 0 takes a free one. */
  readonly port: number;
  /** "127.0.0.1" by default: the service. The login providers are on the two addresses after it. */
  readonly host?: string;
  /** "playground" by default. */
  readonly apiKey?: string;
}

/** A running stand-in of the community platform. */
export interface Platform {
  /** The service's origin. */
  readonly url: string;
  /** The profile it serves, with its hosts on this machine. */
  readonly profile: Profile;
  readonly world: GameData;
  readonly faults: Faults;
  readonly requests: Requests;
  /** Who can sign in, and who is signed in. */
  readonly signIn: SignIn;
  /** Ends it at once, open connections included. */
  close(): Promise<void>;
}

/** The application key that is accepted unless another is given. */
export const DEFAULT_KEY = "playground";

/** Serves the community platform the profile describes, over HTTP on this machine. */
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
