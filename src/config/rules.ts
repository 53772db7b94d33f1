import { readFileSync } from "node:fs";

import { z } from "zod";

import { isLoopbackHost } from "../base/address.ts";
import { Secret } from "../base/secret.ts";
import { systemCode } from "../base/system-code.ts";

/** One setting: how it is read, and how .env.example explains it. */
export interface SettingRule<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Lines for the operator. */
  readonly about: readonly string[];
  /** What stands behind `=` in .env.example. */
  readonly example: string;
}

const POSTGRES = /^postgres(?:ql)?:\/\//;
const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"];

/** The settings, in the order .env.example has them. Operators script against these names: they are fixed. */
export const rules = {
  DISCORD_TOKEN: rule(discordToken().optional(), {
    about: [
      "The bot's token, from Discord's developer portal: your application > Bot > Reset Token.",
      "Default: none, and `npm start` opens the playground.",
    ],
  }),
  DISCORD_GUILD_ID: rule(snowflake().optional(), {
    about: [
      "Offer commands in one server only, at once. Right-click the server > Copy Server ID, such as 123456789012345678.",
      "Default: offer them everywhere.",
    ],
  }),
  DISCORD_API_URL: rule(address("https://discord.com/api").optional(), {
    about: ["For tests: another address of Discord's API. Use https, or http on this machine."],
  }),
  INTERACTIONS_PORT: rule(port().optional(), {
    about: [
      "Take commands and presses over HTTP on this port, in place of the gateway, such as 8080.",
      "Default: over the gateway, so that nothing has to reach this machine.",
    ],
  }),
  INTERACTIONS_HOST: rule(unpadded().default("127.0.0.1"), {
    about: ["The address they are taken on. In a container: 0.0.0.0."],
    example: "127.0.0.1",
  }),
  INTERACTIONS_URL: rule(endpointAddress().optional(), {
    about: [
      "The public address that leads to /interactions on that port. The bot has Discord use it.",
      "Default: enter yours in Discord's developer portal: General Information > Interactions Endpoint URL.",
    ],
  }),
  SHARDS: rule(shards().optional(), {
    about: [
      "Run only these shards of the gateway, such as 0-3, of SHARD_COUNT in all.",
      "Other processes, each with its own database, run the others.",
      "Default: as many as the bot's servers need.",
    ],
  }),
  SHARD_COUNT: rule(shardCount().optional(), {
    about: ["How many shards there are in all, such as 16. Needed with SHARDS."],
  }),
  PLATFORM_PROFILE: rule(unpadded().optional(), {
    about: [
      "Your platform's profile: a file such as ./my-service.json, or one that comes along (neutral, lookalike).",
      "How to write one: src/platform/profile/README.md.",
    ],
  }),
  PLATFORM_BASE_URL: rule(address("https://portal.example").optional(), {
    about: [
      "Another address of the platform's site, such as https://portal.example. Default: the profile's hosts.portal.",
    ],
  }),
  PLATFORM_API_KEY: rule(secret().optional(), {
    about: ["The API key the platform gave you. For the demo platform: playground."],
  }),
  PLATFORM_CLIENT_SECRET: rule(secret().optional(), {
    about: [
      "The secret of your application there, if members link with OAuth (signIn.oauth in the profile).",
    ],
  }),
  DATABASE_URL: rule(databaseUrl(), {
    about: [
      "The database file. Never put it in the keyring's folder.",
      "Or a PostgreSQL server: postgres://user@host/database?sslmode=verify-full.",
    ],
    example: "file:./data/milepost.db",
  }),
  DATABASE_PASSWORD_FILE: rule(secretFile().optional(), {
    about: ["A file with PostgreSQL's password and nothing else, instead of a password in DATABASE_URL."],
  }),
  MILEPOST_KEYRING_FILE: rule(unpadded().optional(), {
    about: [
      "The keyring: keys that encrypt what is stored and sign buttons. The first start makes it.",
      "Back it up apart from the database: whoever has both can use members' sessions.",
      "Default: ./keys/milepost-keyring, or systemd's credential `milepost-keyring`.",
    ],
  }),
  PRIVATE_COMMANDS: rule(z.enum(["on", "off"]).default("on"), {
    about: ["off turns off /link and everything that uses linked sessions. They stay stored."],
    example: "on",
  }),
  PICTURES: rule(z.enum(["on", "off"]).default("on"), {
    about: ["off replies with text only. It saves memory."],
    example: "on",
  }),
  LINK_ACCEPT: rule(z.enum(["sealed,cookies", "sealed"]).optional(), {
    about: [
      "What members can paste into /link: encrypted sessions only (sealed), or plain cookies too (sealed,cookies).",
      "Default: sealed,cookies while only you can add the bot; sealed once others can.",
    ],
  }),
  PUBLIC_URL: rule(publicAddress().optional(), {
    about: [
      "The bot's own address on the web, for members who link with OAuth: register PUBLIC_URL/linked with the platform.",
      "Default: members paste the address they land on.",
    ],
  }),
  LINK_PORT: rule(port().optional(), {
    about: [
      "The port PUBLIC_URL leads to, such as 9200. It speaks plain HTTP: put a proxy with TLS in front.",
    ],
  }),
  LINK_HOST: rule(unpadded().default("127.0.0.1"), {
    about: ["The address it is served on. In a container: 0.0.0.0."],
    example: "127.0.0.1",
  }),
  SCHEDULED_EVENTS: rule(z.enum(["on", "off"]).default("off"), {
    about: [
      "on lets server admins fill their server's own Events, in /setup. The bot then needs Create Events there.",
      "If you turn it off again, the bot deletes the events it made.",
    ],
    example: "off",
  }),
  SESSION_IDLE_DAYS: rule(days(), {
    about: ["Linked sessions are deleted after this many days unused: 1 to 365."],
    example: "30",
  }),
  LOG_LEVEL: rule(z.enum(["debug", "info", "warn", "error", "silent"]).default("info"), {
    about: ["How much to log: debug, info, warn, error or silent."],
    example: "info",
  }),
  HEALTH_PORT: rule(port().optional(), {
    about: [
      "Serve /healthz, /readyz and /metrics (Prometheus) on this port, such as 9100. Default: not served.",
    ],
  }),
  HEALTH_HOST: rule(unpadded().default("127.0.0.1"), {
    about: ["The address they are served on. In a container: 0.0.0.0."],
    example: "127.0.0.1",
  }),
  HEARTBEAT_URL: rule(secretAddress().optional(), {
    about: [
      "A monitor's address, such as https://monitor.example/ping/id. The bot calls it each minute while all is well, so",
      "the monitor can tell you when the calls stop. Never logged. Default: none.",
    ],
  }),
  PLAYGROUND_PORT: rule(port().optional(), {
    about: ["The playground's port, such as 4400. Default: any free one."],
  }),
  OPERATOR_NAME: rule(unpadded().pipe(z.string().max(80, "at most 80 characters")).optional(), {
    about: ["Who runs this bot. Members see it in /help and /link."],
  }),
  OPERATOR_CONTACT: rule(unpadded().pipe(z.string().max(200, "at most 200 characters")).optional(), {
    about: ["How members reach you, such as @you or you@mail.example."],
  }),
  PRIVACY_URL: rule(address("https://you.example/privacy").optional(), {
    about: ["Your privacy policy, such as https://you.example/privacy. Default: /help links to none."],
  }),
};

export type SettingName = keyof typeof rules;

function rule<Schema extends z.ZodType>(
  schema: Schema,
  { about, example = "" }: { about: readonly string[]; example?: string },
): SettingRule<Schema> {
  return { schema, about, example };
}

/** Text without the spaces and quotes that copying brings along. */
function unpadded() {
  return z
    .string()
    .refine((text) => text === text.trim(), {
      error: "remove the spaces or line breaks around it",
      abort: true,
    })
    .refine((text) => !/^(["'`]).*\1$/s.test(text), { error: "remove the quotes around it", abort: true });
}

function secret() {
  return unpadded()
    .refine((text) => /^[\x21-\x7E]+$/.test(text), "it may hold no spaces and no letters beyond ASCII")
    .transform((text) => new Secret(text));
}

function discordToken() {
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

function snowflake() {
  return unpadded().refine(
    (text) => /^\d{16,20}$/.test(text),
    "it must be a server's id, 17 to 20 digits: right-click the server, Copy Server ID",
  );
}

function port() {
  return unpadded()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, "it must be a port, 0 to 65535")
    .transform(Number);
}

function shards() {
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

function shardCount() {
  return unpadded()
    .refine((text) => /^[1-9]\d{0,4}$/.test(text), "it must be a number of shards, such as 16")
    .transform(Number);
}

function days() {
  return unpadded()
    .refine(
      (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 365,
      "it must be a number of days, 1 to 365",
    )
    .default("30")
    .transform(Number);
}

function address(example: string) {
  return wholeAddress(example).transform((text) => text.replace(/\/+$/, ""));
}

function secretAddress() {
  return wholeAddress("https://monitor.example/ping/id").transform((text) => new Secret(text));
}

function wholeAddress(example: string) {
  return unpadded()
    .refine(isSafeAddress, `it must be a web address such as ${example}: https, or http on this machine only`)
    .refine((text) => !hasUserInfo(text), "it may not hold a name and password");
}

function endpointAddress() {
  const example = "https://bot.example/interactions";
  return address(example).refine((text) => new URL(text).pathname !== "/", {
    error: `its path is missing, such as ${example}`,
  });
}

/** It stands before a path, and in the address behind a button. */
function publicAddress() {
  return address("https://bot.example").refine(
    (text) => !/[?#{}]/.test(text) && text.length <= 200,
    "it may hold a host and a path alone, of at most 200 characters",
  );
}

function databaseUrl() {
  return unpadded()
    .refine((text) => text === ":memory:" || /^file:[^?#]+[^/?#]$/.test(text) || POSTGRES.test(text), {
      error: "it must be file: and a path, such as file:./data/milepost.db, or postgres://user@host/database",
      abort: true,
    })
    .refine((text) => !POSTGRES.test(text) || namesDatabase(text), {
      error: "it must name a server and a database: postgres://user@host/database, with % written as %25",
      abort: true,
    })
    .refine((text) => !POSTGRES.test(text) || SSL_MODES.includes(sslModeOf(text)), {
      error: `its sslmode must be one of ${SSL_MODES.join(", ")}`,
    })
    .default("file:./data/milepost.db");
}

function namesDatabase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  // A % that encodes nothing: the driver could not read it.
  return pathname.length > 1 && [username, password, pathname].every(isDecodable);
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function sslModeOf(text: string): string {
  return new URL(text).searchParams.get("sslmode") ?? "disable";
}

/** The secret a file holds, as an orchestrator mounts it. */
function secretFile() {
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
