import { everybody, type Players, PLAYERS } from "../game-data/players.ts";

export const PASSWORD = "harbour-lights";

export interface TestUser {
  readonly login: string;
  readonly about: string;
  /** A further step the provider requires. */
  readonly asks?: "captcha" | "secondFactor";
  /** Returns the player who signs in; undefined: the service has no such account. */
  player(kind: 0 | 1): number | undefined;
}

const first = () => 0;

/** Returns the test users, who share `PASSWORD`. `player-N@harbour.test` is player N. */
export function testUsers(players: Players): readonly TestUser[] {
  const shy = (kind: 0 | 1) =>
    everybody.find((player) => players.isPrivate(player) && players.hasKind(player, kind));
  return [
    { login: "mira@harbour.test", about: "has accounts at both providers", player: first },
    { login: "oskar@harbour.test", about: "keeps progress private", player: shy },
    { login: "noor@harbour.test", about: "has never registered here", player: () => undefined },
    {
      login: "tilda@harbour.test",
      about: "is asked to prove she is no machine",
      asks: "captcha",
      player: first,
    },
    {
      login: "ruben@harbour.test",
      about: "is asked for a second factor",
      asks: "secondFactor",
      player: first,
    },
  ];
}

export function findTestUser(
  players: Players,
  login: string | null,
  password: string | null,
): TestUser | undefined {
  if (login === null || password !== PASSWORD) return undefined;
  const name = login.trim().toLowerCase();
  const numbered = /^player-(\d{1,3})@harbour\.test$/.exec(name);
  if (numbered === null) return testUsers(players).find((person) => person.login === name);
  const player = Number(numbered[1]);
  if (player >= PLAYERS) return undefined;
  const about = "a player of the world";
  return { login: name, about, player: (kind) => (players.hasKind(player, kind) ? player : undefined) };
}
