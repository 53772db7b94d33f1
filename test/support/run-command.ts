import { messagesFor } from "../../src/messages/catalog.ts";
import { languageCodes } from "../../src/messages/languages.ts";
import type { Services } from "../../src/features/services.ts";
import type { ActionRunning } from "../../src/discord/command/controls.ts";
import type { AnySubcommand, CommandEntry } from "../../src/discord/command/command.ts";
import type {
  InvocationContext,
  Member,
  InvocationSite,
} from "../../src/discord/command/invocation-context.ts";
import type { Resolved } from "../../src/discord/command/invocation-context.ts";
import type { ActionCall, Block, Button, Reply, Select } from "../../src/discord/reply/reply.ts";
import {
  type CommandContext,
  type CommandServices,
  commandServices,
} from "../../src/features/kit/command/command-context.ts";
import { readState } from "../../src/discord/reply/calls.ts";

/** Who asks and where, where it matters. */
export interface Asking {
  readonly member?: Partial<Member>;
  readonly place?: Partial<InvocationSite>;
  readonly locale?: string;
  readonly isPrivate?: boolean;
  readonly now?: number;
  readonly signal?: AbortSignal;
  /** What Discord says of the channels and roles named. */
  readonly resolved?: Resolved;
  /** Of the people named: who is in the server. */
  readonly namedHere?: readonly string[];
}

export const NOW = Date.UTC(2026, 4, 20, 12);

export function asked(asking: Asking = {}): InvocationContext {
  return {
    member: { id: "1", name: "Ann", isAdmin: false, isModerator: false, ...asking.member },
    site: {
      kind: "guild",
      guildId: "10",
      channelId: "20",
      isAgeRestricted: false,
      isInstalledHere: true,
      ...asking.place,
    },
    locale: asking.locale ?? "en-US",
    isPrivate: asking.isPrivate ?? false,
    ...(asking.namedHere !== undefined && { namedHere: new Set(asking.namedHere) }),
    signal: asking.signal ?? new AbortController().signal,
    now: asking.now ?? NOW,
    applicationId: "30",
    reference: "ref",
    ...(asking.resolved !== undefined && { resolved: asking.resolved }),
    mention: (command) => `</${command}:99>`,
  };
}

/** What a command gets beside what only runs have: the services, what was asked, and the view context. */
export function contextOf(services: Services, asking: Asking = {}): CommandContext<Services> {
  const invocation = asked(asking);
  return { ...commandServices(services, invocation), ...invocation };
}

/** A run of its own: nothing is updated on the way, nothing waits to be run again. */
const alone: ActionRunning = {
  update: async () => false,
  rerun: () => Promise.reject(new Error("nothing was interrupted")),
};

/** Runs a command as the runtime would. */
export function run(
  command: AnySubcommand<CommandServices<Services>>,
  services: Services,
  options: Readonly<Record<string, string | undefined>> = {},
  asking: Asking = {},
): Promise<Reply> {
  return command.run({ ...contextOf(asMarked(services, command), asking), ...alone, options });
}

/** Presses a control of a reply, or chooses from it. */
export function press(
  command: Pick<CommandEntry<CommandServices<Services>>, "actions">,
  services: Services,
  call: ActionCall & {
    readonly chosen?: string | undefined;
    readonly allChosen?: readonly string[] | undefined;
  },
  asking: Asking = {},
): Promise<Reply> {
  const action = command.actions?.[call.action];
  if (action === undefined) throw new Error(`no action ${call.action}`);
  const pressed = {
    state: readState(action.state ?? {}, call.state ?? {}),
    ...(call.chosen !== undefined && { chosen: call.chosen }),
    ...(call.allChosen !== undefined && { chosen: call.allChosen[0], allChosen: call.allChosen }),
  };
  return action.run({ ...contextOf(asMarked(services, action), asking), ...pressed, ...alone });
}

/** What `isReadOnly` marks may run in two processes at once, so that it opens nobody's own data. */
function asMarked(services: Services, { isReadOnly }: { readonly isReadOnly?: boolean }): Services {
  if (isReadOnly !== true || services.linking === undefined) return services;
  return { ...services, linking: { ...services.linking, openPrivate: refuseOwnData } };
}

function refuseOwnData(): Promise<never> {
  return Promise.reject(new Error("what isReadOnly marks opens no member's own data"));
}

/** Everything a reader could see of a reply: texts, labels, alt texts, addresses. */
export function seen(reply: Reply): string {
  return reply.blocks.flatMap(seenIn).join("\n");
}

/** The parts of a reply that Discord reads as Markdown. */
export function markdownIn(reply: Reply): string {
  return reply.blocks
    .flatMap((block) => {
      if (block.type === "fields")
        return block.fields.map(({ name, value }) => `${name}: ${value.toString()}`);
      return block.type === "text" || block.type === "section" ? [block.text.toString()] : [];
    })
    .join("\n");
}

/** Its first list; the one that calls this action. */
export function selectIn(reply: Reply, action?: string): Select {
  const found = reply.blocks.find(
    (block): block is Select =>
      block.type === "select" && (action === undefined || block.choose.action === action),
  );
  if (found === undefined) throw new Error("no select in this reply");
  return found;
}

export function buttonsIn(reply: Reply): readonly Button[] {
  return reply.blocks.flatMap((block) => (block.type === "buttons" ? block.buttons : []));
}

/** The call of the button with this label. */
export function callOf(reply: Reply, label: string): ActionCall {
  const found = buttonsIn(reply).find((button) => button.label === label);
  if (found?.type !== "action") throw new Error(`no button ${label}`);
  return found.press;
}

/** "Set it" and "Save it", in every language there is. */
const takes = new Set(
  languageCodes().flatMap((code) => {
    const { take, change } = messagesFor(code).remind.reading;
    return [take, change];
  }),
);

/** What a member who agrees gets: where it is shown how a time was read, that is taken. */
export async function agreed(
  asked: Promise<Reply>,
  act: (call: ActionCall) => Promise<Reply>,
): Promise<Reply> {
  const reply = await asked;
  const taking = buttonsIn(reply).find(({ label }) => takes.has(label));
  return taking?.type === "action" ? act(taking.press) : reply;
}

/** Every action a reply's controls call. */
export function callsIn(reply: Reply): readonly ActionCall[] {
  return reply.blocks.flatMap((block) => {
    if ("choose" in block) return [block.choose];
    if (block.type !== "buttons") return [];
    return block.buttons.flatMap((button) => (button.type === "action" ? [button.press] : []));
  });
}

function seenIn(block: Block): readonly string[] {
  switch (block.type) {
    case "text":
      return [block.text.toString()];
    case "section":
      return [
        block.text.toString(),
        ...(block.beside.type === "thumbnail"
          ? [block.beside.url, block.beside.description]
          : [block.beside.label]),
      ];
    case "fields":
      return block.fields.flatMap(({ name, value }) => [name, value.toString()]);
    case "gallery":
      return block.images.flatMap(({ url, description }) => [url, description]);
    case "buttons":
      return block.buttons.flatMap((button) => [button.label, button.type === "link" ? button.url : ""]);
    case "select":
      return [
        block.placeholder,
        ...block.entries.flatMap(({ label, value, description }) => [label, value, description ?? ""]),
      ];
    case "channels":
    case "roles":
    case "people":
      return [block.placeholder, ...(block.chosen ?? [])];
    case "divider":
      return ["---"];
    case "file":
      return [block.file.name];
    case "picture":
      return [block.picture.alt];
  }
}
