import { defineCommand } from "../src/features/shared/define-command.ts";
import { withOwnData } from "../src/features/shared/own-data/with-own-data.ts";
import { type VaultWish, pageOfVault } from "../src/features/vault/read-vault.ts";
import { text } from "../src/discord/command/options.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { rawVaultReply, vaultReply } from "../src/features/vault/view/vault.ts";
import type { CommandContext } from "../src/features/shared/command-context.ts";
import { vaultCalls } from "../src/features/vault/view/calls.ts";
import type { StateOf } from "../src/discord/reply/state.ts";
import { capabilities } from "../src/features/shared/capabilities.ts";

const SEARCH_LENGTH = 100;
/** Positions of members, the outermost first. */
const PATH = /^\d{1,6}(?:\.\d{1,6}){0,23}$/;

export default defineCommand({
  name: "vault",
  capability: capabilities.vault,
  of: "own-data",
  visibility: "private",
  options: { search: text({ maxLength: SEARCH_LENGTH }) },
  calls: vaultCalls,
  controls: {
    page: {
      for: "owner",
      answer: "edit",
      run: (context) => showVault(context, { ...wishOf(context.state), page: context.state.page }),
    },
    open: {
      for: "owner",
      answer: "edit",
      run: (context) => {
        const wish = wishOf(context.state);
        return showVault(context, { ...wish, at: pathIn(context.chosen ?? wish.at) });
      },
    },
    raw: { for: "owner", answer: "private", run: showRaw },
  },

  run: (context) => showVault(context, { at: "", search: context.options.search, page: 0 }),
});

function showVault(context: CommandContext, wish: VaultWish): Promise<Reply> {
  return withOwnData(context, "vault", async (own) => {
    const { page, names } = await pageOfVault(context, own, wish);
    return vaultReply(page, names, context.view);
  });
}

function showRaw(context: CommandContext): Promise<Reply> {
  return withOwnData(context, "vault", async (own) => {
    const { data } = await own.vault({ signal: context.signal });
    return rawVaultReply(JSON.stringify(data, null, 2), context.view);
  });
}

function wishOf({ at, search }: StateOf<typeof vaultCalls.open.shape>): VaultWish {
  return { at: pathIn(at), search, page: 0 };
}

function pathIn(value = ""): string {
  return PATH.test(value) ? value : "";
}
