import type { MonotonicClock } from "../../../base/clock.ts";
import { DAY_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import { type Chooser, type HandOutRefusal, handOutRefusal } from "../../../discord/rest/hand-out-refusal.ts";
import type { MemberRoles, SeenRoles } from "../../../discord/rest/member-roles.ts";
import type { Refusal, RefusalName } from "../../../discord/rest/refusal.ts";

interface RolePress {
  readonly guildId: string;
  readonly memberId: string;
  readonly roleId: string;
  /** Who chose the role, where that is known. */
  readonly byId?: string | undefined;
  /** Whether the member has the role, as far as is known. */
  readonly has: boolean;
}

/** Why a role is not given: what Discord said, or what we found when we looked. */
type RoleTrouble = RefusalName | HandOutRefusal;

/** What became of a press in the end. */
export type Pressed =
  | { readonly kind: "done"; readonly has: boolean }
  | { readonly kind: "refused"; readonly name: RoleTrouble }
  | { readonly kind: "busy" };

/** "later": many are asking; it is done as soon as Discord lets it be, and `ended` then tells. Never rejects. */
type Answered = Pressed | { readonly kind: "later"; readonly has: boolean; readonly ended: Promise<Pressed> };

export interface RoleToggleOptions {
  readonly roles: MemberRoles;
  readonly clock: MonotonicClock;
  readonly log: Log;
  /** How long a press waits for its end before it is told that it comes later. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 2_000;
const MOST_WAITING = 10_000;
/** With more ahead nobody waits for their turn: whoever waits takes up a place among the bot's runs. */
const MOST_AWAITED = 20;
/** Servers served at once: the rest of the bot's pace is for posts. */
const SERVERS_AT_ONCE = 4;
const CHANGE_WITHIN_MS = 60_000;
/** A role that could not be given is not tried again for as long. */
const REFUSED_FOR_MS = 60_000;
const EVERY_ROLE = "*";
const SHOWN_FOR_MS = DAY_MS;
const MOST_REFUSED = 1_000;
/** What holds for a role, whoever presses. */
const OF_ROLES: ReadonlySet<RoleTrouble> = new Set<RefusalName>(["role-gone", "missing-permission"]);
/** What holds for every role of a server. */
const OF_SERVERS: ReadonlySet<RoleTrouble> = new Set<RefusalName>([
  "server-gone",
  "missing-access",
  "needs-two-factor",
]);

interface Job {
  readonly press: RolePress;
  /** As Discord has it. */
  has: boolean;
  /** As the member wants it. */
  wants: boolean;
  readonly ended: Promise<Pressed>;
  readonly end: (pressed: Pressed) => void;
}

/** What was found by looking: it is looked again at each press, and what was given can be given back. */
const FOUND: ReadonlySet<RoleTrouble> = new Set<HandOutRefusal>(["mayNot", "tooHigh", "powerful", "managed"]);

interface Refused {
  readonly name: RoleTrouble;
  readonly at: number;
}

/**
 * Gives and takes roles at the pace Discord allows, however many press at once. Before each is given it is looked
 * at again: what was harmless when it was chosen may have been given powers since. One change at a time in a server.
 * Presses of one member on one role that waits are one change.
 */
export class RoleToggle {
  readonly #parts: RoleToggleOptions;
  /** By member and role, in the order they came; servers apart. */
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

  /** Answers within two seconds; at once where many are ahead. */
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

  /** Why this role could not be given lately, where it could not. */
  troubleOf(guildId: string, roleId: string): RoleTrouble | undefined {
    const refused = this.#known(guildId, roleId);
    if (refused === undefined || this.#parts.clock.monotonic() - refused.at > SHOWN_FOR_MS) return undefined;
    return refused.name;
  }

  /** It is tried anew: somebody says that it was mended. */
  forget(guildId: string): void {
    for (const key of this.#refused.keys()) if (key.startsWith(`${guildId} `)) this.#refused.delete(key);
  }

  /** Takes nothing new; what is still waiting is dropped. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#running.values());
  }

  /** A press on what waits already turns it round. Undefined: there are too many. */
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

  /** Until Discord has it as the member wants it. */
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

  /** Why the role can't be given as it is now; undefined: it can. */
  async #unfit(press: RolePress, signal: AbortSignal): Promise<RoleTrouble | undefined> {
    const { guildId, roleId } = press;
    const seen = await this.#parts.roles.look(guildId, signal);
    if (seen.kind === "refused") return seen.name;
    const role = seen.roles.find(({ id }) => id === roleId);
    if (role === undefined) return "role-gone";
    const by = await this.#chooserOf(press, signal);
    return typeof by === "string" ? by : handOutRefusal(role, by, { ...seen, guildId });
  }

  /** Whoever has left the server can't be asked about: what they chose stays, without powers. */
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

  /** Each refusal counts towards Discord's ban: the next presses are answered without asking. */
  #refusedNow({ guildId, roleId }: RolePress): Pressed | undefined {
    const refused = this.#known(guildId, roleId);
    if (refused === undefined || FOUND.has(refused.name)) return undefined;
    const age = this.#parts.clock.monotonic() - refused.at;
    if (age >= REFUSED_FOR_MS) return undefined;
    return { kind: "refused", name: refused.name };
  }
}
