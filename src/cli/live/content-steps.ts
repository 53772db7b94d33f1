import type { PlatformClient } from "../../platform/client.ts";
import { definitionTables } from "../../platform/resources/definitions.ts";
import { counted } from "../subcommand.ts";
import { type Found, listed, named, type Step } from "./trial.ts";

/** Trends and articles, which need no player. */
export const contentSteps: readonly Step[] = [
  {
    operation: "trending.list",
    run: async (client, found) => {
      const { data } = await client.trendingList({});
      const [entry] = data.entries;
      if (entry !== undefined) found.entry = { type: entry.entityType, identifier: entry.identifier };
      return `${listed(data.entries.length, "entry", "entries")}, as ${data.gives}`;
    },
  },
  {
    operation: "trending.entry",
    run: (client, found) => found.entry && trendingEntryOf(client, found.entry, found),
  },
  {
    operation: "content.search",
    run: async (client, found) => {
      const { data } = await client.contentSearch({ text: "the" });
      const [article] = data.entries;
      if (article !== undefined) found.article = article.contentId;
      return listed(data.entries.length, "article");
    },
  },
  {
    operation: "content.byId",
    run: (client, { article }) =>
      article &&
      client.contentById({ id: article }).then(({ data }) => `an article of type ${data.cType ?? "none"}`),
  },
];

/** Milestones and definitions, the latter with hashes that others found. */
export const gameSteps: readonly Step[] = [
  {
    operation: "milestones.public",
    run: async (client, found) => {
      const milestones = Object.values((await client.milestonesPublic({})).data);
      const [milestone] = milestones;
      if (milestone !== undefined) {
        found.milestone = milestone.milestoneHash;
        found.thing = { table: "milestone", hash: milestone.milestoneHash };
      }
      return counted(milestones.length, "milestone");
    },
  },
  {
    operation: "milestones.content",
    run: (client, { milestone }) =>
      milestone === undefined
        ? undefined
        : client.milestonesContent({ hash: milestone }).then(() => "a milestone's texts"),
  },
  { operation: "definitions.manifest", run: (client, found) => manifestOf(client, found) },
  {
    operation: "definitions.one",
    run: (client, { thing }) =>
      thing && client.definitionsOne(thing).then(({ data }) => named(data.displayProperties?.name)),
  },
  {
    operation: "definitions.file",
    run: (client, { file }) =>
      file === undefined
        ? undefined
        : client
            .definitionsFile({ address: file })
            .then((records) => counted(Object.keys(records).length, "definition")),
  },
];

async function trendingEntryOf(
  client: PlatformClient,
  entry: NonNullable<Found["entry"]>,
  found: Found,
): Promise<string> {
  const { data } = await client.trendingEntry(entry);
  const item = data.gameItem?.itemHash;
  if (item !== undefined) found.thing = { table: "item", hash: item };
  return `an entry of type ${data.entityType}`;
}

async function manifestOf(client: PlatformClient, found: Found): Promise<string> {
  const { data } = await client.definitionsManifest({});
  const [tables = {}] = Object.values(data.files);
  const table = definitionTables.findLast((name) => tables[name] !== undefined);
  const file = table === undefined ? undefined : tables[table];
  if (file !== undefined) found.file = file;
  found.version = data.version;
  return `version ${data.version}, ${counted(Object.keys(data.files).length, "language")}`;
}
