import type { Clock } from "../base/clock.ts";
import type { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { Secret } from "../base/secret.ts";
import type { CommandScopes } from "./command/publish.ts";
import type { CommandEntry } from "./command/command.ts";
import type { InvocationContext, InvocationSite } from "./command/invocation-context.ts";
import type { CommandTexts } from "./command/command-texts.ts";
import type { EndpointSettings } from "./endpoint/endpoint.ts";
import type { ShardPlan } from "./gateway/gateway.ts";
import type { SharedGateway } from "./gateway/shared-gateway.ts";
import type { Explain } from "./interaction/failure.ts";
import type { HeldBackNote, VisibilityFor } from "./interaction/audience.ts";
import type { AfterReply } from "./interaction/run-command.ts";
import type { MessageChanges } from "./reply/drawings.ts";
import type { RuntimeLimits } from "./interaction/runtime-limits.ts";
import type { StateStore } from "./interaction/custom-id.ts";
import type { RestConnection } from "./rest/rest-connection.ts";

export interface RuntimeOptions<Services> {
  readonly token: Secret;
  /** The REST address of another Discord than the real one: `https://.../api`. */
  readonly apiUrl?: string | undefined;
  /** Registers the commands in this server instead of globally. */
  readonly guildId?: string | undefined;
  /** Receives interactions over HTTP; without it, over the gateway. */
  readonly endpoint?: EndpointSettings | undefined;
  /** Called with the id of a member who took the application from their account, where Discord posts such events. */
  readonly onDeauthorized?: ((memberId: string) => Promise<void>) | undefined;
  /** The shards this process runs; by default its share of as many as the bot's servers need. */
  readonly shards?: ShardPlan | undefined;
  /** What the bot's processes share of its gateway; without it this one is alone. */
  readonly shared?: SharedGateway | undefined;
  /** Stores where commands are registered; without it, commands left in another scope stay there. */
  readonly commandScopes?: CommandScopes;
  /** Shared with whatever posts beside the commands; created if absent. */
  readonly connection?: RestConnection;
  readonly commands: readonly CommandEntry<Services>[];
  /** Filled with the commands' ids by name, once Discord has given them. */
  readonly commandIds?: Map<string, string>;
  readonly services: (asked: InvocationContext) => Services;
  readonly explain: Explain;
  /** Called with every command's reply before it is sent; not for actions. */
  readonly afterReply?: AfterReply<Services>;
  /** Decides where public replies may appear. Must be quick: nothing is acknowledged yet. */
  readonly visibilityFor?: VisibilityFor;
  /** The note under a reply that is private because of the channel. */
  readonly heldBackNote?: HeldBackNote;
  /** Returns the language of public replies in a place; undefined for the server's own. */
  readonly publicLocale?: (site: InvocationSite) => string | undefined;
  /** The keys for the tags of owners' controls: the first signs, all verify. At least 16 bytes each. */
  readonly tagKeys: readonly Uint8Array[];
  readonly states: StateStore;
  /** Returns whether no other process acts on the interaction; without it there is none. */
  readonly isFirst?: (interactionId: string) => Promise<boolean>;
  /** Tells of messages that other processes change; without it there are none. */
  readonly messageChanges?: MessageChanges;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Like Math.random. */
  readonly random: () => number;
  readonly limits?: Partial<RuntimeLimits>;
  /** The first wait before Discord is tried again; 1 s by default. */
  readonly retryAfterMs?: number;
  /** The wait after Discord's daily limit for new commands; an hour by default. */
  readonly publishAgainAfterMs?: number;
  /** Command texts by name, for tests whose commands are not in the catalog. */
  readonly commandTexts?: Readonly<Record<string, CommandTexts>>;
  /** Called when Discord closes the connection for good after the start. The process should end. */
  readonly onLost?: (error: MilepostError) => void;
}
