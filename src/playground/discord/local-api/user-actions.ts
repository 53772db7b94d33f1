import { ApplicationCommandType, ComponentType, InteractionType } from "discord-api-types/v10";

import type { Json } from "../json.ts";
import type { Core } from "../core.ts";
import type { Interaction } from "../interaction/interaction-store.ts";
import { resolve } from "../interaction/payload.ts";
import { type As, type CommandInput, type Id, LocalRefusal, type ModalValue } from "../local-api.ts";
import { fileJson, messageJson } from "../message/message-json.ts";
import type { Origin } from "../message/message-store.ts";
import type { Channel, User } from "../world/world.ts";
import { commandFacts, controlFacts } from "./interaction-facts.ts";
import {
  type AvailableCommand,
  availableCommands,
  channelFor,
  messageFor,
  personOf,
  type UserInChannel,
} from "./views.ts";
import { checkValues, filledModal, findControl, isFileUpload } from "./component-input.ts";
import { badInput, typedOptions } from "./command-options.ts";

/** Starts the interactions of people with the bot. */
export class UserActions {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  command(ask: CommandInput, focused?: string): Interaction {
    const { person, channel } = this.#seat(ask.as, ask.channel);
    const offered = this.#offered(person, channel, {
      name: ask.command,
      types: [ApplicationCommandType.ChatInput],
    });
    const typed = typedOptions(offered.command.body, ask, focused);
    const { id, name, type } = offered.command;
    const resolved = {
      ...resolve(this.#core.world, channel.guildId, { ...typed, asker: person.id }),
      ...this.#resolvedFiles(typed.attachments, person, channel),
    };
    const facts = commandFacts(this.#core.world, { person, channel }, offered);
    return this.#core.dispatcher.open(
      {
        ...facts,
        // Discord shows the subcommand too: "used /remind new".
        origin: { ...facts.origin, name: [name, ...(ask.subcommand ?? [])].join(" ") },
        kind:
          focused === undefined
            ? InteractionType.ApplicationCommand
            : InteractionType.ApplicationCommandAutocomplete,
        ...(typed.focusedType === undefined ? {} : { focusedType: typed.focusedType }),
      },
      {
        data: {
          id,
          name,
          type,
          ...(offered.command.guildId === undefined ? {} : { guild_id: offered.command.guildId }),
          ...(typed.options.length === 0 ? {} : { options: typed.options }),
          ...(Object.keys(resolved).length === 0 ? {} : { resolved }),
        },
      },
    );
  }

  menu(ask: As & { readonly channel: Id; readonly command: string; readonly target: Id }): Interaction {
    const { person, channel } = this.#seat(ask.as, ask.channel);
    const offered = this.#offered(person, channel, {
      name: ask.command,
      types: [ApplicationCommandType.User, ApplicationCommandType.Message],
    });
    const { id, name, type } = offered.command;
    const isUser = type === ApplicationCommandType.User;
    if (isUser && !this.#core.world.users.has(ask.target))
      throw new LocalRefusal("unknown-person", "no such target");
    const message = isUser ? undefined : messageFor(this.#core, person, ask.target);
    const resolved =
      message === undefined
        ? resolve(this.#core.world, channel.guildId, { asker: person.id, users: [ask.target] })
        : { messages: { [message.id]: messageJson(this.#core, message) } };
    const facts = commandFacts(this.#core.world, { person, channel }, offered);
    const target = isUser ? { targetUserId: ask.target } : { targetMessageId: ask.target };
    return this.#core.dispatcher.open(
      { ...facts, origin: { ...facts.origin, ...target } },
      { data: { id, name, type, target_id: ask.target, resolved } },
    );
  }

  /** Presses a button, or with `values` chooses in a select. */
  use(
    ask: As & { readonly message: Id; readonly customId: string; readonly values?: readonly string[] },
  ): Interaction {
    const person = personOf(this.#core, ask.as);
    const message = messageFor(this.#core, person, ask.message);
    const control = findControl(message.components, ask.customId);
    if (control === undefined) throw new LocalRefusal("unknown-control", `no control ${ask.customId}`);
    if (control["disabled"] === true) throw new LocalRefusal("not-allowed", "the control is disabled");
    const isButton = control["type"] === ComponentType.Button;
    if (isButton !== (ask.values === undefined))
      throw badInput("a button is pressed, a select is chosen from");
    const values = ask.values ?? [];
    if (!isButton) checkValues(control, values);
    const channel = channelFor(this.#core, person, message.channelId);
    const resolved = this.#resolvedValues(control, values, { person, channel });
    const data = { custom_id: ask.customId, component_type: control["type"], id: control["id"] };
    return this.#core.dispatcher.open(
      {
        ...controlFacts(this.#core.world, { person, channel }, message),
        kind: InteractionType.MessageComponent,
      },
      {
        message: messageJson(this.#core, message),
        data: isButton
          ? data
          : { ...data, values, ...(Object.keys(resolved).length === 0 ? {} : { resolved }) },
      },
    );
  }

  submit(
    ask: As & { readonly modal: Id; readonly values: Readonly<Record<string, ModalValue>> },
  ): Interaction {
    const person = personOf(this.#core, ask.as);
    const opener = this.#core.interactions.get(ask.modal);
    if (opener?.first?.kind !== "modal" || opener.userId !== person.id) {
      throw new LocalRefusal("unknown-interaction", `no open modal ${ask.modal}`);
    }
    const channel = channelFor(this.#core, person, opener.channelId);
    const message = this.#core.messages.get(opener.controlMessageId ?? "");
    const triggering: Origin = { ...opener.origin, id: opener.id };
    return this.#core.dispatcher.open(
      {
        kind: InteractionType.ModalSubmit,
        userId: person.id,
        channelId: opener.channelId,
        isUserInstallOnly: opener.isUserInstallOnly,
        isForcedEphemeral: opener.isForcedEphemeral,
        ...(opener.guildId === undefined ? {} : { guildId: opener.guildId }),
        ...(opener.controlMessageId === undefined ? {} : { controlMessageId: opener.controlMessageId }),
        origin: {
          type: InteractionType.ModalSubmit,
          userId: person.id,
          owners: opener.origin.owners,
          triggering,
        },
      },
      {
        data: {
          ...filledModal(opener.first.modal, ask.values),
          ...this.#resolvedModal(opener.first.modal, ask.values, { person, channel }),
        },
        ...(message === undefined ? {} : { message: messageJson(this.#core, message) }),
      },
    );
  }

  #resolvedFiles(ids: readonly string[], person: User, channel: Channel): Json {
    if (ids.length === 0) return {};
    const place = { channelId: channel.id, ownerId: person.id };
    const described = ids.map((id) => {
      const upload = this.#core.uploads.peek(id);
      if (upload?.ownerId !== person.id) throw badInput(`there is no uploaded file ${id}`);
      return [id, fileJson(place, upload.file, this.#core.site)] as const;
    });
    return { attachments: Object.fromEntries(described) };
  }

  #seat(as: string, channelId: string): UserInChannel {
    const person = personOf(this.#core, as);
    return { person, channel: channelFor(this.#core, person, channelId) };
  }

  #offered(
    person: User,
    channel: Channel,
    wanted: { readonly name: string; readonly types: readonly ApplicationCommandType[] },
  ): AvailableCommand {
    const offered = availableCommands(this.#core, person, channel).find(
      ({ command }) =>
        wanted.types.includes(command.type) && (command.name === wanted.name || command.id === wanted.name),
    );
    if (offered !== undefined) return offered;
    throw new LocalRefusal("unknown-command", `${person.name} is not offered ${wanted.name} here`);
  }

  #resolvedValues(control: Json, values: readonly string[], at: UserInChannel): Json {
    const type: ComponentType = Number(control["type"]);
    return resolve(this.#core.world, at.channel.guildId, {
      asker: at.person.id,
      users: type === ComponentType.UserSelect || type === ComponentType.MentionableSelect ? values : [],
      roles: type === ComponentType.RoleSelect || type === ComponentType.MentionableSelect ? values : [],
      channels: type === ComponentType.ChannelSelect ? values : [],
    });
  }

  #resolvedModal(
    modal: Json,
    values: Readonly<Record<string, ModalValue>>,
    { person, channel }: UserInChannel,
  ): Json {
    const ids = Object.values(values).flatMap((value) => (Array.isArray(value) ? value : []));
    const files = Object.entries(values).flatMap(([name, value]) =>
      Array.isArray(value) && isFileUpload(modal, name) ? value : [],
    );
    const resolved = {
      ...resolve(this.#core.world, channel.guildId, {
        asker: person.id,
        users: ids,
        roles: ids,
        channels: ids,
      }),
      ...this.#resolvedFiles(files, person, channel),
    };
    return Object.keys(resolved).length === 0 ? {} : { resolved };
  }
}
