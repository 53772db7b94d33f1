import type { LocalEvent } from "../../discord/local-api.ts";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/**
 * Listens to what a person can see. `onOpen` runs at each connection, to read what was missed. Lost connections are
 * retried ever less often. Returns the function that stops listening, after which no listener is called.
 */
export function listen(
  person: string,
  {
    onEvent,
    onOpen,
    onLost,
  }: { onEvent: (event: LocalEvent) => void; onOpen: () => void; onLost: () => void },
): () => void {
  const address = new URL(`events?as=${encodeURIComponent(person)}`, document.baseURI);
  address.protocol = "ws:";
  let isStopped = false;
  let waitMs = FIRST_WAIT_MS;
  let socket: WebSocket;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      if (isStopped) return socket.close();
      waitMs = FIRST_WAIT_MS;
      onOpen();
    });
    socket.addEventListener("message", (message) => isStopped || onEvent(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      if (isStopped) return;
      onLost();
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    });
  };

  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    if (socket.readyState === WebSocket.OPEN) socket.close();
  };
}
