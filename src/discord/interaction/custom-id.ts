import { createHash, hash, timingSafeEqual } from "node:crypto";

import type { Clock } from "../../base/clock.ts";
import { DAY_MS } from "../../base/duration.ts";
import { MilepostError } from "../../base/errors.ts";
import { LIMITS } from "../reply/limits.ts";
import type { ActionCall, ActionState } from "../reply/reply.ts";
import { packState, unpackState } from "./state-text.ts";

/**
 * The custom id of a control, at most 100 characters:
 *
 *     1 o i kk ttttttttttt ooooooooooo command/action;state     an owner's
 *     1 a i command/action;state                                anyone's
 *
 * 1 is the version, i tells controls of one message apart, kk names the tag key, t is the tag (64 bits of
 * HMAC-SHA-256 over owner, command, action, whole state and, for admins, the server), o the owner's id. A state that doesn't fit is kept
 * in the StateStore: `~key` instead of `;state`.
 */
const VERSION = "1";
const INDEX = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** How many controls of a message are told apart. */
export const CONTROLS = INDEX.length;
const OWNER_HEAD = 27;
const ANYONE_HEAD = 3;
const KEY_ID_LENGTH = 2;
const BODY = /^([\w-]{1,32})\/([\w-]{1,32})(?:;([^]*)|~([\w-]{1,64}))?$/;
const STATES_KEPT_MS = 30 * DAY_MS;

/** A control parsed from its custom id. Its state is trusted only after `open`. */
export interface ReadControl {
  readonly command: string;
  readonly action: string;
  /** The owner the control claims; absent on a control for anyone. */
  readonly ownerId?: string;
  readonly keyId?: string;
  readonly tag?: string;
  readonly state?: string;
  readonly stateKey?: string;
}

/** Whose control it is. */
export interface ControlOwner {
  readonly id: string;
  /** The only server it works in; everywhere by default. */
  readonly guildId?: string | undefined;
}

/** Stores states that don't fit in a custom id. A stored state can be read until `expiresAt`, also after a restart. */
export interface StateStore {
  /**
   * Returns the key: at most 32 characters of A-Z, a-z, 0-9, `-` and `_`, the same for equal states. `expiresAt`:
   * milliseconds since 1970. `ownerId`: the member whose words the state may hold.
   */
  put(state: string, expiresAt: number, ownerId?: string): Promise<string>;
  /** Returns the state, or undefined when the key is unknown or expired. */
  get(key: string): Promise<string | undefined>;
}

/** Makes and reads custom ids. The first tag key signs and every key verifies, so that keys can be rotated online. */
export class CustomIds {
  readonly #keys: readonly TagKey[];
  readonly #states: StateStore;
  readonly #clock: Clock;

  constructor(tagKeys: readonly Uint8Array[], states: StateStore, clock: Clock) {
    if (tagKeys.length === 0 || tagKeys.some((key) => key.length < 16)) {
      throw new MilepostError("bad-settings", { reason: "a tag key of at least 16 bytes is needed" });
    }
    this.#keys = tagKeys.map((bytes) => new TagKey(bytes));
    this.#states = states;
    this.#clock = clock;
  }

  /**
   * Returns the custom id. `index` is the control's place in its message, below `CONTROLS`. Without an owner the control
   * is for anyone; `authorId` is then the member whose words its state may hold.
   */
  pack(
    call: ActionCall,
    owner: ControlOwner | undefined,
    index: number,
    authorId = owner?.id,
  ): string | Promise<string> {
    const state = packState(call.state);
    const head = this.#head(call, state, owner, index);
    const name = `${call.command}/${call.action}`;
    const inline = state === "" ? `${head}${name}` : `${head}${name};${state}`;
    if (inline.length <= LIMITS.customId) return inline;
    return this.#kept(`${head}${name}~`, state, authorId);
  }

  /** Returns undefined for ids that are not ours or of another version. */
  read(customId: string): ReadControl | undefined {
    if (customId[0] !== VERSION || customId.length > LIMITS.customId) return undefined;
    const isOwners = customId[1] === "o";
    if (!isOwners && customId[1] !== "a") return undefined;
    const body = BODY.exec(customId.slice(isOwners ? OWNER_HEAD : ANYONE_HEAD));
    const [, command, action, state, stateKey] = body ?? [];
    if (command === undefined || action === undefined) return undefined;
    return {
      command,
      action,
      ...(stateKey === undefined ? { state: state ?? "" } : { stateKey }),
      ...(isOwners && readOwner(customId)),
    };
  }

  /**
   * Returns the control's state; undefined when the id was tampered with, is bound to another server than `guildId`, or
   * the stored state is gone.
   */
  async open(control: ReadControl, guildId?: string): Promise<ActionState | undefined> {
    const state = control.stateKey === undefined ? control.state : await this.#states.get(control.stateKey);
    if (state === undefined || !this.#isGenuine(control, state, guildId)) return undefined;
    return unpackState(state);
  }

  #head(call: ActionCall, state: string, owner: ControlOwner | undefined, index: number): string {
    const place = INDEX[index];
    const [key] = this.#keys;
    if (place === undefined || key === undefined) throw new RangeError("too many controls in a message");
    if (owner === undefined) return `${VERSION}a${place}`;
    const tag = tagOf(key, partsOf(owner, call, state));
    return `${VERSION}o${place}${key.id}${tag}${packId(owner.id)}`;
  }

  async #kept(start: string, state: string, authorId: string | undefined): Promise<string> {
    const key = await this.#states.put(state, this.#clock.now() + STATES_KEPT_MS, authorId);
    if (start.length + key.length <= LIMITS.customId) return start + key;
    throw new MilepostError("internal", { reason: "command, action and state key exceed a custom id" });
  }

  #isGenuine(control: ReadControl, state: string, guildId: string | undefined): boolean {
    const { ownerId: id, keyId, tag = "" } = control;
    if (id === undefined) return true;
    const parts = partsOf({ id, guildId }, control, state);
    return this.#keys.some((key) => key.id === keyId && isSame(tag, tagOf(key, parts)));
  }
}

function readOwner(customId: string): { keyId: string; tag: string; ownerId: string } {
  return {
    keyId: customId.slice(3, 3 + KEY_ID_LENGTH),
    tag: customId.slice(5, 16),
    ownerId: unpackId(customId.slice(16, OWNER_HEAD)),
  };
}

/** Compares in constant time. */
function isSame(given: string, tag: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(tag)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function partsOf(
  { id, guildId }: ControlOwner,
  { command, action }: Pick<ActionCall, "command" | "action">,
  state: string,
): readonly string[] {
  return [id, command, action, state, ...(guildId === undefined ? [] : [guildId])];
}

function tagOf(key: TagKey, parts: readonly string[]): string {
  const bound = parts.map((part) => `${part.length}:${part}`).join("");
  return key.tag(`milepost/control/v${VERSION}\0${bound}`);
}

function packId(id: string): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt(id));
  return bytes.toString("base64url");
}

function unpackId(packed: string): string {
  const bytes = Buffer.from(packed, "base64url");
  return bytes.length === 8 ? bytes.readBigUInt64BE().toString() : "";
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const TAG_BYTES = 8;
const ID_LENGTH = 2;

/**
 * A key for the tags of controls: HMAC-SHA-256 (RFC 2104), cut to 64 bits. The padded keys are prepared once: a reply
 * carries up to 40 tags, and `createHmac` costs several times the two hashes.
 */
export class TagKey {
  /** Two characters that tell keys apart without revealing them. */
  readonly id: string;
  readonly #inner: Buffer;
  /** The padded outer key, with room for the inner digest behind it. */
  readonly #outer: Buffer;

  constructor(key: Uint8Array) {
    const block = Buffer.alloc(BLOCK_BYTES);
    block.set(key.length > BLOCK_BYTES ? createHash("sha256").update(key).digest() : key);
    this.#inner = block.map((byte) => byte ^ 0x36) as Buffer;
    this.#outer = Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(DIGEST_BYTES)]);
    this.id = createHash("sha256")
      .update("milepost/control/key\0")
      .update(key)
      .digest("base64url")
      .slice(0, ID_LENGTH);
  }

  /** Returns the first 64 bits of the HMAC of the text's UTF-8, as 11 characters of base64url. */
  tag(text: string): string {
    const inner = hash("sha256", Buffer.concat([this.#inner, Buffer.from(text)]), "binary");
    this.#outer.write(inner, BLOCK_BYTES, "binary");
    const digest = hash("sha256", this.#outer, "binary");
    return Buffer.from(digest.slice(0, TAG_BYTES), "binary").toString("base64url");
  }
}
