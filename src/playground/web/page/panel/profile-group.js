import { fill, h } from "../dom.js";
import { control } from "./control.js";
import { choice, group } from "./parts.js";

/** @import { SeenProfile } from "../../../profiles.ts" */
/** @typedef {{current: string, offered: readonly SeenProfile[]}} Profiles */

/** Which platform is pretended: the names and paths it speaks, and the bot with it. */
export class ProfileGroup {
  /** @param {{notice: import("./parts.js").Notice, changed: () => Promise<void>}} how */
  constructor(how) {
    this.how = how;
    this.facts = h("dl.panel-facts");
    this.profile = choice("It pretends to be", [], { onchange: (key) => void this.#use(key) });
    this.element = group(
      "Its profile",
      "Platforms of one kind name things differently. Milepost learns the names from a profile. Choosing another one starts the bot anew; what is written here stays.",
      this.profile.element,
      this.facts,
    );
  }

  async refresh() {
    this.#show(await control("profiles"));
  }

  /** @param {string} key */
  async #use(key) {
    const { field } = this.profile;
    field.disabled = true;
    this.how.notice.say("The bot is being started anew...");
    await this.how.notice.tell(async () => {
      const profiles = await control("useProfile", { profile: key });
      this.#show(profiles);
    }, "The platform speaks it from now on, and so does the bot.");
    field.disabled = false;
    await this.how.changed();
    field.focus();
  }

  /** @param {Profiles} profiles */
  #show({ current, offered }) {
    const { field } = this.profile;
    const state = JSON.stringify(offered);
    if (field.dataset["state"] !== state) {
      field.dataset["state"] = state;
      fill(
        field,
        offered.map((each) => h("option", { value: each.key }, titleOf(each))),
      );
    }
    field.value = current;
    const shown = offered.find(({ key }) => key === current);
    if (shown !== undefined) fill(this.facts, factsOf(shown));
  }
}

/**
 * @param {SeenProfile} profile
 */
export function titleOf({ name, key, isOwn }) {
  return isOwn ? `${name} (the one you gave)` : `${name} (${key})`;
}

/** @param {SeenProfile} profile */
function factsOf({ path, keyHeader, cookies }) {
  const rows = /** @type {const} */ ([
    ["Its interface begins at", path],
    ["The key goes into", keyHeader],
    ["Its session cookies", cookies.join(", ") || "none"],
  ]);
  return rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))]);
}
