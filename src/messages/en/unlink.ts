/** /unlink. */
export const unlink = {
  nothing: { title: "Nothing is linked", next: "There is no session of yours here to delete." },
  title: "Unlink?",
  which: "Which account?",
  means:
    "The session, the list of its uses and all snapshots are deleted at once, and can't be brought back. Nobody finds you by this account any more.",
  there: "The platform's own session lives on until it expires. Sign out on the site to end it there too.",
  one: (name: string) => `Unlink ${name}`,
  all: (count: string) => `Unlink all ${count}`,
  keep: "Keep",
  kept: "Nothing was deleted.",
  done: "Unlinked",
  deleted: (name: string, uses: string, snapshots: string) =>
    `${name}: the session's cookies, ${uses} and ${snapshots} were deleted.`,
  uses: (count: number) => (count === 1 ? "1 noted use" : `${count} noted uses`),
  snapshots: (count: number) => (count === 1 ? "1 snapshot" : `${count} snapshots`),
  overwritten: "The bytes are overwritten in the database.",
  notOverwritten:
    "Their bytes, sealed, still lie in the database's log, because another program is reading it. They are overwritten as soon as it ends.",
  backups: "Backups the operator made before keep them for up to 30 days, sealed.",
  once: "The session you used once is forgotten too.",
};
