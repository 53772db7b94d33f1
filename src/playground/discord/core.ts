import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { CommandRegistry } from "./commands.ts";
import type { FaultInjector } from "./fault-injector.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { EventBus } from "./event-bus.ts";
import type { InteractionDispatcher } from "./interaction/dispatcher.ts";
import type { InteractionsEndpoint } from "./interaction/endpoint.ts";
import type { InteractionStore } from "./interaction/interaction-store.ts";
import type { FileStore } from "./message/file-store.ts";
import type { Site } from "./message/message-json.ts";
import type { Previews } from "./message/previews.ts";
import type { MessageStore } from "./message/message-store.ts";
import type { Uploads } from "./message/uploads.ts";
import type { MessageWriter } from "./message/write-message.ts";
import type { Nonces } from "./rest/nonces.ts";
import type { RateLimits } from "./rest/rate-limits.ts";
import type { Traffic } from "./traffic.ts";
import type { World } from "./world/world.ts";

/** Everything one local Discord is made of. */
export interface Core {
  readonly clock: Clock;
  readonly log: Log;
  readonly site: Site;
  readonly world: World;
  readonly files: FileStore;
  readonly uploads: Uploads;
  readonly messages: MessageStore;
  readonly writer: MessageWriter;
  readonly previews: Previews;
  readonly commands: CommandRegistry;
  readonly interactions: InteractionStore;
  readonly dispatcher: InteractionDispatcher;
  readonly endpoint: InteractionsEndpoint;
  readonly gateway: Gateway;
  readonly eventBus: EventBus;
  readonly faults: FaultInjector;
  readonly traffic: Traffic;
  readonly limits: RateLimits;
  readonly nonces: Nonces;
  readonly token: string;
}
