import type { Client, QueryResult, QueryResultRow } from "pg";

import { SerialQueue } from "../../base/async/serial-queue.ts";
import { connectAlone } from "./connections.ts";
import type { Location } from "./location.ts";

const ANSWER_WITHIN_MS = 1_500;

/** Its own, so that a busy pool keeps no lease from being renewed; replaced when it fails. */
export class NodeConnection {
  readonly #location: Location;
  readonly #channel: string;
  readonly #onNotification: (payload: string) => void;
  readonly #turns = new SerialQueue();
  #client: Promise<Client> | undefined;

  constructor(location: Location, channel: string, onNotification: (payload: string) => void) {
    this.#location = location;
    this.#channel = channel;
    this.#onNotification = onNotification;
  }

  /**
   * One after the other. Where the server says nothing it rejects after a second and a half, and the next one connects
   * anew, which may take some seconds more.
   */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    return this.queryLater(() => [text, values]);
  }

  /** The same for a statement that is made once it is its turn. */
  queryLater<Row extends QueryResultRow>(
    make: () => readonly [text: string, values: readonly unknown[]],
  ): Promise<QueryResult<Row>> {
    return this.#turns.take(() => {
      const [text, values] = make();
      return this.#use((client) => client.query<Row>(text, [...values]));
    });
  }

  /** The same for a transaction: nothing else comes between `begin` and its end. */
  transaction<T>(begin: string, work: (client: Client) => Promise<T>): Promise<T> {
    const whole = async (client: Client) => {
      await client.query(begin);
      const result = await work(client);
      await client.query("commit");
      return result;
    };
    return this.#turns.take(() => this.#use(whole));
  }

  async #use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const connecting = (this.#client ??= this.#connect());
    try {
      return await work(await connecting);
    } catch (error) {
      this.#drop(connecting);
      throw error;
    }
  }

  async end(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  async #connect(): Promise<Client> {
    const within = { withinMs: ANSWER_WITHIN_MS, answerWithinMs: ANSWER_WITHIN_MS };
    const client = await connectAlone(this.#location, within);
    client.on("notification", ({ payload = "" }) => this.#onNotification(payload));
    try {
      await client.query(`set lock_timeout = ${ANSWER_WITHIN_MS}; listen "${this.#channel}"`);
      return client;
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }

  #drop(failed: Promise<Client>): void {
    if (this.#client === failed) this.#client = undefined;
    // One on which something is still asked is closed at once: nobody waits for a server that says nothing.
    void failed.then((client) => client.end()).catch(() => {});
  }
}
