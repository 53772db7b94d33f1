import { readFileSync } from "node:fs";

import { z } from "zod";

import { isLoopbackHost, withoutEndSlashes } from "../base/address.ts";
import { levenshtein, TYPING_ERRORS } from "../base/levenshtein.ts";
import { eachServer } from "../base/postgres-address.ts";
import { Secret } from "../base/secret.ts";
import { systemCode } from "../base/system-code.ts";

/** The possible values of settings, each with its own sentence for what is wrong. */

const POSTGRES = /^postgres(?:ql)?:\/\//;
const OPTIONS = [
  "application_name",
  "host",
  "options",
  "password",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslrootcert",
  "user",
];
const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"];

/** Text without the spaces and quotes that copying adds. */
export function unpadded() {
  return z
    .string()
    .refine((text) => text === text.trim(), {
      error: "remove the spaces or line breaks around it",
      abort: true,
    })
    .refine((text) => !/^(["'`]).*\1$/s.test(text), { error: "remove the quotes around it", abort: true });
}

export function secret() {
  return unpadded()
    .refine((text) => /^[\x21-\x7E]+$/.test(text), "it may hold no spaces and no letters beyond ASCII")
    .transform((text) => new Secret(text));
}

export function discordToken() {
  return unpadded()
    .refine((text) => !/^Bot\b/i.test(text), {
      error: 'leave out the word "Bot" before the token',
      abort: true,
    })
    .refine((text) => !/^\d{16,20}$/.test(text), {
      error: "that is an id, not a token: take the token from the page Bot of the developer portal",
      abort: true,
    })
    .pipe(secret());
}

export function snowflake() {
  return unpadded().refine(
    (text) => /^\d{16,20}$/.test(text),
    "it must be a server's id, 17 to 20 digits: right-click the server, Copy Server ID",
  );
}

export function port() {
  return unpadded()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, "it must be a port, 0 to 65535")
    .transform(Number);
}

export function shards() {
  return unpadded()
    .refine(
      (text) => /^\d{1,5}(-\d{1,5})?$/.test(text),
      "it must be shards from 0 on, such as 0-3, or a single one",
    )
    .transform((text) => {
      const [first = 0, last = first] = text.split("-").map(Number);
      return { first, last };
    })
    .refine(({ first, last }) => first <= last, "the first of them must come first, such as 0-3");
}

export function shardCount() {
  return unpadded()
    .refine((text) => /^[1-9]\d{0,4}$/.test(text), "it must be a number of shards, such as 16")
    .transform(Number);
}

export function days() {
  return unpadded()
    .refine(
      (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 365,
      "it must be a number of days, 1 to 365",
    )
    .default("30")
    .transform(Number);
}

export function address(example: string) {
  return wholeAddress(example).transform(withoutEndSlashes);
}

export function secretAddress() {
  return wholeAddress("https://monitor.example/ping/id").transform((text) => new Secret(text));
}

function wholeAddress(example: string) {
  return unpadded()
    .refine(isSafeAddress, `it must be a web address such as ${example}: https, or http on this machine only`)
    .refine((text) => !hasUserInfo(text), "it may not hold a name and password");
}

export function endpointAddress() {
  const example = "https://bot.example/interactions";
  return address(example).refine((text) => new URL(text).pathname !== "/", {
    error: `its path is missing, such as ${example}`,
  });
}

/** It precedes a path, and is part of a button's URL. */
export function publicAddress() {
  return address("https://bot.example").refine(
    (text) => !/[?#{}]/.test(text) && text.length <= 200,
    "it may hold a host and a path alone, of at most 200 characters",
  );
}

export function databaseUrl() {
  return unpadded()
    .refine((text) => text === ":memory:" || /^file:[^?#]+[^/?#]$/.test(text) || POSTGRES.test(text), {
      error: "it must be file: and a path, such as file:./data/milepost.db, or postgres://user@host/database",
      abort: true,
    })
    .refine((text) => !POSTGRES.test(text) || namesDatabase(text), {
      error: "it must name a server and a database: postgres://user@host/database, with % written as %25",
      abort: true,
    })
    .superRefine((text, context) => {
      const message = POSTGRES.test(text) ? optionFault(new URL(eachServer(text)[0] ?? text)) : undefined;
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .default("file:./data/milepost.db");
}

function namesDatabase(text: string): boolean {
  return eachServer(text).every(isOneDatabase);
}

function isOneDatabase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  // An invalid percent-encoding, which the driver could not parse.
  return pathname.length > 1 && [username, password, pathname].every(isDecodable);
}

function isDecodable(part: string): boolean {
  try {
    return decodeURIComponent(part).length <= part.length;
  } catch {
    return false;
  }
}

/** The driver ignores options it doesn't know. The name of one may be the rest of a password, so it is not repeated. */
function optionFault({ searchParams, hash }: URL): string | undefined {
  if (hash !== "") return "write # as %23";
  const unknown = [...searchParams.keys()].find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) {
    const meant = OPTIONS.find(
      (name) => levenshtein(unknown.slice(0, 60).toLowerCase(), name) <= TYPING_ERRORS,
    );
    const guess = meant ?? (/^ssl/i.test(unknown) ? "sslmode" : undefined);
    const question = guess === undefined ? "" : `. Did you mean ${guess}?`;
    return `it may hold the options ${OPTIONS.join(", ")} alone${question}`;
  }
  if (SSL_MODES.includes(searchParams.get("sslmode") ?? "disable")) return undefined;
  return `its sslmode must be one of ${SSL_MODES.join(", ")}`;
}

/** A secret in a file, as orchestrators mount it. */
export function secretFile() {
  return unpadded().transform((file, context) => {
    try {
      return new Secret(readFileSync(file, "utf8").replace(/\r?\n$/, ""));
    } catch (error) {
      const message = `the file can't be read (${systemCode(error) ?? "unknown"})`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  });
}

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
}

function hasUserInfo(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== "" || password !== "";
}
