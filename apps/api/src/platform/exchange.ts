/**
 * Messages between API processes, by NOTIFY: what is of this second and of no use later. Nothing is
 * kept and nothing is sent again; a process hears what others say, not itself.
 */
import { sql } from "kysely";
import type { Db } from "./db/database.ts";
import type { Listener } from "./db/listener.ts";

const channel = "api_exchange";
/** PostgreSQL takes 8,000 bytes, less one. */
const mostBytes = 7_900;

export class Exchange {
  #db: Db;
  #id: string;
  #takers = new Map<string, (body: unknown) => void>();

  /** `id` names this process. */
  constructor(db: Db, { id, listener }: { id: string; listener: Listener }) {
    this.#db = db;
    this.#id = id;
    listener.on(channel, (payload) => this.#take(payload));
  }

  /** Takes the messages of a topic; `body` comes from another process, perhaps of another release. */
  on(topic: string, take: (body: unknown) => void): void {
    this.#takers.set(topic, take);
  }

  /**
   * Sends rows to all others, in as few messages as hold them; `rest` goes with each. Rows that do not
   * fit into a message alone are left out. Without a database nothing is sent.
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

/** Every message has `rows`, the first also where there are none. */
export function inMessages(rest: object, rows: unknown[], most = mostBytes): string[] {
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
