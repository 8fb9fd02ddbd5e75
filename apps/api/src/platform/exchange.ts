/**
 * Messages between API processes, by NOTIFY, for data that is only useful at the moment. Nothing is
 * stored or resent; a process receives the messages of others, not its own.
 */
import { sql } from "kysely";
import type { Db } from "./db/database.ts";
import type { Notifications } from "./db/listener.ts";

const channel = "api_exchange";
/** PostgreSQL's limit is 8,000 bytes, less one. */
const maxBytes = 7_900;

export class Exchange {
  #db: Db;
  #id: string;
  #handlers = new Map<string, (body: unknown) => void>();

  /** `id` identifies this process. */
  constructor(db: Db, { id, listener }: { id: string; listener: Notifications }) {
    this.#db = db;
    this.#id = id;
    listener.on(channel, (payload) => this.#receive(payload));
  }

  /** Subscribes to a topic; `body` comes from another process, perhaps of another release. */
  on(topic: string, handler: (body: unknown) => void): void {
    this.#handlers.set(topic, handler);
  }

  /**
   * Sends rows to all other processes, in as few messages as possible; each also contains `rest`.
   * Rows that are too large for a message are dropped. Without a database nothing is sent.
   */
  async send(topic: string, rest: object, rows: unknown[] = []): Promise<void> {
    const messages = splitIntoMessages({ from: this.#id, topic, ...rest }, rows);
    await sql`select pg_notify(${channel}, message) from unnest(${messages}::text[]) as message`
      .execute(this.#db)
      .catch(() => undefined);
  }

  #receive(payload: string): void {
    const message = JSON.parse(payload) as { from: string; topic: string };
    if (message.from !== this.#id) this.#handlers.get(message.topic)?.(message);
  }
}

/** Every message has `rows`; without rows there is one message with an empty list. */
export function splitIntoMessages(rest: object, rows: unknown[], most = maxBytes): string[] {
  const messages: string[] = [];
  const empty = Buffer.byteLength(JSON.stringify({ ...rest, rows: [] }));
  let batch: unknown[] = [];
  let bytes = empty;
  for (const row of rows) {
    const more = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (empty + more > most) continue;
    if (bytes + more > most) {
      messages.push(JSON.stringify({ ...rest, rows: batch }));
      [batch, bytes] = [[], empty];
    }
    batch.push(row);
    bytes += more;
  }
  if (batch.length > 0 || messages.length === 0)
    messages.push(JSON.stringify({ ...rest, rows: batch }));
  return messages;
}
