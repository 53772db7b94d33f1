// A worker: answers every request with the bytes it was given, so that serving costs the measured thread nothing.
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { whole, list } = workerData;
const server = createServer((request, response) => {
  const body = request.url?.includes("/Characters/") === true ? list : whole;
  response.setHeader("content-type", "application/json");
  response.end(body);
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
server.listen(0, "127.0.0.1", () => parentPort?.postMessage(server.address()));
