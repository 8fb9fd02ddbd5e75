/** All local ports of this manager: starts, stores and ends them (spec/manager#calls). */
import { firstLocalPort, type LocalPort, type managerCalls } from "@turnpike/contract/manager.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { z } from "zod";
import { Listener } from "./listener.ts";
import { expiredPortRefusal, proxyLoopRefusal, type RefusalInfo } from "./refusal.ts";
import { maxLocalPorts, readState, type StoredPort, writeState } from "./state-file.ts";
import { isThisMachine } from "./this-machine.ts";
import { isSameUpstream, readUpstream, upstreamAddress } from "./upstream.ts";

export type StartInput = z.output<typeof managerCalls.start.request>;

interface Entry {
  kept: StoredPort;
  listener: Listener;
  /** `openError`: why it does not listen. `dialError`: why the last dial failed. Otherwise empty. */
  openError: string;
  dialError: string;
}
export interface LocalPortsOptions {
  folder: string;
  /** The manager's own port; no local port may forward to it. */
  managerPort: () => number;
  now: () => number;
  /** Prints a line for the user who runs the manager. */
  say: (line: string) => void;
}

/** How long an ended port is listed, so that the user sees why it stopped. */
const KEEP_EXPIRED_MS = 86_400_000;
const TICK_MS = 500;
/** Ticks between saves of the counters, and between retries of ports that are in use. */
const SLOW_TICKS = 10;
const MAX_NUMBERS_TRIED = 4_000;

export class LocalPorts {
  readonly #options: LocalPortsOptions;
  readonly #ports = new Map<number, Entry>();
  /** Serialises starts and deletions, so that the same upstream twice is one port. */
  #queue: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #startTimer = () => (this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref());
  #ticks = 0;
  /** A state file that could not be read must not be overwritten. */
  #isRestored = false;
  #saved = "";
  /** Warnings from the start, in sentences. */
  readonly notices: string[] = [];

  constructor(options: LocalPortsOptions) {
    this.#options = options;
  }

  /** Opens the saved ports; those that fail are shown and retried. */
  async restore(): Promise<void> {
    const { ports, notice } = readState(this.#options.folder, this.#options.now());
    if (notice) this.notices.push(notice);
    for (const kept of ports) await this.#tryToOpen(this.#addEntry(kept));
    this.#isRestored = true;
    if (notice) this.#save();
    if (this.#ports.size > 0) this.#startTimer();
  }

  list(): LocalPort[] {
    return [...this.#ports.values()]
      .sort((one, other) => one.kept.port - other.kept.port)
      .map((entry) => this.#toLocalPort(entry));
  }

  /**
   * Opens a local port, or returns the existing one for the same upstream.
   * @throws Refusal badUpstream, badField, portUnavailable
   */
  start(input: StartInput): Promise<LocalPort> {
    return this.#enqueue(async () => this.#toLocalPort(await this.#start(input)));
  }

  /**
   * Ends ports and their sessions; returns their number.
   * @throws Refusal portNotFound if one does not exist; then none is ended
   */
  del(ports: readonly number[]): Promise<number> {
    return this.#enqueue(async () => {
      const gone = ports.flatMap((port) => this.#ports.get(port) ?? []);
      if (gone.length < ports.length) throw new Refusal("portNotFound", { field: "ports" });
      for (const { kept } of gone) this.#ports.delete(kept.port);
      try {
        this.#save();
      } catch (error) {
        for (const held of gone) this.#ports.set(held.kept.port, held);
        throw error;
      }
      await Promise.all(gone.map(({ listener }) => listener.close()));
      return gone.length;
    });
  }

  /** Ends all ports and saves the counters. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue;
    await Promise.all([...this.#ports.values()].map(({ listener }) => listener.close()));
    this.#save();
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work);
    this.#queue = mine.catch(() => null);
    return mine;
  }

  async #start({ upstream: text, ip, port, protocol, expiresAt }: StartInput): Promise<Entry> {
    const upstream = readUpstream(text);
    const isLocal = upstream !== null && isThisMachine(upstream.host);
    if (!upstream || (isLocal && (port === upstream.port || this.#isOwnPort(upstream.port))))
      throw new Refusal("badUpstream", { field: "upstream" });
    const now = this.#options.now();
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now)
      throw new Refusal("badField", { field: "expiresAt" });
    const existing = [...this.#ports.values()].find(
      ({ kept }) =>
        isSameUpstream(kept.upstream, upstream) &&
        kept.protocol === protocol &&
        (port === undefined || port === kept.port),
    );
    if (existing) return this.#update(existing, { ip, expiresAt });
    if (this.#ports.size >= maxLocalPorts) throw new Refusal("portUnavailable", { field: "port" });
    const kept: StoredPort = {
      port: port ?? firstLocalPort,
      ip: ip ?? "",
      upstream,
      protocol,
      startedAt: new Date(now).toISOString(),
      expiresAt: expiresAt ?? null,
      upBytes: 0,
      downBytes: 0,
    };
    const listener = this.#listenerOf(kept);
    kept.port = await this.#open(listener, port, isLocal ? upstream.port : null);
    const held: Entry = { kept, listener, openError: "", dialError: "" };
    this.#ports.set(kept.port, held);
    this.#startTimer();
    try {
      this.#save();
    } catch (error) {
      this.#ports.delete(kept.port);
      await listener.close();
      throw error;
    }
    return held;
  }

  /** Same upstream as before: new details replace the old ones, and an ended port reopens. */
  async #update(held: Entry, changes: Pick<StartInput, "ip" | "expiresAt">): Promise<Entry> {
    const { kept } = held;
    const before = { ip: kept.ip, expiresAt: kept.expiresAt };
    if (changes.ip !== undefined) kept.ip = changes.ip;
    if (changes.expiresAt !== undefined) kept.expiresAt = changes.expiresAt;
    else if (this.#hasExpired(kept)) kept.expiresAt = null;
    held.dialError = "";
    if (!held.listener.isOpen) await this.#tryToOpen(held);
    try {
      this.#save();
    } catch (error) {
      Object.assign(kept, before);
      throw error;
    }
    return held;
  }

  /**
   * Listens on the requested port, or else the first free one other than the upstream's.
   * @throws Refusal portUnavailable
   */
  async #open(listener: Listener, asked: number | undefined, to: number | null): Promise<number> {
    const last = asked ?? Math.min(65_535, firstLocalPort + MAX_NUMBERS_TRIED);
    for (let port = asked ?? firstLocalPort; port <= last; port += 1) {
      if (port === to || this.#isOwnPort(port)) continue;
      try {
        await listener.listen(port);
        return port;
      } catch {
        // In use or not permitted: try the next one.
      }
    }
    throw new Refusal("portUnavailable", { field: "port" });
  }

  async #tryToOpen(held: Entry): Promise<void> {
    const { port } = held.kept;
    if (port === this.#options.managerPort()) {
      held.openError = `Port ${port} is the manager's own.`;
      return;
    }
    try {
      await held.listener.listen(port);
      held.openError = "";
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      const reason =
        code === "EADDRINUSE" ? "is used by another program" : `cannot be opened (${code})`;
      if (!held.openError) this.#options.say(`Port ${port} ${reason}; it is tried again.`);
      held.openError = `Port ${port} ${reason}.`;
    }
  }

  #addEntry(kept: StoredPort): Entry {
    const held: Entry = { kept, listener: this.#listenerOf(kept), openError: "", dialError: "" };
    this.#ports.set(kept.port, held);
    return held;
  }

  #listenerOf(kept: StoredPort): Listener {
    return new Listener({
      protocol: kept.protocol,
      initialTraffic: kept,
      context: {
        upstream: () => kept.upstream,
        isOwnPort: (port) => this.#isOwnPort(port),
        refusalFor: (target) => this.#refusalFor(kept, target),
        reportDial: (failure) => {
          const held = this.#ports.get(kept.port);
          if (held) held.dialError = failure ?? "";
        },
      },
    });
  }

  #refusalFor(kept: StoredPort, target: Target): RefusalInfo | null {
    if (this.#hasExpired(kept)) return expiredPortRefusal;
    return this.#isOwnPort(target.port) && isThisMachine(target.host) ? proxyLoopRefusal : null;
  }

  /** Whether this manager listens on this port of this machine. */
  #isOwnPort(port: number): boolean {
    return port === this.#options.managerPort() || this.#ports.has(port);
  }

  #hasExpired({ expiresAt }: StoredPort): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#options.now();
  }

  #toLocalPort({ kept, listener, openError, dialError }: Entry): LocalPort {
    const { upstream, port, ip, protocol, startedAt, expiresAt } = kept;
    const detail = openError || dialError;
    const hasExpired = this.#hasExpired(kept);
    return {
      port,
      ip,
      upstream: upstreamAddress(upstream),
      protocol,
      startedAt,
      expiresAt,
      ...listener.traffic,
      connections: listener.connections,
      state: hasExpired ? "expired" : detail ? "failed" : "listening",
      detail: hasExpired ? "" : detail,
    };
  }

  #tick(): void {
    if (this.#ports.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#ticks += 1;
    const now = this.#options.now();
    for (const { kept, listener } of this.#ports.values()) {
      if (this.#hasExpired(kept)) listener.endSessions();
    }
    if (this.#ticks % SLOW_TICKS !== 0) return;
    void this.#enqueue(async () => {
      for (const held of this.#ports.values()) {
        const { expiresAt, port } = held.kept;
        if (expiresAt !== null && Date.parse(expiresAt) + KEEP_EXPIRED_MS <= now) {
          this.#ports.delete(port);
          await held.listener.close();
        } else if (!held.listener.isOpen) await this.#tryToOpen(held);
      }
      this.#save();
    }).catch((error: unknown) => {
      this.#options.say(`The list of local ports could not be written: ${String(error)}`);
    });
  }

  /** Writes the state if it has changed. @throws NodeJS.ErrnoException */
  #save(): void {
    if (!this.#isRestored) return;
    const ports = [...this.#ports.values()].map(({ kept, listener }) => ({
      ...kept,
      ...listener.traffic,
    }));
    const text = JSON.stringify(ports);
    if (text === this.#saved) return;
    writeState(this.#options.folder, ports);
    this.#saved = text;
  }
}
