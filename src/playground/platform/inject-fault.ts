import type { IncomingMessage, ServerResponse } from "node:http";
import { createGzip } from "node:zlib";

import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import type { Envelope } from "./envelope.ts";
import { endsAnswer, type Fault } from "./faults.ts";
import { type Content, html, json, send } from "./respond.ts";

interface FaultTarget {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly envelope: Envelope;
  /** Returns the answer without faults. */
  readonly content: () => Content;
}

/** Applies the faults. Returns whether one of them replaced the answer. */
export async function injectFaults(faults: readonly Fault[], target: FaultTarget): Promise<boolean> {
  for (const fault of faults) {
    if (fault.kind === "latency") await pause(fault.ms, target.response);
    if (target.response.destroyed) return true;
  }
  const fault = faults.find(endsAnswer);
  if (fault === undefined) return false;
  play(fault, target);
  return true;
}

function play(fault: Fault, target: FaultTarget): void {
  const { request, response } = target;
  switch (fault.kind) {
    case "latency":
    case "signIn":
      return;
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "truncated":
      return truncate(response, target.content());
    case "drip":
      return drip(response, target.content(), fault.everyMs);
    case "bomb":
      return explode(response, fault.bytes);
    case "code":
    case "empty":
    case "html":
    case "http":
    case "maintenance":
    case "throttle":
    case "wrongJson":
      send(request, response, contentOf(fault, target.envelope));
  }
}

type Spoken = Exclude<Fault, { kind: "latency" | "signIn" | "reset" | "truncated" | "drip" | "bomb" }>;

function contentOf(fault: Spoken, envelope: Envelope): Content {
  switch (fault.kind) {
    case "http": {
      const headers: Record<string, string> = {};
      if (fault.retryAfterSeconds !== undefined) headers["retry-after"] = String(fault.retryAfterSeconds);
      if (fault.location !== undefined) headers["location"] = fault.location;
      return { ...html(fault.status, "Error", "The request could not be answered."), headers };
    }
    case "code": {
      const { code, message, throttleSeconds } = fault;
      return json(
        fault.status,
        envelope.trouble({ code, name: `Error${String(code)}`, message, throttleSeconds }),
      );
    }
    case "maintenance":
      return maintenance(fault, envelope);
    case "html":
      return html(fault.status, "Service page", "<b>Please come back later.</b>");
    case "throttle": {
      const retryAfter = fault.retryAfterSeconds;
      const trouble = {
        code: envelope.codeOf("throttled", 36),
        name: "ThrottleLimitExceeded",
        message: "Slow down.",
        throttleSeconds: fault.seconds,
      };
      const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
      return json(fault.status ?? envelope.statusOf("throttled"), envelope.trouble(trouble), headers);
    }
    case "wrongJson":
      if (fault.form === "broken")
        return { status: 200, type: "application/json", body: Buffer.from('{"a": [1, 2') };
      return json(200, [["not", "what", "was", "asked"], 42]);
    case "empty":
      return { status: 200, type: "application/json", body: Buffer.alloc(0) };
  }
}

function maintenance(fault: Extract<Fault, { kind: "maintenance" }>, envelope: Envelope): Content {
  const message = "This system is temporarily disabled for planned maintenance.";
  const status = fault.status ?? envelope.statusOf("maintenance");
  if (fault.form === "html") return html(status, "Maintenance", message);
  if (fault.form === "alternative") return json(status, envelope.alternative("maintenance", message));
  const code = envelope.codeOf("maintenance", 5);
  return json(status, envelope.trouble({ code, name: "SystemDisabled", message }));
}

/** Announces the full length, sends half, and closes. */
function truncate(response: ServerResponse, content: Content): void {
  response.writeHead(content.status, { "content-type": content.type, "content-length": content.body.length });
  response.write(content.body.subarray(0, Math.floor(content.body.length / 2)), () => response.destroy());
}

/** Sends the body byte by byte, then spaces without end. */
function drip(response: ServerResponse, content: Content, everyMs: number): void {
  response.writeHead(content.status, { "content-type": content.type });
  let at = 0;
  const timer = setInterval(() => {
    response.write(at < content.body.length ? content.body.subarray(at, at + 1) : " ");
    at += 1;
  }, everyMs);
  response.once("close", () => clearInterval(timer));
}

function explode(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  const packed = createGzip({ level: 9 });
  packed.pipe(response);
  const blank = Buffer.alloc(1 << 20, 0x20);
  let left = bytes;
  const feed = () => {
    while (left > 0) {
      const part = blank.subarray(0, Math.min(left, blank.length));
      left -= part.length;
      if (!packed.write(part)) return;
    }
    packed.end("{}");
  };
  packed.on("drain", feed);
  response.once("close", () => packed.destroy());
  feed();
}

/** Waits, unless the client disconnects. */
async function pause(ms: number, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  await sleepUnlessAborted(ms, gone.signal);
}
