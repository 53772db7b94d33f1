// What every bot of the bench registers and answers: one command, and a constant.
import { MessageFlags } from "discord-api-types/v10";

export const command = { name: "trending", description: "A constant" };

export const reply = {
  flags: MessageFlags.IsComponentsV2,
  components: [{ type: 17, components: [{ type: 10, content: "Nothing but a constant" }] }],
};
