import { z } from "zod";

import {
  address,
  databaseUrl,
  days,
  discordToken,
  endpointAddress,
  port,
  publicAddress,
  secret,
  secretAddress,
  secretFile,
  shardCount,
  shards,
  snowflake,
  unpadded,
} from "./setting-values.ts";

/** One setting: how it is parsed, and how .env.example explains it. */
export interface SettingRule<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Lines for the operator. */
  readonly about: readonly string[];
  /** The value in .env.example. */
  readonly example: string;
}

/** The settings, in the order of .env.example. Operators rely on these names: they don't change. */
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
      "Other processes run the others.",
      "Default: as many as the bot's servers need, shared out among the processes of one database.",
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
      "Another address of the platform, such as https://portal.example: all hosts of the profile are asked there.",
    ],
  }),
  PLATFORM_API_KEY: rule(secret().optional(), {
    about: ["The API key the platform gave you. For the demo platform: playground."],
  }),
  PLATFORM_CLIENT_SECRET: rule(secret().optional(), {
    about: [
      "The secret of your application there, if members link with OAuth (signIn.oauth in the profile),",
      "or if the platform wants a token of the application (clientCredentials).",
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
      "The bot's own address on the web, for calendar apps, and for members who link with OAuth: register PUBLIC_URL/linked",
      "with the platform.",
      "Default: members paste the address they land on. In the playground: http://127.0.0.1 and LINK_PORT.",
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
  SCHEDULED_EVENTS: rule(z.enum(["on", "off"]).optional(), {
    about: [
      "on lets server admins fill their server's own Events, in /setup. The bot then needs Create Events there.",
      "If you turn it off again, the bot deletes the events it made. Default: off, and on in the playground.",
    ],
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
