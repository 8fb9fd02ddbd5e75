/**
 * Messages between API processes, by NOTIFY, for data that is only useful at the moment. Nothing is
 * stored or resent; a process receives the messages of others, not its own.
 */
import { sql } from "kysely";
import type { Db } from "./db/database.ts";
import type { Listener } from "./db/listener.ts";

const channel = "api_exchange";
/** PostgreSQL's limit is 8,000 bytes, less one. */
const maxBytes = 7_900;

export class Exchange {
  #db: Db;
  #id: string;
  #takers = new Map<string, (body: unknown) => void>();

  /** `id` identifies this process. */
  constructor(db: Db, { id, listener }: { id: string; listener: Listener }) {
    this.#db = db;
    this.#id = id;
    listener.on(channel, (payload) => this.#take(payload));
  }

  /** Subscribes to a topic; `body` comes from another process, perhaps of another release. */
  on(topic: string, take: (body: unknown) => void): void {
    this.#takers.set(topic, take);
  }

  /**
   * Sends rows to all other processes, in as few messages as possible; each also contains `rest`.
   * Rows that are too large for a message are dropped. Without a database nothing is sent.
   */
  async tell(topic: string, rest: object, rows: unknown[] = []): Promise<void> {
    const messages = inMessages({ from: this.#id, topic, ...rest }, rows);
    await sql`select pg_notify(${channel}, message) from unnest(${messages}::text[]) as message`
      .execute(this.#db)
      .catch(() => undefined);
  }

  #take(payload: string): void {
    const message = JSON.parse(payload) as { from: string; topic: string };
    if (message.from !== this.#id) this.#takers.get(message.topic)?.(message);
  }
}

/** Every message has `rows`; without rows there is one message with an empty list. */
export function inMessages(rest: object, rows: unknown[], most = maxBytes): string[] {
  const messages: string[] = [];
  const empty = Buffer.byteLength(JSON.stringify({ ...rest, rows: [] }));
  let held: unknown[] = [];
  let bytes = empty;
  for (const row of rows) {
    const more = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (empty + more > most) continue;
    if (bytes + more > most) {
      messages.push(JSON.stringify({ ...rest, rows: held }));
      [held, bytes] = [[], empty];
    }
    held.push(row);
    bytes += more;
  }
  if (held.length > 0 || messages.length === 0)
    messages.push(JSON.stringify({ ...rest, rows: held }));
  return messages;
}
