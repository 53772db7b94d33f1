import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, parseEnv } from "node:util";
import { describe, expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { packageRoot } from "../../src/base/package-root.ts";
import { rules, type SettingName } from "../../src/config/rules.ts";
import { envExample, type Environment, readSettings, type Settings } from "../../src/config/settings.ts";

const TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.canary.canary-token-value";
const complete = {
  DISCORD_TOKEN: TOKEN,
  DISCORD_API_URL: "http://127.0.0.1:4000/api/",
  DISCORD_GUILD_ID: "123456789012345678",
  INTERACTIONS_PORT: "8080",
  INTERACTIONS_HOST: "0.0.0.0",
  INTERACTIONS_URL: "https://bot.example/interactions",
  // Of the gateway, which there is none of with a port for interactions.
  SHARDS: "",
  SHARD_COUNT: "",
  PLATFORM_PROFILE: "./mine.json",
  PLATFORM_BASE_URL: "https://portal.example/",
  PLATFORM_CLIENT_SECRET: "canary-client",
  PLATFORM_API_KEY: "canary-key",
  DATABASE_URL: "file:/srv/milepost/m.db",
  DATABASE_PASSWORD_FILE: fileURLToPath(import.meta.url),
  MILEPOST_KEYRING_FILE: "/srv/keys/milepost",
  PRIVATE_COMMANDS: "off",
  PICTURES: "off",
  LINK_ACCEPT: "sealed",
  PUBLIC_URL: "https://bot.example/milepost",
  LINK_HOST: "0.0.0.0",
  LINK_PORT: "9200",
  SCHEDULED_EVENTS: "on",
  SESSION_IDLE_DAYS: "14",
  LOG_LEVEL: "warn",
  HEALTH_HOST: "0.0.0.0",
  HEALTH_PORT: "9100",
  HEARTBEAT_URL: "https://monitor.example/ping/secret",
  PLAYGROUND_PORT: "4400",
  OPERATOR_NAME: "Someone",
  OPERATOR_CONTACT: "@someone",
  PRIVACY_URL: "https://someone.example/privacy",
} satisfies Record<SettingName, string>;

function refusalOf(env: Environment): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof MilepostError && error.code === "bad-settings") return error.details.reason ?? "";
    throw error;
  }
  throw new Error("the settings were taken");
}

/** With every secret as `[secret]`. */
const printed = (settings: Settings): unknown => JSON.parse(JSON.stringify(settings));

/** The settings an example file names. */
const namesIn = (text: string) => [...text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);

describe("readSettings", () => {
  it("reads every setting", () => {
    const settings = readSettings({ ...complete, CREDENTIALS_DIRECTORY: "/run/credentials" });
    expect(printed(settings)).toEqual({
      discord: {
        token: "[secret]",
        apiUrl: "http://127.0.0.1:4000/api",
        guildId: "123456789012345678",
        endpoint: { host: "0.0.0.0", port: 8080, url: "https://bot.example/interactions" },
      },
      platform: {
        profile: "./mine.json",
        baseUrl: "https://portal.example",
        apiKey: "[secret]",
        clientSecret: "[secret]",
      },
      database: { url: "file:/srv/milepost/m.db" },
      keyring: { file: "/srv/keys/milepost", credentialsFolder: "/run/credentials" },
      privateCommands: { isOn: false, accepts: "sealed", idleDays: 14 },
      areEventsOn: true,
      hasPictures: false,
      logLevel: "warn",
      health: { host: "0.0.0.0", port: 9100 },
      heartbeat: "[secret]",
      signInPage: { url: "https://bot.example/milepost", host: "0.0.0.0", port: 9200 },
      playgroundPort: 4400,
      operator: { name: "Someone", contact: "@someone", privacyUrl: "https://someone.example/privacy" },
      warnings: [],
    });
    expect(settings.discord?.token.reveal()).toBe(TOKEN);
    expect(settings.platform.apiKey?.reveal()).toBe("canary-key");
  });

  it.each([
    ["in its address", "postgres://milepost:p%40ss@db/milepost?sslmode=verify-full"],
    ["beside its address", "postgres://milepost@db/milepost?sslmode=verify-full&password=p%40ss"],
  ])("keeps a password of PostgreSQL %s apart, where nothing prints it", (_where, DATABASE_URL) => {
    const { database } = readSettings({ DATABASE_URL });
    expect(database.url).toBe("postgres://milepost@db/milepost?sslmode=verify-full");
    expect(database.password?.reveal()).toBe("p@ss");
  });

  it("takes several servers of PostgreSQL, of which one is used at a time", () => {
    const { database } = readSettings({
      DATABASE_URL: "postgres://milepost:p%40ss@one:5432,two:6432/milepost",
    });
    expect(database.url).toBe("postgres://milepost@one:5432,two:6432/milepost");
    expect(database.password?.reveal()).toBe("p@ss");
    expect(refusalOf({ DATABASE_URL: "postgres://milepost@one:5432,two:x/milepost" })).toContain(
      "it must name a server and a database",
    );
  });

  it("takes PostgreSQL's password from a file, without the line's end", () => {
    const file = join(mkdtempSync(join(tmpdir(), "settings-")), "password");
    writeFileSync(file, "from a file\n");
    const { database } = readSettings({
      DATABASE_URL: "postgres://milepost:other@db/milepost",
      DATABASE_PASSWORD_FILE: file,
    });
    expect(database.password?.reveal()).toBe("from a file");
  });

  it("needs nothing for the playground, and takes an empty value as unset", () => {
    const bare = readSettings({});
    expect(printed(bare)).toEqual({
      platform: {},
      database: { url: "file:./data/milepost.db" },
      keyring: {},
      privateCommands: { isOn: true, idleDays: 30 },
      areEventsOn: true,
      hasPictures: true,
      logLevel: "info",
      operator: {},
      warnings: [],
    });
    const empty = Object.fromEntries(Object.keys(complete).map((name) => [name, ""]));
    expect(readSettings(empty)).toEqual(bare);
  });

  it("answers a token without a platform with the recipe for the demo platform", () => {
    const refusal = refusalOf({ DISCORD_TOKEN: TOKEN });
    expect(refusal).toContain("npm run platform -- --profile neutral --port 8787 --write-profile demo.json");
    expect(refusal).toContain("PLATFORM_PROFILE=./demo.json");
    expect(refusal).toContain("PLATFORM_API_KEY=playground");
    expect(refusal).toContain("npm start");
    expect(
      readSettings({ DISCORD_TOKEN: TOKEN, PLATFORM_BASE_URL: "https://p.example" }).discord,
    ).toBeDefined();
    expect(readSettings({ DISCORD_TOKEN: TOKEN, PLATFORM_PROFILE: "neutral" }).discord).toBeDefined();
  });

  it("names every wrong setting at once", () => {
    const refusal = refusalOf({
      LOG_LEVEL: "loud",
      HEALTH_PORT: "99999",
      DATABASE_URL: "mysql://x",
      PRIVACY_URL: "x",
    });
    expect(refusal.split("\n")).toEqual([
      "4 settings are wrong. Fix this in the environment or in .env:",
      "  DATABASE_URL: it must be file: and a path, such as file:./data/milepost.db, or postgres://user@host/database",
      "  LOG_LEVEL: it must be one of debug, info, warn, error, silent",
      "  HEALTH_PORT: it must be a port, 0 to 65535",
      "  PRIVACY_URL: it must be a web address such as https://you.example/privacy: https, or http on this machine only",
    ]);
  });

  it.each([
    ["DISCORD_TOKEN", ` ${TOKEN}`, "spaces or line breaks"],
    ["DISCORD_TOKEN", `${TOKEN}\n`, "spaces or line breaks"],
    ["DISCORD_TOKEN", `"${TOKEN}"`, "quotes"],
    ["DISCORD_TOKEN", `Bot ${TOKEN}`, 'the word "Bot"'],
    ["DISCORD_TOKEN", "123456789012345678", "an id, not a token"],
    ["DISCORD_TOKEN", "canary with spaces", "no spaces"],
    ["PLATFORM_API_KEY", "'canary-key'", "quotes"],
    ["DISCORD_GUILD_ID", "my server", "Copy Server ID"],
    ["DISCORD_API_URL", "http://discord.example/api", "https, or http on this machine"],
    ["DISCORD_API_URL", "http://127.0.0.1.evil.example/api", "https, or http on this machine"],
    ["PLATFORM_BASE_URL", "https://canary:canary@portal.example", "name and password"],
    ["PLATFORM_BASE_URL", "ftp://portal.example", "web address"],
    ["DATABASE_URL", "postgres://canary@db", "a server and a database"],
    ["DATABASE_URL", "postgres://canary@db/milepost?sslmode=prefer", "disable, require"],
    ["DATABASE_URL", "postgres://canary@db/milepost?ssl=true", "Did you mean sslmode?"],
    ["DATABASE_URL", "postgres://canary@db/milepost?SSLMODE=verify-full", "Did you mean sslmode?"],
    ["DATABASE_URL", "postgres://canary@db,db2/milepost?ssl_mode=verify-full", "Did you mean sslmode?"],
    ["DATABASE_URL", "postgres://u@db/milepost?sslrootcrt=/canary", "Did you mean sslrootcert?"],
    ["DATABASE_URL", "postgres://u@db/milepost?password=x&canary", "may hold the options"],
    ["DATABASE_URL", "postgres://u@db/milepost?sslmode=verify-full#canary", "%23"],
    ["DATABASE_URL", "mysql://canary@db/milepost", "postgres://user@host/database"],
    ["DATABASE_PASSWORD_FILE", "/canary/not-there", "can't be read (ENOENT)"],
    ["DATABASE_URL", "file:", "file: and a path"],
    ["DATABASE_URL", "file:./data/", "file: and a path"],
    ["DATABASE_URL", "postgres://u:100%canary@h/db", "% written as %25"],
    ["DATABASE_URL", "postgres://u:%ffcanary@h/db", "% written as %25"],
    ["HEALTH_PORT", "-1", "a port"],
    ["HEALTH_PORT", "80a", "a port"],
    ["INTERACTIONS_PORT", "https", "a port"],
    ["INTERACTIONS_URL", "canary", "web address"],
    ["INTERACTIONS_URL", "http://bot.example/interactions", "https, or http on this machine"],
    ["INTERACTIONS_URL", "https://canary.example/", "its path is missing"],
    ["INTERACTIONS_URL", "https://canary.example/interactions", "set INTERACTIONS_PORT too"],
    ["SHARDS", "canary", "such as 0-3"],
    ["SHARDS", "3-0", "must come first"],
    ["SHARDS", "0-3", "set SHARD_COUNT too"],
    ["SHARD_COUNT", "0", "a number of shards"],
    ["SHARD_COUNT", "16", "set SHARDS too"],
    ["OPERATOR_NAME", "x".repeat(81), "at most 80"],
    ["PUBLIC_URL", "http://bot.example/canary", "https, or http on this machine only"],
    ["PUBLIC_URL", "https://bot.example/?canary", "a host and a path alone"],
  ])("refuses %s=%j and says how to fix it, without its value", (name, value, hint) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toContain(`${name}: `);
    expect(refusal).toContain(hint);
    expect(refusal).not.toContain("canary");
  });

  it.each([
    [{ SHARDS: "0-16", SHARD_COUNT: "16" }, "the last shard is SHARD_COUNT less 1"],
    [{ SHARDS: "0-3", SHARD_COUNT: "16", INTERACTIONS_PORT: "8080" }, "leave one of them out"],
    [{ PUBLIC_URL: "https://bot.example" }, "LINK_PORT: set it too"],
    [{ LINK_PORT: "9200" }, "PUBLIC_URL: set it too"],
  ])("refuses %j, which make no sense together", (env, hint) => {
    expect(refusalOf(env)).toContain(hint);
  });

  it.each([
    ["0-3", "16", { ids: [0, 1, 2, 3], count: 16 }],
    ["15", "16", { ids: [15], count: 16 }],
    ["0", "1", { ids: [0], count: 1 }],
  ])("reads SHARDS=%s of %s", (SHARDS, SHARD_COUNT, shards) => {
    const { INTERACTIONS_PORT: _, INTERACTIONS_URL: __, ...others } = complete;
    expect(readSettings({ ...others, SHARDS, SHARD_COUNT }).discord?.shards).toEqual(shards);
  });

  it.each([
    [{ DISCORD_TOKN: "x" }, "DISCORD_TOKN. Did you mean DISCORD_TOKEN?"],
    [{ LOGLEVEL: "debug" }, "LOGLEVEL. Did you mean LOG_LEVEL?"],
    [{ LOG_LEVLE: "debug" }, "LOG_LEVLE. Did you mean LOG_LEVEL?"],
    [{ discord_token: "x" }, "discord_token. Did you mean DISCORD_TOKEN?"],
    [{ MILEPOST_COLOUR: "x" }, "MILEPOST_COLOUR: it does nothing."],
  ])("warns of %j", (env, warning) => {
    expect(readSettings(env).warnings).toEqual([`Unknown setting ${warning}`]);
  });

  it("keeps quiet about what is plainly somebody else's", () => {
    const env = {
      PATH: "/bin",
      HOME: "/root",
      npm_config_cache: "x",
      DATABASE: "x",
      PORT: "1",
      NODE_ENV: "test",
    };
    expect(readSettings(env).warnings).toEqual([]);
  });

  it("prints no secret, however the settings are printed", () => {
    const settings = readSettings(complete);
    expect(JSON.stringify(settings) + inspect(settings, { depth: 9 })).not.toContain("canary");
  });
});

describe("envExample", () => {
  it("is the file .env.example, letter for letter", () => {
    const file = readFileSync(`${packageRoot}.env.example`, "utf8");
    expect(Object.keys(rules).filter((name) => !namesIn(file).includes(name))).toEqual([]);
    expect(namesIn(file)).toEqual(Object.keys(rules));
    expect(file).toBe(envExample());
  });

  it("names every setting, and starts the playground when copied as it is", () => {
    for (const name of Object.keys(complete)) expect(envExample()).toMatch(new RegExp(`^#?${name}=`, "m"));
    expect(readSettings({ ...parseEnv(envExample()) })).toEqual(readSettings({}));
  });
});
