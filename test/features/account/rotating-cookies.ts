import { vi } from "vitest";

import { MilepostError } from "../../../src/base/errors.ts";
import type { LinkTable } from "../../commands/link-harness.ts";

export const USE = { command: "/progress", isAway: false };
export const MEMBER = "900000000000000001";

/** The platform takes a cookie once, and each answer brings the next one. */
export async function rotateAtEveryAnswer(table: LinkTable) {
  await table.link(MEMBER, 0);
  const { connection, sessions } = table;
  const { send } = connection;
  const { hosts, wanted } = sessions.place;
  const at = new URL(`${hosts.api}/`);
  const name = wanted.cookies.find(({ role }) => role === "session")?.name ?? "";
  const first = (await sessions.store.open({ discordId: MEMBER }, USE))?.jar;
  if (first === undefined) throw new Error("not linked");
  const rotation = { used: 0, refused: 0, valid: first.cookie(at) ?? "" };
  vi.spyOn(connection, "send").mockImplementation(async (request) => {
    const { session } = request;
    if (session === undefined) return send(request);
    const isValid = session.cookie(at) === rotation.valid;
    if (!isValid) {
      rotation.refused += 1;
      throw new MilepostError("sign-in-needed");
    }
    rotation.used += 1;
    const next = `r${rotation.used}`;
    rotation.valid = rotation.valid.replace(new RegExp(`${name}=[^;]*`), `${name}=${next}`);
    const answer = await send({
      ...request,
      session: { cookie: (url) => first.cookie(url), csrf: () => first.csrf() },
    });
    session.take?.(at, [`${name}=${next}; Path=/; Secure`]);
    return answer;
  });
  return rotation;
}
