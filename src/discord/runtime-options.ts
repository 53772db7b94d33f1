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
import type { Explain } from "./interaction/answers.ts";
import type { HeldBackNote, VisibilityFor } from "./interaction/audience.ts";
import type { AfterReply } from "./interaction/run-command.ts";
import type { MessageChanges } from "./interaction/late-pictures.ts";
import type { RuntimeLimits } from "./interaction/runtime-limits.ts";
import type { StateStore } from "./interaction/custom-id.ts";
import type { RestConnection } from "./rest/rest-connection.ts";

export interface RuntimeOptions<Services> {
  readonly token: Secret;
  /** Another Discord than the real one: its REST address, `https://.../api`. */
  readonly apiUrl?: string | undefined;
  /** Register the commands in this server instead of globally. */
  readonly guildId?: string | undefined;
  /** Takes interactions over HTTP; without it they come over the gateway. */
  readonly endpoint?: EndpointSettings | undefined;
  /** The shards this process runs; its share of all that the bot's servers need unless given. */
  readonly shards?: ShardPlan | undefined;
  /** What the processes of the bot share of its gateway; without it this one is alone. */
  readonly shared?: SharedGateway | undefined;
  /** Remembers where commands were registered; without it those registered elsewhere before stay there. */
  readonly commandScopes?: CommandScopes;
  /** Shared with whatever posts beside the commands; one of its own by default. */
  readonly connection?: RestConnection;
  readonly commands: readonly CommandEntry<Services>[];
  readonly services: (asked: InvocationContext) => Services;
  readonly explain: Explain;
  /** Sees every command's reply before it is sent; not what its controls answer. */
  readonly afterReply?: AfterReply<Services>;
  /** Holds public answers back from where they may not stand. Quick: nothing is acknowledged yet. */
  readonly visibilityFor?: VisibilityFor;
  /** Stands under what was held back. */
  readonly heldBackNote?: HeldBackNote;
  /** The language of public answers in a place; undefined: the server's own. */
  readonly publicLocale?: (site: InvocationSite) => string | undefined;
  /** Keys the tags of owners' controls: the first signs, all open. At least 16 bytes each. */
  readonly tagKeys: readonly Uint8Array[];
  readonly states: StateStore;
  /** Whether no other process acts on an interaction; without it there is none. */
  readonly isFirst?: (interactionId: string) => Promise<boolean>;
  /** What other processes do to messages; without it there are none. */
  readonly messageChanges?: MessageChanges;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** 0 to below 1, like Math.random. */
  readonly random: () => number;
  readonly limits?: Partial<RuntimeLimits>;
  /** First wait before another try to reach Discord; 1 s by default. */
  readonly retryAfterMs?: number;
  /** Wait before another try where Discord takes no more commands today; an hour by default. */
  readonly publishAgainAfterMs?: number;
  /** Descriptions by command name, where they aren't in the catalog: for tests. */
  readonly commandTexts?: Readonly<Record<string, CommandTexts>>;
  /** Discord closed the connection for good after the start. The process should end. */
  readonly onLost?: (error: MilepostError) => void;
}
