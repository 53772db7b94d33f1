import { post } from "../api.ts";
import { fill, h } from "../dom.ts";
import { choice, group, type Notice } from "./parts.ts";
import type { SeenProfile } from "../../../profiles.ts";

type Profiles = { current: string; offered: readonly SeenProfile[] };

export class ProfileGroup {
  readonly how;
  readonly profile;
  readonly element;
  readonly facts = h("dl.panel-facts");

  constructor(how: { notice: Notice; changed: () => Promise<void> }) {
    this.how = how;
    this.profile = choice("It plays", [], { onchange: (key) => void this.#use(key) });
    this.element = group(
      "Its profile",
      "Platforms of one kind name things differently. Milepost learns the names from a profile. Picking another restarts the bot; messages stay.",
      this.profile.element,
      this.facts,
    );
  }

  async refresh() {
    this.#show(await post("platform/profiles"));
  }

  async #use(key: string) {
    const { field } = this.profile;
    field.disabled = true;
    this.how.notice.say("Restarting the bot...");
    await this.how.notice.tell(async () => {
      const profiles = await post("platform/useProfile", { profile: key });
      this.#show(profiles);
    }, "The platform and the bot now use it.");
    field.disabled = false;
    await this.how.changed();
    field.focus();
  }

  #show({ current, offered }: Profiles) {
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

export function titleOf({ name, key, isOwn }: SeenProfile) {
  return isOwn ? `${name} (the one you gave)` : `${name} (${key})`;
}

function factsOf({ path, keyHeader, cookies }: SeenProfile) {
  const rows = [
    ["Its interface begins at", path],
    ["The key goes into", keyHeader],
    ["Its session cookies", cookies.join(", ") || "none"],
  ] as const;
  return rows.flatMap(([name, value]) => [h("dt", name), h("dd", h("code", value))]);
}
