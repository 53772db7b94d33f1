import { jsonOrNothing } from "../../../base/json.ts";
import { isRecord, type Json } from "../json.ts";
import type { Core } from "../core.ts";
import { type Draft, safeName, type Upload } from "../message/write-message.ts";
import { refusal } from "../validation/api-error.ts";
import type { LimitRule } from "./rate-limits.ts";

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Such as `/channels/:channel/messages`; a colon begins a parameter. */
  readonly path: string;
  readonly auth: "bot" | "token";
  readonly limit?: LimitRule;
  readonly handle: (core: Core, request: Request) => Result | Promise<Result>;
}

/** Returns a route that needs the bot's token; by default at most 20 requests a second. */
export function botRoute(
  method: Route["method"],
  path: string,
  handle: Route["handle"],
  limit?: LimitRule,
): Route {
  return { method, path, auth: "bot", handle, ...(limit !== undefined && { limit }) };
}

/** Returns a route with a token in its path, which needs no header. */
export function tokenRoute(...given: Parameters<typeof botRoute>): Route {
  return { ...botRoute(...given), auth: "token" };
}

export interface Result {
  readonly status: number;
  readonly body?: unknown;
}

export const NO_CONTENT: Result = { status: 204 };

export function ok(body: unknown): Result {
  return { status: 200, body };
}

export class Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly #raw: Buffer;
  readonly #contentType: string;

  constructor(
    address: { readonly params: Readonly<Record<string, string>>; readonly query: URLSearchParams },
    body: { readonly raw: Buffer; readonly contentType: string },
  ) {
    this.params = address.params;
    this.query = address.query;
    this.#raw = body.raw;
    this.#contentType = body.contentType;
  }

  param(name: string): string {
    return this.params[name] ?? "";
  }

  /** Returns the JSON body; an absent one is an empty object. */
  json(): unknown {
    return parse(this.#raw.toString("utf8"));
  }

  /** Returns the JSON body; throws where it is no object. */
  record(): Json {
    return recordOf(this.json());
  }

  /** Returns a message's body: JSON, or `payload_json` with files named `files[n]`. */
  async draft(): Promise<Draft> {
    if (!this.#contentType.startsWith("multipart/form-data")) return { body: this.record(), uploads: [] };
    const form = await this.#form();
    const payload = form.get("payload_json");
    const uploads = await Promise.all([...form].flatMap(([name, value]) => uploadOf(name, value)));
    return { body: recordOf(parse(typeof payload === "string" ? payload : "")), uploads };
  }

  async #form(): Promise<FormData> {
    try {
      const headers = { "content-type": this.#contentType };
      return await new Response(Uint8Array.from(this.#raw), { headers }).formData();
    } catch {
      throw refusal("RequestBodyContainsInvalidJSON");
    }
  }
}

function parse(text: string): unknown {
  if (text === "") return {};
  const value = jsonOrNothing(text);
  if (value === undefined) throw refusal("RequestBodyContainsInvalidJSON");
  return value;
}

function recordOf(value: unknown): Json {
  if (!isRecord(value)) throw refusal("RequestBodyContainsInvalidJSON");
  return value;
}

function uploadOf(name: string, file: File | string): readonly Promise<Upload>[] {
  const key = /^files?\[(\d+)\]$/.exec(name)?.[1] ?? (name === "file" ? "0" : undefined);
  return key === undefined || typeof file === "string" ? [] : [readUpload(key, file)];
}

async function readUpload(key: string, file: File): Promise<Upload> {
  return { key, name: safeName(file.name), bytes: await file.bytes() };
}

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

interface Compiled {
  readonly route: Route;
  readonly steps: readonly string[];
}

/** Finds routes; those with fewer parameters first. */
export class Router {
  readonly #compiled: readonly Compiled[];

  constructor(routes: readonly Route[]) {
    this.#compiled = routes
      .map((route) => ({ route, steps: route.path.split("/").slice(1) }))
      .sort((a, b) => parameters(a) - parameters(b));
  }

  /** Returns the match; "method" when only the method is wrong; else undefined. */
  find(method: string, path: readonly string[]): Match | "method" | undefined {
    const fitting = this.#compiled.filter(({ steps }) => fits(steps, path));
    const found = fitting.find(({ route }) => route.method === method);
    if (found === undefined) return fitting.length > 0 ? "method" : undefined;
    const params = found.steps.flatMap((step, at) =>
      step.startsWith(":") ? [[step.slice(1), path[at] ?? ""]] : [],
    );
    return { route: found.route, params: Object.fromEntries(params) };
  }
}

function parameters({ steps }: Compiled): number {
  return steps.filter((step) => step.startsWith(":")).length;
}

function fits(steps: readonly string[], path: readonly string[]): boolean {
  return steps.length === path.length && steps.every((step, at) => step.startsWith(":") || step === path[at]);
}
