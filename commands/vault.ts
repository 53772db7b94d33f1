import { own } from "../src/features/kit/command/define-command.ts";
import { withOwnData } from "../src/features/kit/own-data/with-own-data.ts";
import { type VaultWish, pageOfVault } from "../src/features/vault/read-vault.ts";
import { text } from "../src/discord/command/options.ts";
import { textLine } from "../src/discord/command/controls.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { ALL_SECTIONS, rawVaultReply, vaultReply } from "../src/features/vault/view/vault.ts";
import { vaultCalls } from "../src/features/vault/view/calls.ts";
import { capabilities } from "../src/features/kit/command/capabilities.ts";
import {
  defineCommand,
  defineModal,
  type CommandContext,
} from "../src/features/kit/own-data/own-accounts.ts";

const SEARCH_LENGTH = 100;

export default defineCommand({
  name: "vault",
  capability: capabilities.vault,
  of: "own-data",
  visibility: "private",
  options: { search: text({ maxLength: SEARCH_LENGTH }) },
  calls: vaultCalls,
  controls: {
    page: (context) => showVault(context, context.state),
    open: ({ chosen, ...context }) => {
      const { section, search } = context.state;
      const opened = chosen === ALL_SECTIONS ? undefined : (chosen ?? section);
      return showVault(context, { section: opened, search, page: 0 });
    },
    find: defineModal(vaultCalls.find, {
      fields: { words: textLine({ required: true, maxLength: SEARCH_LENGTH }) },
      show: ({ state, view }) => {
        const { title, label } = view.texts.vault.form;
        return { title, fields: { words: { label, value: state.search ?? "" } } };
      },
      submitted: ({ fields, ...context }) => showVault(context, { search: fields.words, page: 0 }),
    }),
    raw: { ...own, answer: "private", run: showRaw },
  },

  run: (context) => showVault(context, { search: context.options.search, page: 0 }),
});

function showVault(context: CommandContext, wish: VaultWish): Promise<Reply> {
  return withOwnData(context, "vault", async (own) =>
    vaultReply(await pageOfVault(context, own, wish), context.view),
  );
}

function showRaw(context: CommandContext): Promise<Reply> {
  return withOwnData(context, "vault", async (own) => {
    const { data } = await own.vault({ signal: context.signal });
    return rawVaultReply(JSON.stringify(data, null, 2), context.view);
  });
}
