import { identityToRecipient } from "age-encryption";

import { sealPageTexts } from "../../src/features/account/create-sessions.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { createSealPages, type SealPageData } from "../../src/sessions/seal-page/seal-page.ts";

/** For whom the page is made, and where. */
export const MEMBER = "730000000000000009";
export const ORIGIN = "https://portal.example";
export const WANTED: SealPageData["wanted"] = {
  cookies: [
    { name: "portald", role: "csrf", isRequired: true },
    { name: "portalatk", role: "session", isRequired: true },
    { name: "portaldid", role: "device", isRequired: true },
    { name: "portalme", role: "account", isRequired: false },
  ],
  hosts: ["portal.example"],
};

/** Returns a member's page as the bot makes it, for a platform whose name is hostile. */
export async function makeSealPage(identity: string): Promise<string> {
  const data: SealPageData = {
    wanted: WANTED,
    recipient: await identityToRecipient(identity),
    discordId: MEMBER,
    origin: ORIGIN,
    texts: sealPageTexts(messagesFor("en-US"), {
      forWhom: ["</script><b>Portal", "portal.example", MEMBER, "0000 1111"],
      host: "portal.example",
      names: ["portald", "portalatk", "portaldid"],
    }),
  };
  return Buffer.from(await createSealPages().make(data)).toString("utf8");
}
