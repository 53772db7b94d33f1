import type { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import { changeAddress } from "../base/postgres-address.ts";
import { Secret } from "../base/secret.ts";
import { rules, type SettingName } from "./rules.ts";
import { levenshtein, TYPING_ERRORS } from "../base/levenshtein.ts";

export interface DiscordSettings {
  readonly token: Secret;
  /** Another address of the API than Discord's own. No slash at its end. */
  readonly apiUrl?: string;
  /** Registers the commands in this server instead of globally. */
  readonly guildId?: string;
  /** Receives interactions over HTTP there; absent: over the gateway. */
  readonly endpoint?: { readonly host: string; readonly port: number; readonly url?: string };
  /**
   * The shards of this process, and their number in all; absent: all. Discord sends what belongs to no server to shard
   * 0.
   */
  readonly shards?: { readonly ids: readonly number[]; readonly count: number };
}

interface PlatformSettings {
  /** A shipped profile's name, or a file. */
  readonly profile?: string;
  /** No slash at its end. */
  readonly baseUrl?: string;
  readonly apiKey?: Secret;
  /** The application's OAuth client secret. */
  readonly clientSecret?: Secret;
}

export interface DatabaseSettings {
  /** `file:` and a path, `:memory:`, or a `postgres:` URL without its password. */
  readonly url: string;
  readonly password?: Secret;
}

/** Everything an operator can set, read once at the start. */
export interface Settings {
  /** Absent: the playground. */
  readonly discord?: DiscordSettings;
  readonly platform: PlatformSettings;
  readonly database: DatabaseSettings;
  readonly keyring: {
    /** MILEPOST_KEYRING_FILE. */
    readonly file?: string;
    /** Set by systemd: the folder of its credentials. */
    readonly credentialsFolder?: string;
  };
  readonly privateCommands: {
    /** The kill switch: false turns off whatever uses members' sessions. */
    readonly isOn: boolean;
    /** LINK_ACCEPT; without it, Discord says whether the application is public. */
    readonly accepts?: NonNullable<Values["LINK_ACCEPT"]>;
    readonly idleDays: number;
  };
  /** Whether servers may have dated events in their Events. */
  readonly areEventsOn: boolean;
  /** Whether cards are drawn. */
  readonly hasPictures: boolean;
  readonly logLevel: Values["LOG_LEVEL"];
  /** Absent: not served. */
  readonly health?: { readonly host: string; readonly port: number };
  /** Called each minute while all is well. */
  readonly heartbeat?: Secret;
  /** The page on which sign-ins end: its public address, and where it is served. Absent: members paste the address. */
  readonly signInPage?: { readonly url: string; readonly host: string; readonly port: number };
  readonly playgroundPort?: number;
  readonly operator: { readonly name?: string; readonly contact?: string; readonly privacyUrl?: string };
  /** Sentences for the log about names that look like ours and aren't. */
  readonly warnings: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;
type Values = { readonly [Name in SettingName]: z.output<(typeof rules)[Name]["schema"]> };

/**
 * Parses the settings; empty values count as unset. Throws one "bad-settings" whose `details.reason` names each wrong
 * setting and how to correct it, without values.
 */
export function readSettings(env: Environment): Settings {
  const { values, problems } = readValues(env);
  if (problems.length > 0) throw refusal(problems);
  if (values.DISCORD_TOKEN !== undefined && needsPlatform(values))
    throw new MilepostError("bad-settings", { reason: RECIPE });
  return assemble(values, env);
}

export function envExample(): string {
  const head = [
    "# Milepost's settings. Copy this file to .env, and fill in what you need. Everything can stay empty.",
    "# The environment wins over this file.",
  ];
  const blocks = Object.entries(rules).map(([name, { about, example }]) =>
    [...about.map((line) => `# ${line}`), `${example === "" ? "#" : ""}${name}=${example}`].join("\n"),
  );
  return `${head.join("\n")}\n\n${blocks.join("\n\n")}\n`;
}

function readValues(env: Environment): { values: Values; problems: readonly string[] } {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, { schema }] of Object.entries(rules)) {
    const parsed = schema.safeParse(env[name] === "" ? undefined : env[name]);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name}: ${sentence(parsed.error)}`);
  }
  if (problems.length === 0) problems.push(...contradictions(values as Values));
  // Each value comes from the schema of its name; invalid ones are not read.
  return { values: values as Values, problems };
}

/** Returns what is wrong with settings that are valid only separately. */
function contradictions(values: Values): readonly string[] {
  const { INTERACTIONS_PORT: port, INTERACTIONS_URL: url, SHARDS: shards, SHARD_COUNT: count } = values;
  const isEndpoint = port !== undefined;
  const hasShards = shards !== undefined;
  const [hasPage, hasPagePort] = [values.PUBLIC_URL !== undefined, values.LINK_PORT !== undefined];
  const rules: readonly (readonly [isBroken: boolean, problem: string])[] = [
    [url !== undefined && !isEndpoint, "INTERACTIONS_URL: set INTERACTIONS_PORT too, the port it leads to"],
    [hasShards && count === undefined, "SHARDS: set SHARD_COUNT too, how many there are in all"],
    [!hasShards && count !== undefined, "SHARD_COUNT: set SHARDS too, those this process runs, such as 0-3"],
    [
      hasShards && count !== undefined && shards.last >= count,
      "SHARDS: counted from 0, the last shard is SHARD_COUNT less 1",
    ],
    [hasShards && isEndpoint, "SHARDS: with INTERACTIONS_PORT there are none, so leave one of them out"],
    [!hasPage && hasPagePort, "PUBLIC_URL: set it too, to the address at which LINK_PORT is reached"],
    [hasPage && !hasPagePort, "LINK_PORT: set it too, to the port your proxy passes PUBLIC_URL on to"],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

/** zod's own messages may repeat the value; ours never do. */
function sentence(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue?.code === "invalid_value") return `it must be one of ${issue.values.map(String).join(", ")}`;
  if (issue?.code === "custom" || issue?.code === "too_big") return issue.message;
  return "it can't be read";
}

function refusal(problems: readonly string[]): MilepostError {
  const count = problems.length === 1 ? "One setting is" : `${problems.length} settings are`;
  const lines = problems.map((problem) => `  ${problem}`);
  const reason = [`${count} wrong. Fix this in the environment or in .env:`, ...lines].join("\n");
  return new MilepostError("bad-settings", { reason });
}

function needsPlatform(values: Values): boolean {
  return values.PLATFORM_PROFILE === undefined && values.PLATFORM_BASE_URL === undefined;
}

const RECIPE = `DISCORD_TOKEN is set, but no platform is. Set PLATFORM_PROFILE to your platform's profile
(src/platform/profile/README.md shows how to write one). Or try Milepost on Discord with the demo platform:
  1. In one terminal:
       npm run platform -- --profile neutral --port 8787 --write-profile demo.json
  2. In the environment or in .env:
       PLATFORM_PROFILE=./demo.json
       PLATFORM_API_KEY=playground
  3. In another terminal:
       npm start`;

function assemble(values: Values, env: Environment): Settings {
  const { DISCORD_TOKEN: token, PUBLIC_URL: publicUrl } = values;
  const endpoint = placeOf(values.INTERACTIONS_HOST, values.INTERACTIONS_PORT);
  const page = placeOf(values.LINK_HOST, values.LINK_PORT);
  const discord = given({
    apiUrl: values.DISCORD_API_URL,
    guildId: values.DISCORD_GUILD_ID,
    endpoint: endpoint && { ...endpoint, ...given({ url: values.INTERACTIONS_URL }) },
    shards: shardsOf(values),
  });
  return {
    platform: given({
      profile: values.PLATFORM_PROFILE,
      baseUrl: values.PLATFORM_BASE_URL,
      apiKey: values.PLATFORM_API_KEY,
      clientSecret: values.PLATFORM_CLIENT_SECRET,
    }),
    database: databaseOf(values),
    keyring: given({ file: values.MILEPOST_KEYRING_FILE, credentialsFolder: env["CREDENTIALS_DIRECTORY"] }),
    privateCommands: {
      isOn: values.PRIVATE_COMMANDS !== "off",
      ...given({ accepts: values.LINK_ACCEPT }),
      idleDays: values.SESSION_IDLE_DAYS,
    },
    areEventsOn: (values.SCHEDULED_EVENTS ?? (token === undefined ? "on" : "off")) === "on",
    hasPictures: values.PICTURES === "on",
    logLevel: values.LOG_LEVEL,
    ...given({
      discord: token && { token, ...discord },
      health: placeOf(values.HEALTH_HOST, values.HEALTH_PORT),
      signInPage: page && publicUrl !== undefined ? { url: publicUrl, ...page } : undefined,
      playgroundPort: values.PLAYGROUND_PORT,
      heartbeat: values.HEARTBEAT_URL,
    }),
    operator: given({
      name: values.OPERATOR_NAME,
      contact: values.OPERATOR_CONTACT,
      privacyUrl: values.PRIVACY_URL,
    }),
    warnings: unknownSettings(Object.keys(env), Object.keys(rules)),
  };
}

/** Returns where something is served; undefined where it is not. */
function placeOf(host: string, port: number | undefined) {
  return port === undefined ? undefined : { host, port };
}

/** Takes the password out of the address, since addresses are shown. */
function databaseOf({ DATABASE_URL: address, DATABASE_PASSWORD_FILE: fromFile }: Values): DatabaseSettings {
  if (!address.startsWith("postgres")) return { url: address };
  let text = "";
  const bare = changeAddress(address, (url) => {
    text = decodeURIComponent(url.password) || (url.searchParams.get("password") ?? "");
    url.password = "";
    url.searchParams.delete("password");
  });
  const named = text === "" ? undefined : new Secret(text);
  return { url: bare, ...given({ password: fromFile ?? named }) };
}

function shardsOf({ SHARDS: range, SHARD_COUNT: count }: Values): DiscordSettings["shards"] {
  if (range === undefined || count === undefined) return undefined;
  const ids = Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at);
  return { ids, count };
}

type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Returns the members that are set. */
function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}

const OUR_PREFIXES = /^(MILEPOST|DISCORD|PLATFORM|PLAYGROUND|OPERATOR)_/;

/** Returns a sentence for each unknown variable whose name resembles ours. Values are not read. */
function unknownSettings(names: readonly string[], known: readonly string[]): readonly string[] {
  return names
    .filter((name) => !known.includes(name) && name.length <= 60)
    .flatMap((name) => {
      const meant = known.find((candidate) => levenshtein(name.toUpperCase(), candidate) <= TYPING_ERRORS);
      if (meant !== undefined) return [`Unknown setting ${name}. Did you mean ${meant}?`];
      return OUR_PREFIXES.test(name) ? [`Unknown setting ${name}: it does nothing.`] : [];
    });
}
