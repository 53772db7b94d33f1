import { vi } from "vitest";

import { MilepostError } from "../../../src/base/errors.ts";
import type { LinkTable } from "../../commands/link-harness.ts";

export const USE = { command: "/progress", isAway: false };
export const MEMBER = "900000000000000001";

/** What a refusal does to the cookies of whom it refuses. */
export interface Refusing {
  /** Its Set-Cookie lines, for the names of the cookies. */
  readonly lines: (names: CookieNames) => readonly string[];
  /** It comes after the answer that made its cookies old, not before. */
  readonly isLate: boolean;
}

export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
}

function namesIn({ sessions }: LinkTable): CookieNames {
  const nameOf = (wanted: string) =>
    sessions.place.wanted.cookies.find(({ role }) => role === wanted)?.name ?? "";
  return { session: nameOf("session"), csrf: nameOf("csrf") };
}

/** The platform takes a cookie once, and each answer brings the next one. */
export async function rotateAtEveryAnswer(table: LinkTable, { lines, isLate }: Refusing = SILENT) {
  await table.link(MEMBER, 0);
  const { connection, sessions } = table;
  const { send } = connection;
  const at = new URL(`${sessions.place.hosts.api}/`);
  const names = namesIn(table);
  const first = (await sessions.store.open({ discordId: MEMBER }, USE))?.jar;
  if (first === undefined) throw new Error("not linked");
  const rotation = { used: 0, refused: 0, valid: first.cookie(at) ?? "" };
  let answered: Promise<unknown> | undefined;
  vi.spyOn(connection, "send").mockImplementation(async (request) => {
    const { session } = request;
    if (session === undefined) return send(request);
    const isValid = session.cookie(at) === rotation.valid;
    if (!isValid) {
      rotation.refused += 1;
      if (isLate) await answered;
      session.take?.(at, lines(names));
      throw new MilepostError("sign-in-needed");
    }
    rotation.used += 1;
    const next = `r${rotation.used}`;
    rotation.valid = rotation.valid.replace(new RegExp(`${names.session}=[^;]*`), `${names.session}=${next}`);
    const asked = send({
      ...request,
      session: { cookie: (url) => first.cookie(url), csrf: () => first.csrf() },
    });
    answered = asked.then(() => session.take?.(at, [`${names.session}=${next}; Path=/; Secure`]));
    await answered;
    return asked;
  });
  return rotation;
}

const SILENT: Refusing = { lines: () => [], isLate: false };

/** The session has ended, and each answer brings a stranger's new CSRF cookie. */
export function endWithStrangersCookies(table: LinkTable): void {
  const { connection, platform } = table;
  const { send } = connection;
  const { csrf } = namesIn(table);
  let answers = 0;
  platform.signIn.sessions.revoke();
  vi.spyOn(connection, "send").mockImplementation(async (request) => {
    const { session } = request;
    if (session === undefined) return send(request);
    const take = (url: URL, lines: readonly string[]) => {
      answers += 1;
      session.take?.(url, [...lines, `${csrf}=stranger${answers}; Path=/`]);
    };
    return send({
      ...request,
      session: { cookie: (url) => session.cookie(url), csrf: () => session.csrf(), take },
    });
  });
}
