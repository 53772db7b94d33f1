import { namedTable } from "./translations.ts";

const steps: Readonly<Record<string, readonly string[]>> = {
  "sign-in": [
    "Choose the platform you play on.",
    "Sign in there, never on any other page.",
    "If the page comes back empty, clear its cookies and try again.",
  ],
  "link-accounts": [
    "Open your profile's settings.",
    "Pick the second platform under Accounts.",
    "Progress is not merged; each platform keeps its own.",
  ],
  connection: [
    "Prefer a cable to the radio.",
    "Restart the router, then wait for two minutes.",
    "Look at the service page before changing anything else.",
  ],
  "missing-items": [
    "Look in the vault's last page; new things come in there.",
    "Items older than three days at the post are discarded.",
    "We can restore what an error took, once a season.",
  ],
  privacy: [
    "Settings, then Privacy, then Progress.",
    "Off hides it from other members and from apps.",
    "It takes up to an hour to show everywhere.",
  ],
  reports: [
    "Open the player's card and choose Report.",
    "Say in a sentence what happened.",
    "You will not hear the outcome, but every report is read.",
  ],
  bans: ["A restriction has an end date, shown on your profile.", "Permanent ones can be appealed once."],
  refunds: ["Refunds come from the shop you paid.", "Unused items can be returned within seven days."],
  age: ["Ratings differ between countries.", "Guardians can hide rated articles in the family settings."],
  languages: [
    "The game follows the console's language.",
    "This site has its own setting, at the foot of each page.",
  ],
};

export const topics = namedTable(
  `
  sign-in | Signing In | Anmelden | Connexion | サインイン
  link-accounts | Joining Two Accounts | Zwei Konten verbinden | Lier deux comptes | 二つのアカウントの連携
  connection | Trouble Connecting | Verbindungsprobleme | Problèmes de connexion | 接続の問題
  missing-items | An Item Is Missing | Ein Gegenstand fehlt | Un objet manque | アイテムが見つからない
  privacy | Who Can See My Progress | Wer meinen Fortschritt sieht | Qui voit ma progression | 進行状況の公開範囲
  reports | Reporting a Player | Spieler melden | Signaler un joueur | プレイヤーの報告
  bans | About Restrictions | Über Sperren | À propos des restrictions | 利用制限について
  refunds | Refunds | Erstattungen | Remboursements | 返金
  age | Age Ratings | Altersfreigaben | Classification par âge | 年齢区分
  languages | Changing the Language | Sprache ändern | Changer de langue | 言語の変更
`,
  (_, key) => ({ steps: steps[key] ?? [] }),
);
