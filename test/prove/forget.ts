import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { filesBelow } from "../support/files-below.ts";
import { Member, textOf } from "../support/member.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";
import { Random } from "./random.ts";
import type { Proof } from "./run.ts";
import { english } from "../../src/messages/en.ts";

const MEMBERS = 200;
const QUICK = 12;
const WORD_LENGTH = 14;
const DONE_WITHIN_MS = 120_000;
const ANSWERED_WITHIN_MS = 20_000;

/** Members type into everything that takes words, every other one is forgotten, and each file is searched. */
export async function forget({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const stage = await stageProgram({ LINK_ACCEPT: "sealed,cookies" }, "neutral", 3);
  try {
    await stage.local.setRateLimits({ mode: "off" });
    const bot = await stage.startMilepost();
    const count = isQuick ? QUICK : MEMBERS;
    const { people } = await stage.local.addPeople({ count, server: Ids.harbour });
    const random = new Random(20_261_123);
    const typed: Typist[] = [];
    for (const [index, person] of people.entries()) {
      const typist = new Typist(stage, person, random);
      await typist.typeAll(index);
      typed.push(typist);
    }
    const before = await searched(stage, typed);
    const forgotten = typed.filter((_, index) => index % 2 === 0);
    const seen = { claimed: 0, wrong: 0 };
    for (const one of forgotten) {
      if (!(await one.beForgotten())) continue;
      seen.claimed += 1;
      seen.wrong += await searched(stage, [one]);
    }
    // Whoever got no claim was told that it takes minutes.
    for (let waited = 0; (await searched(stage, forgotten)) > 0 && waited < DONE_WITHIN_MS; waited += 1_000)
      await wait(1_000);
    const left = await searched(stage, forgotten);
    const others = await searched(
      stage,
      typed.filter((one) => !forgotten.includes(one)),
    );
    await bot.end();
    const words = forgotten.reduce((sum, one) => sum + one.words.length, 0);
    const sentence =
      `${words} words of ${forgotten.length} members in reminders, forms, searches and pastes: ` +
      `${seen.claimed} were told that all is overwritten, ${seen.wrong} of their words were found in a file then; ` +
      `${left} words of anybody forgotten in the end (${before} places had one before, ${others} have others')`;
    const isMeasured = before > words && others > 0 && seen.claimed > 0;
    return { sentence, failed: seen.wrong + left + (isMeasured ? 0 : 1) };
  } finally {
    await stage.close();
  }
}

/** A member who remembers every word they typed. */
class Typist {
  readonly words: string[] = [];
  readonly #member: Member;
  readonly #random: Random;
  readonly #local: ProgramStage["local"];
  readonly #as: string;

  constructor({ local }: ProgramStage, as: string, random: Random) {
    this.#local = local;
    this.#as = as;
    this.#member = new Member(local, { as, channel: Ids.general });
    this.#random = random;
  }

  async typeAll(index: number): Promise<void> {
    const when = "in 3 hours";
    await this.#member.run("remind new", { what: this.#say(1 + this.#random.below(25)), when });
    // What can't be read comes back with a button that opens the form anew, and carries what was typed.
    let unread = await this.#member.run("remind new", { what: this.#say(20), when: this.#say(3) });
    for (const again of [this.#say(3), this.#say(3), when]) unread = await this.#retype(unread, again);
    // What a calendar showed is stored too.
    const list = await this.#member.run("remind list", {});
    await this.#member.press(list, english.remind.calendar.button);
    await this.#search("trending", { search: this.#say(4) });
    if (index % 4 === 0) await this.#paste();
    else await this.#search("profile", { player: this.#say(2) });
  }

  /** Gives whether it was said that no byte is left. */
  async beForgotten(): Promise<boolean> {
    const data = await this.#member.press(await this.#account(), "My data");
    const sure = await this.#member.press(data, english.account.data.forget);
    const done = await this.#member.press(sure, english.account.data.forget);
    const said = JSON.stringify(done.message);
    return (
      said.includes(english.account.data.forgotten) && !said.includes(english.link.unlink.notOverwritten)
    );
  }

  /** Who just typed so much may have to wait for a moment. */
  async #account(): Promise<SeenMessage> {
    for (;;) {
      const account = await this.#member.run("account");
      if (!textOf(account).includes(english.errors.byCode["too-fast"].title)) return account;
      await wait(1_000);
    }
  }

  /** What is not found is answered beside the command, to the member alone. */
  async #search(command: string, options: Readonly<Record<string, string>>): Promise<void> {
    const as = this.#as;
    const { interaction } = await this.#local.runCommand({ as, channel: Ids.general, command, options });
    await this.#local.answer({ as, interaction, timeoutMs: ANSWERED_WITHIN_MS });
  }

  #say(count: number): string {
    const words = Array.from({ length: count }, () => this.#random.word(WORD_LENGTH));
    this.words.push(...words);
    return words.join(" ");
  }

  #retype(seen: SeenMessage, when: string): Promise<SeenMessage> {
    return this.#member.fill(seen, "Change it", { what: this.#say(20), when });
  }

  async #paste(): Promise<void> {
    const guide = await this.#member.press(await this.#member.run("link"), english.link.consent.agree);
    await this.#member.paste(guide, "Paste it here", this.#say(5));
  }
}

/** Returns how many pairs of a file and a word in it there are. */
async function searched({ folder }: ProgramStage, typed: readonly Typist[]): Promise<number> {
  const words = typed.flatMap((one) => one.words);
  let found = 0;
  for (const [, bytes] of filesBelow(join(folder, "data"))) {
    found += words.filter((word) => bytes.includes(word)).length;
    // A search takes seconds, in which the local Discord closes connections: what it closed is seen before the next request.
    await nextTurn();
  }
  return found;
}
