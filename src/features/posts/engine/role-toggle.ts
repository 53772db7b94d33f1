import type { MonotonicClock } from "../../../base/clock.ts";
import { DAY_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import {
  type Chooser,
  type HandOutRefusal,
  handOutRefusal,
  type MemberRoles,
  type SeenRoles,
} from "../../../discord/rest/member-roles.ts";
import type { Refusal, RefusalName } from "../../../discord/rest/refusal.ts";

interface RolePress {
  readonly guildId: string;
  readonly memberId: string;
  readonly roleId: string;
  /** The member who picked the role, if known. */
  readonly byId?: string | undefined;
  /** Whether the member has the role, as far as is known. */
  readonly has: boolean;
}

/** Why a role is not given: Discord's refusal, or ours. */
type RoleTrouble = RefusalName | HandOutRefusal;

/** The final result of a press. */
export type Pressed =
  | { readonly kind: "done"; readonly has: boolean }
  | { readonly kind: "refused"; readonly name: RoleTrouble }
  | { readonly kind: "busy" };

/** "later": many members are pressing; `ended` resolves to the result and never rejects. */
type Answered = Pressed | { readonly kind: "later"; readonly has: boolean; readonly ended: Promise<Pressed> };

export interface RoleToggleOptions {
  readonly roles: MemberRoles;
  readonly clock: MonotonicClock;
  readonly log: Log;
  /** How long a press waits before it says "later". */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 2_000;
const MOST_WAITING = 10_000;
/** With more ahead a press doesn't wait: it would occupy one of the bot's runs. */
const MOST_AWAITED = 20;
/** How many servers are served at once: the rest of the rate limit is for posts. */
const SERVERS_AT_ONCE = 4;
const CHANGE_WITHIN_MS = 60_000;
/** How long a role that could not be given is not tried again. */
const REFUSED_FOR_MS = 60_000;
const EVERY_ROLE = "*";
const SHOWN_FOR_MS = DAY_MS;
const MOST_REFUSED = 1_000;
/** Refusals that hold for a role, whoever presses. */
const OF_ROLES: ReadonlySet<RoleTrouble> = new Set<RefusalName>(["role-gone", "missing-permission"]);
/** Refusals that hold for every role of a server. */
const OF_SERVERS: ReadonlySet<RoleTrouble> = new Set<RefusalName>([
  "server-gone",
  "missing-access",
  "needs-two-factor",
]);

interface Job {
  readonly press: RolePress;
  /** Whether the member has it at Discord. */
  has: boolean;
  /** Whether the member wants it. */
  wants: boolean;
  readonly ended: Promise<Pressed>;
  readonly end: (pressed: Pressed) => void;
}

/** Refusals of ours, checked at each press. */
const FOUND: ReadonlySet<RoleTrouble> = new Set<HandOutRefusal>(["mayNot", "tooHigh", "powerful", "managed"]);

interface Refused {
  readonly name: RoleTrouble;
  readonly at: number;
}

/**
 * Gives and takes roles at Discord's pace, one change at a time per server. Right before each change the role is
 * checked again, since it may have gained permissions. Several presses of one member on a role become one change.
 */
export class RoleToggle {
  readonly #parts: RoleToggleOptions;
  /** By server, then by member and role, in order of arrival. */
  readonly #waiting = new Map<string, Map<string, Job>>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #refused = new Map<string, Refused>();
  readonly #abort = new AbortController();
  #size = 0;

  constructor(parts: RoleToggleOptions) {
    this.#parts = parts;
  }

  look(guildId: string, signal: AbortSignal): Promise<SeenRoles | Refusal> {
    return this.#parts.roles.look(guildId, signal);
  }

  /** Returns whether the bot's own roles let it give this one; true where Discord doesn't say. */
  async mayGive(guildId: string, roleId: string, signal: AbortSignal): Promise<boolean> {
    const { roles } = this.#parts;
    const [seen, bot] = await Promise.all([roles.look(guildId, signal), roles.own(guildId, signal)]);
    if (seen.kind === "refused" || bot.kind === "refused") return true;
    const role = seen.roles.find(({ id }) => id === roleId);
    const why = role && handOutRefusal(role, bot, { ...seen, guildId });
    return why !== "mayNot" && why !== "tooHigh";
  }

  /** Returns the result, within two seconds, or "later". */
  async press(press: RolePress): Promise<Answered> {
    const refused = this.#refusedNow(press);
    if (refused !== undefined) return refused;
    const job = this.#jobOf(press);
    if (job === undefined) return { kind: "busy" };
    const later = { kind: "later", has: job.wants, ended: job.ended } as const;
    const ahead = this.#waiting.get(press.guildId)?.size ?? 0;
    if (ahead > MOST_AWAITED) return later;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<Answered>((resolve) => {
      timer = setTimeout(() => resolve(later), this.#parts.patienceMs ?? PATIENCE_MS);
    });
    return Promise.race([job.ended, patience]).finally(() => clearTimeout(timer));
  }

  /** Returns why this role could not be given recently. */
  troubleOf(guildId: string, roleId: string): RoleTrouble | undefined {
    const refused = this.#known(guildId, roleId);
    if (refused === undefined || this.#parts.clock.monotonic() - refused.at > SHOWN_FOR_MS) return undefined;
    return refused.name;
  }

  /** Forgets refusals, after someone says it was fixed. */
  forget(guildId: string): void {
    this.#parts.roles.forget(guildId);
    for (const key of this.#refused.keys()) if (key.startsWith(`${guildId} `)) this.#refused.delete(key);
  }

  /** Stops; what waits is dropped. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#running.values());
  }

  /** Adds a press to a waiting job, or makes one. Undefined: too many are waiting. */
  #jobOf(press: RolePress): Job | undefined {
    const { guildId, memberId, roleId } = press;
    const jobs = this.#waiting.get(guildId) ?? new Map<string, Job>();
    const key = `${memberId} ${roleId}`;
    const known = jobs.get(key);
    if (known !== undefined) {
      known.wants = !known.wants;
      return known;
    }
    if (this.#size >= MOST_WAITING || this.#abort.signal.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<Pressed>();
    const job: Job = { press, has: press.has, wants: !press.has, ended: promise, end: resolve };
    jobs.set(key, job);
    this.#waiting.set(guildId, jobs);
    this.#size += 1;
    this.#start();
    return job;
  }

  #start(): void {
    for (const guildId of this.#waiting.keys()) {
      if (this.#running.size >= SERVERS_AT_ONCE) return;
      if (this.#running.has(guildId)) continue;
      const run = this.#serve(guildId).finally(() => {
        this.#running.delete(guildId);
        this.#start();
      });
      this.#running.set(guildId, run);
    }
  }

  async #serve(guildId: string): Promise<void> {
    const jobs = this.#waiting.get(guildId) ?? new Map<string, Job>();
    for (const [key, job] of jobs) {
      const pressed = await this.#follow(job).catch((error: unknown): Pressed => {
        this.#parts.log.error("a role could not be given or taken", {}, error);
        return { kind: "refused", name: "unavailable" };
      });
      jobs.delete(key);
      this.#size -= 1;
      job.end(pressed);
    }
    this.#waiting.delete(guildId);
  }

  /** Changes the role until Discord has it as the member wants. */
  async #follow(job: Job): Promise<Pressed> {
    while (job.has !== job.wants) {
      const refused = this.#refusedNow(job.press);
      if (refused !== undefined) return refused;
      if (this.#abort.signal.aborted) return { kind: "busy" };
      const has = job.wants;
      const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(CHANGE_WITHIN_MS)]);
      const unfit = has ? await this.#unfit(job.press, signal) : undefined;
      if (unfit !== undefined) return this.#refuse(job.press, unfit);
      const { guildId, memberId, roleId } = job.press;
      const answer = await this.#parts.roles.set({ guildId, memberId, roleId, has }, signal);
      if (answer.kind === "refused") return this.#refuse(job.press, answer.name);
      job.has = has;
      for (const held of [roleId, EVERY_ROLE]) this.#refused.delete(`${guildId} ${held}`);
    }
    return { kind: "done", has: job.has };
  }

  /** Returns why the role must not be given now; undefined if it may. */
  async #unfit(press: RolePress, signal: AbortSignal): Promise<RoleTrouble | undefined> {
    const { guildId, roleId } = press;
    const seen = await this.#parts.roles.look(guildId, signal);
    if (seen.kind === "refused") return seen.name;
    const role = seen.roles.find(({ id }) => id === roleId);
    if (role === undefined) return "role-gone";
    const by = await this.#chooserOf(press, signal);
    return typeof by === "string" ? by : handOutRefusal(role, by, { ...seen, guildId });
  }

  /**
   * Returns the member who picked the role. One who left the server can't be asked about; their choice then stays valid
   * for roles without powers.
   */
  async #chooserOf({ guildId, byId }: RolePress, signal: AbortSignal): Promise<Chooser | RefusalName> {
    if (byId === undefined) return undefined;
    const roleIds = await this.#parts.roles.of(guildId, byId, signal);
    if (!("name" in roleIds)) return { id: byId, roleIds };
    return roleIds.name === "member-gone" ? undefined : roleIds.name;
  }

  #refuse({ guildId, roleId }: RolePress, name: RoleTrouble): Pressed {
    const isOfServer = OF_SERVERS.has(name);
    if (!isOfServer && !OF_ROLES.has(name) && !FOUND.has(name)) return { kind: "refused", name };
    if (this.#refused.size >= MOST_REFUSED) this.#refused.clear();
    this.#refused.set(`${guildId} ${isOfServer ? EVERY_ROLE : roleId}`, {
      name,
      at: this.#parts.clock.monotonic(),
    });
    return { kind: "refused", name };
  }

  #known(guildId: string, roleId: string): Refused | undefined {
    return this.#refused.get(`${guildId} ${EVERY_ROLE}`) ?? this.#refused.get(`${guildId} ${roleId}`);
  }

  /** Answers without asking Discord, since each refusal counts towards its ban. */
  #refusedNow({ guildId, roleId }: RolePress): Pressed | undefined {
    const refused = this.#known(guildId, roleId);
    if (refused === undefined || FOUND.has(refused.name)) return undefined;
    const age = this.#parts.clock.monotonic() - refused.at;
    if (age >= REFUSED_FOR_MS) return undefined;
    return { kind: "refused", name: refused.name };
  }
}
