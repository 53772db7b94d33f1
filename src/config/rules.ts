import { z } from "zod";

import { isLoopbackHost } from "../base/address.ts";
import { Secret } from "../base/secret.ts";

/** One setting: how it is read, and how .env.example explains it. */
export interface SettingRule<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Lines for the operator. */
  readonly about: readonly string[];
  /** What stands behind `=` in .env.example. */
  readonly example: string;
}

/** The settings, in the order .env.example has them. Operators script against these names: they are fixed. */
export const rules = {
  DISCORD_TOKEN: rule(discordToken().optional(), {
    about: [
      "The bot's token (Discord developer portal, your application, Bot, Reset Token).",
      "Without it, `npm start` runs the playground: no account anywhere is needed.",
    ],
  }),
  DISCORD_GUILD_ID: rule(snowflake().optional(), {
    about: [
      "Register the commands in this server alone, at once, instead of everywhere (Copy Server ID in Discord).",
    ],
  }),
  DISCORD_API_URL: rule(address("https://discord.com/api").optional(), {
    about: ["Another address of Discord's API, for tests. https, or http on this machine."],
  }),
  PLATFORM_PROFILE: rule(unpadded().optional(), {
    about: [
      "The platform's profile: a shipped name (neutral, lookalike) or a file (how to write one: src/platform/profile/README.md).",
    ],
  }),
  PLATFORM_BASE_URL: rule(address("https://portal.example").optional(), {
    about: ["Replaces the profile's portal host. https, or http on this machine."],
  }),
  PLATFORM_API_KEY: rule(secret().optional(), {
    about: ["The key the platform gave you for its API. Demo platform: playground."],
  }),
  PLATFORM_CLIENT_SECRET: rule(secret().optional(), {
    about: ["The secret of your application there, where members link with OAuth (profile: signIn.oauth)."],
  }),
  DATABASE_URL: rule(databaseUrl(), {
    about: ["Where the database lies. A folder of its own; never the keyring's."],
    example: "file:./data/milepost.db",
  }),
  MILEPOST_KEYRING_FILE: rule(unpadded().optional(), {
    about: [
      "The keyring: keys that seal what is stored and sign what buttons carry. Made on the first start.",
      "Back it up apart from the database; whoever has both can read members' sessions.",
      "Unset: ./keys/milepost-keyring, or systemd's credential `milepost-keyring`.",
    ],
  }),
  PRIVATE_COMMANDS: rule(z.enum(["on", "off"]).default("on"), {
    about: [
      "off switches /link and everything that uses members' sessions off, at the next start. What is linked stays.",
    ],
    example: "on",
  }),
  PICTURES: rule(z.enum(["on", "off"]).default("on"), {
    about: ["off answers in words alone: no picture is drawn, and the memory that takes is saved."],
    example: "on",
  }),
  LINK_ACCEPT: rule(z.enum(["sealed,cookies", "sealed"]).optional(), {
    about: [
      "What members may paste into /link: sealed bundles and cookies (sealed,cookies), or bundles alone (sealed).",
      "Unset: both in the playground and while your application is private, sealed alone once others can add it.",
    ],
  }),
  PUBLIC_URL: rule(publicAddress().optional(), {
    about: [
      "The address of this bot on the web, for members who link with OAuth: the sign-in then ends on a page of the bot",
      "(register PUBLIC_URL/linked with the platform). Unset: they paste the address they land on.",
    ],
  }),
  LINK_PORT: rule(port().optional(), {
    about: [
      "The port that page is served on, in plain HTTP: put a proxy with TLS in front. Needs PUBLIC_URL.",
    ],
  }),
  LINK_HOST: rule(unpadded().default("127.0.0.1"), {
    about: ["The address it is served on."],
    example: "127.0.0.1",
  }),
  SCHEDULED_EVENTS: rule(z.enum(["on", "off"]).default("off"), {
    about: [
      "on lets servers' admins have dated things stand in the server's own calendar (/setup, Posts).",
      "The bot needs Create Events there. Switched off again, what it made is taken away.",
    ],
    example: "off",
  }),
  SESSION_IDLE_DAYS: rule(days(), {
    about: ["A linked session that its member has not used for so many days is deleted: 1 to 365."],
    example: "30",
  }),
  LOG_LEVEL: rule(z.enum(["debug", "info", "warn", "error", "silent"]).default("info"), {
    about: ["debug, info, warn, error or silent."],
    example: "info",
  }),
  HEALTH_PORT: rule(port().optional(), {
    about: ["Serves /healthz, /readyz and /metrics (Prometheus) on this port. Unset: not served."],
  }),
  HEALTH_HOST: rule(unpadded().default("127.0.0.1"), {
    about: ["The address they are served on."],
    example: "127.0.0.1",
  }),
  PLAYGROUND_PORT: rule(port().optional(), {
    about: ["The playground's page is served on this port of 127.0.0.1. Unset: any free one."],
  }),
  OPERATOR_NAME: rule(unpadded().pipe(z.string().max(80, "at most 80 characters")).optional(), {
    about: ["Who runs this bot, and how to reach you: shown to members."],
  }),
  OPERATOR_CONTACT: rule(unpadded().pipe(z.string().max(200, "at most 200 characters")).optional(), {
    about: [],
  }),
  PRIVACY_URL: rule(address("https://you.example/privacy").optional(), {
    about: ["The address of your privacy notice, if it isn't the one that comes along."],
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
  return unpadded()
    .refine(isSafeAddress, `it must be a web address such as ${example}: https, or http on this machine only`)
    .refine((text) => !hasUserInfo(text), "it may not hold a name and password")
    .transform((text) => text.replace(/\/+$/, ""));
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
    .refine((text) => !/^postgres(ql)?:/.test(text), {
      error: "PostgreSQL is not supported yet: use file:./data/milepost.db",
      abort: true,
    })
    .refine(
      (text) => text === ":memory:" || /^file:[^?#]+[^/?#]$/.test(text),
      "it must be file: and a path, such as file:./data/milepost.db",
    )
    .default("file:./data/milepost.db");
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
