import { Pool } from "undici";

import { LocalRefusal } from "../../src/playground/discord/local-api.ts";
import type { LocalApi, LocalEvent, LocalRefusalCode } from "../../src/playground/discord/local-api.ts";

/** Longer than any answer that is waited for. */
const WAIT_MS = 120_000;

/**
 * The people's side over HTTP. `url` is the local Discord's address, with or without `/api`. Close it when done.
 */
export class LocalClient implements LocalApi {
  readonly #pool: Pool;

  readonly people = this.#to("people");
  readonly home = this.#to("home");
  readonly history = this.#to("history");
  readonly message = this.#to("message");
  readonly commands = this.#to("commands");
  readonly upload = this.#to("upload");
  readonly runCommand = this.#to("runCommand");
  readonly autocomplete = this.#to("autocomplete");
  readonly runMenu = this.#to("runMenu");
  readonly press = this.#to("press");
  readonly choose = this.#to("choose");
  readonly submitModal = this.#to("submitModal");
  readonly answer = this.#to("answer");
  readonly dismiss = this.#to("dismiss");
  readonly openDm = this.#to("openDm");
  readonly say = this.#to("say");
  readonly installOnServer = this.#to("installOnServer");
  readonly removeFromServer = this.#to("removeFromServer");
  readonly installForPerson = this.#to("installForPerson");
  readonly removeFromPerson = this.#to("removeFromPerson");
  readonly setCommandAccess = this.#to("setCommandAccess");
  readonly setMemberRoles = this.#to("setMemberRoles");
  readonly setOverwrite = this.#to("setOverwrite");
  readonly setRolePermissions = this.#to("setRolePermissions");
  readonly setLocale = this.#to("setLocale");
  readonly setDms = this.#to("setDms");
  readonly setThread = this.#to("setThread");
  readonly setTagRequired = this.#to("setTagRequired");
  readonly setAgeRestricted = this.#to("setAgeRestricted");
  readonly deleteChannel = this.#to("deleteChannel");
  readonly deleteMessage = this.#to("deleteMessage");
  readonly addPeople = this.#to("addPeople");
  readonly addServers = this.#to("addServers");
  readonly addFault = this.#to("addFault");
  readonly faults = this.#to("faults");
  readonly clearFaults = this.#to("clearFaults");
  readonly setRateLimits = this.#to("setRateLimits");
  readonly clock = this.#to("clock");
  readonly moveClock = this.#to("moveClock");
  readonly traffic = this.#to("traffic");
  readonly state = this.#to("state");

  constructor(url: string) {
    this.#pool = new Pool(new URL(url).origin, { connections: 256, headersTimeout: WAIT_MS, bodyTimeout: 0 });
  }

  /** Calls `listener` for what this person gets to see, until stopped. Resolves once it is listening. */
  async listen(as: string, listener: (event: LocalEvent) => void): Promise<{ stop(): void }> {
    return await listen(this.#pool, as, listener);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  #to<Name extends keyof LocalApi>(name: Name): LocalApi[Name] {
    const ask = async (argument?: unknown): Promise<unknown> => await call(this.#pool, name, argument);
    // What the server answers to a method of LocalApi is that method's result.
    return ask as LocalApi[Name];
  }
}

async function call(pool: Pool, method: string, argument: unknown): Promise<unknown> {
  const response = await pool.request({
    method: "POST",
    path: `/local/${method}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(argument ?? {}),
  });
  const answer: unknown = await response.body.json();
  if (response.statusCode === 200) return answer;
  const { code, message } = answer as { readonly code?: LocalRefusalCode; readonly message?: string };
  throw new LocalRefusal(code ?? "bad-input", message ?? `HTTP ${response.statusCode}`);
}

async function listen(
  pool: Pool,
  as: string,
  listener: (event: LocalEvent) => void,
): Promise<{ stop(): void }> {
  const abort = new AbortController();
  const response = await pool.request({
    method: "GET",
    path: `/local/events?as=${encodeURIComponent(as)}`,
    headers: { accept: "text/event-stream" },
    signal: abort.signal,
  });
  if (response.statusCode !== 200) {
    await response.body.dump();
    throw new LocalRefusal("unknown-person", `no events for ${as}`);
  }
  void read(response.body, listener).catch(() => {
    // The stream ends by being stopped, or with the server.
  });
  return {
    stop: () => {
      abort.abort();
    },
  };
}

async function read(body: AsyncIterable<Buffer>, listener: (event: LocalEvent) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts)
      if (part.startsWith("data: ")) listener(JSON.parse(part.slice(6)) as LocalEvent);
  }
}
