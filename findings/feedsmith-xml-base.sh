#!/bin/sh
# feedsmith keeps `xml:base` of a feed, an entry and its content, but not of an Atom link or an RSS channel, so that
# relative addresses there can't be resolved. RFC 4287, 2: any element of Atom may have it.
# Exits 0 while that is so, 1 once the bases are there, 2 where it could not be tried.
set -u
VERSION=3.0.1
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
npm init --yes >/dev/null && npm install --silent --no-audit --no-fund "feedsmith@$VERSION" || exit 2
cat > try.mjs <<'JS'
import { parseFeed } from "feedsmith";

const dated = "<id>urn:1</id><updated>2026-01-01T00:00:00Z</updated>";
const atom = parseFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${dated}
  <entry xml:base="https://guild.example/entry/"><title>One</title>${dated}
  <link xml:base="https://guild.example/link/" href="1"/></entry></feed>`);
const rss = parseFeed(`<rss version="2.0" xml:base="https://guild.example/rss/">
  <channel xml:base="https://guild.example/channel/"><title>News</title><link>https://guild.example/</link>
  <description>All</description><item><title>One</title><link>1</link></item></channel></rss>`);

const seen = {
  entry: JSON.stringify(atom).includes("https://guild.example/entry/"),
  link: JSON.stringify(atom).includes("https://guild.example/link/"),
  rss: JSON.stringify(rss).includes("https://guild.example/rss/"),
  channel: JSON.stringify(rss).includes("https://guild.example/channel/"),
};
console.log("expected: xml:base is kept on all of", Object.keys(seen).join(", "));
console.log("seen:    ", JSON.stringify(seen));
process.exit(seen.entry && seen.rss && !seen.link && !seen.channel ? 0 : 1);
JS
echo "feedsmith $VERSION, node $(node --version)"
node try.mjs
