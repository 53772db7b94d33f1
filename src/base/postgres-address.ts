/** `postgres://user@`, the servers, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** Returns the URL of each server: `one:5432,two` has two, and so has `?host=/one,/two`. */
export function eachServer(address: string): readonly string[] {
  const [, before = "", servers = "", rest = address] = PARTS.exec(address) ?? [];
  if (servers.includes(",")) return servers.split(",").map((server) => before + server + rest);
  const sockets = URL.canParse(address) ? new URL(address).searchParams.get("host") : null;
  if (sockets === null || !sockets.includes(",")) return [address];
  return sockets.split(",").map((socket) => {
    const url = new URL(address);
    url.searchParams.set("host", socket);
    return url.href;
  });
}

/** Applies a change to the address as a URL, which can hold only one server, and puts all servers back. */
export function changeAddress(address: string, change: (url: URL) => void): string {
  const [, , servers = ""] = PARTS.exec(address) ?? [];
  const isOne = !servers.includes(",");
  const url = new URL(isOne ? address : (eachServer(address)[0] ?? ""));
  change(url);
  return isOne ? url.href : url.href.replace(PARTS, `$1${servers}$3`);
}

export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:/.test(url);
}
