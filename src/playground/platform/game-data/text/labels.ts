import type { Profile } from "../../../../platform/profile/schema.ts";
import { inLanguage, languages, namedTable } from "./translations.ts";

const rows = namedTable(`
matches | Matches | Partien | Parties | 試合数
wins | Wins | Siege | Victoires | 勝利
opponentsDefeated | Opponents defeated | Besiegte Gegner | Adversaires vaincus | 倒した相手
deaths | Deaths | Tode | Morts | 倒された回数
assists | Assists | Vorlagen | Assistances | アシスト
score | Score | Punkte | Score | スコア
precisionHits | Precision hits | Präzisionstreffer | Tirs de précision | 精密ヒット
objectivesCompleted | Objectives completed | Erfüllte Ziele | Objectifs remplis | 達成した目標
orbsGathered | Orbs gathered | Gesammelte Sphären | Orbes ramassés | 集めたオーブ
revivesPerformed | Revives performed | Wiederbelebungen | Réanimations | 蘇生
secondsPlayed | Played | Gespielt | Temps de jeu | プレイ時間
defeatsDeathsRatio | Defeats deaths ratio | Siege pro Tod | Ratio éliminations/morts | K/D比
efficiency | Efficiency | Effizienz | Efficacité | 効率
winRatio | Win ratio | Siegquote | Taux de victoire | 勝率
allVentures | All ventures | Alle Unternehmungen | Toutes les aventures | すべての冒険
allContests | All contests | Alle Wettkämpfe | Tous les duels | すべての対戦
vigil | Vigil | Wache | Veille | 夜番
descent | Descent | Abstieg | Descente | 降下行
control | Control | Kontrolle | Contrôle | 制圧
duel | Duel | Duell | Duel | 決闘
`);

/** Added to the profile, as an operator would write them. */
export const worldLabels: Profile["labels"] = Object.fromEntries(
  rows.map(({ key, name }) => [
    key,
    Object.fromEntries(languages.map((language) => [language, inLanguage(name, language)])),
  ]),
);
