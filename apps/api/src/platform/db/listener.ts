/**
 * The process's one LISTEN connection. NOTIFY carries wake-ups between API processes. Messages sent
 * while the connection is down are lost, so every subscriber must then re-read what it missed.
 */
import type { Logger } from "pino";
import type pg from "pg";
import { connectClient, newClient, quoteName } from "./connection.ts";

const reconnectMs = 250;
/** A connection that does not respond for this long, or leads to a replica, is replaced. */
const checkEveryMs = 5_000;
const checkTimeoutMs = 3_000;

interface Subscription {
  /** Called with each message's payload, in order. */
  take: (payload: string) => void;
  /** Called after each connect, including the first: messages may have been missed. */
  connected: () => void;
}

export type Notifications = Pick<Listener, "isReady" | "on" | "stop">;

/** For a process that lives too briefly to be woken. */
export const noNotifications: Notifications = {
  isReady: false,
  on: () => () => undefined,
  stop: async () => undefined,
};

export class Listener {
  #url: string;
  #log: Pick<Logger, "warn">;
  #byChannel = new Map<string, Set<Subscription>>();
  #client: pg.Client | null = null;
  /** The last statement sent; never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #ready = false;
  #stopped = false;
  #retry: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;

  /** `url` must lead to PostgreSQL itself: a connection pooler does not deliver messages. */
  constructor(url: string, log: Pick<Logger, "warn">) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether the connection is listening, as far as is known. */
  get isReady(): boolean {
    return this.#ready;
  }

  /** Subscribes to a channel, connecting if needed. Returns a function that unsubscribes. */
  on(channel: string, take: Subscription["take"], connected = () => {}): () => void {
    const own = { take, connected };
    const known = this.#byChannel.get(channel);
    if (known) known.add(own);
    else {
      this.#byChannel.set(channel, new Set([own]));
      if (this.#ready && this.#client)
        void this.#query(this.#client, `listen ${quoteName(channel)}`).catch(noop);
    }
    if (this.#ready) connected();
    else if (this.#client === null && !this.#stopped) void this.#connect();
    return () => void this.#byChannel.get(channel)?.delete(own);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#check);
    await this.#client?.end().catch(noop);
  }

  /** Sends statements one after the other. */
  #query<R extends pg.QueryResultRow>(client: pg.Client, text: string) {
    const answer = this.#last.then(() => client.query<R>(text));
    this.#last = answer.catch(noop);
    return answer;
  }

  async #assertPrimary(client: pg.Client): Promise<void> {
    const { rows } = await this.#query<{ replica: boolean }>(
      client,
      "select pg_is_in_recovery() as replica",
    );
    if (rows[0]?.replica !== false) throw new Error("this server is a replica");
  }

  async #connect(): Promise<void> {
    const session = { name: "turnpike-listen", connectTimeoutMs: checkTimeoutMs };
    const client = newClient(this.#url, { ...session, queryTimeoutMs: checkTimeoutMs });
    this.#client = client;
    let lost = false;
    const reconnect = () => {
      if (lost || this.#stopped) return;
      lost = true;
      this.#ready = false;
      clearInterval(this.#check);
      void client.end().catch(noop);
      this.#retry = setTimeout(() => void this.#connect(), reconnectMs);
    };
    client.on("error", reconnect);
    client.on("end", reconnect);
    client.on("notification", ({ channel, payload = "" }) => this.#dispatch(channel, payload));
    try {
      await connectClient(client, session);
      await this.#assertPrimary(client);
      const names = [...this.#byChannel.keys()].map((name) => quoteName(name));
      await this.#query(client, names.map((name) => `listen ${name}`).join("; "));
      if (lost || this.#stopped) return;
      this.#ready = true;
      this.#check = setInterval(
        () => void this.#assertPrimary(client).catch(reconnect),
        checkEveryMs,
      );
      for (const all of this.#byChannel.values()) for (const each of all) each.connected();
    } catch {
      reconnect();
    }
  }

  #dispatch(channel: string, payload: string): void {
    for (const { take } of this.#byChannel.get(channel) ?? []) {
      try {
        take(payload);
      } catch (error) {
        this.#log.warn({ err: error, channel }, "message from another API not understood");
      }
    }
  }
}

const noop = () => undefined;
