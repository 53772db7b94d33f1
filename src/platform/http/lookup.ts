import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

/**
 * Names under `.localhost` are this machine (RFC 6761, 6.3), whatever the system's resolver makes of them: the
 * playground's hosts have such names where there is only one loopback address.
 */
export const lookupLoopbackNames: LookupFunction = (hostname, options, callback) => {
  if (!/(?:^|\.)localhost$/i.test(hostname)) return lookup(hostname, options, callback);
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all === true) callback(null, both);
  else callback(null, "127.0.0.1", 4);
};
