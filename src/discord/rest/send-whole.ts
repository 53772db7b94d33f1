import { DefaultRestOptions, type RESTOptions } from "@discordjs/rest";

const send = DefaultRestOptions.makeRequest;

/**
 * Sends a request and reads its answer whole. The library ends its time for a request with the headers: a body that
 * stalls would keep it, and whatever waits for the same route, for five minutes.
 */
export const sendWhole: RESTOptions["makeRequest"] = async (url, init) => {
  const { status, statusText, headers, ok, ...answer } = await send(url, init);
  const bytes = await answer.arrayBuffer();
  const text = async () => Buffer.from(bytes).toString();
  return {
    status,
    statusText,
    headers,
    ok,
    body: null,
    bodyUsed: false,
    arrayBuffer: async () => bytes,
    text,
    json: async (): Promise<unknown> => JSON.parse(await text()),
  };
};
