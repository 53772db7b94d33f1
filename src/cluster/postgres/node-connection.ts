import { type Client, escapeIdentifier, type QueryResult, type QueryResultRow } from "pg";

import { SerialQueue } from "../../base/async/serial-queue.ts";
import { connectAlone } from "./connections.ts";
import type { Location } from "./location.ts";

const ANSWER_WITHIN_MS = 1_500;

/** A dedicated connection, so that a busy pool delays no renewal of a lease; replaced when it fails. */
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
   * Runs queries one after the other. Rejects when the server is silent for 1.5 seconds; the next query then
   * reconnects, which may take seconds longer.
   */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    return this.queryLater(() => [text, values]);
  }

  /** Runs a query that is built once it is its turn. */
  queryLater<Row extends QueryResultRow>(
    make: () => readonly [text: string, values: readonly unknown[]],
  ): Promise<QueryResult<Row>> {
    return this.#turns.take(() => {
      const [text, values] = make();
      return this.#use((client) => client.query<Row>(text, [...values]));
    });
  }

  /** Runs a transaction without other statements in between. */
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
      await client.query(`set lock_timeout = ${ANSWER_WITHIN_MS}; listen ${escapeIdentifier(this.#channel)}`);
      return client;
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }

  #drop(failed: Promise<Client>): void {
    if (this.#client === failed) this.#client = undefined;
    // A failed connection is closed at once, without waiting for a silent server.
    void failed.then((client) => client.end()).catch(() => {});
  }
}
