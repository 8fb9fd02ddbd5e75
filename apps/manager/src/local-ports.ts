/** All local ports of this manager: starts, stores and ends them (spec/manager#calls). */
import { firstLocalPort, type LocalPort, type managerCalls } from "@turnpike/contract/manager.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { z } from "zod";
import { Listener } from "./listener.ts";
import { expired, loops, type Why } from "./refusal.ts";
import { maxLocalPorts, readState, type StoredPort, writeState } from "./state-file.ts";
import { isThisMachine } from "./this-machine.ts";
import { isSameUpstream, readUpstream, upstreamAddress } from "./upstream.ts";

export type StartQuestion = z.output<typeof managerCalls.start.question>;

interface Held {
  kept: StoredPort;
  listener: Listener;
  /** `unopened`: why it does not listen. `unreached`: why the last dial failed. Otherwise empty. */
  unopened: string;
  unreached: string;
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
const SHOWN_AFTER_END_MS = 86_400_000;
const TICK_MS = 500;
/** Ticks between saves of the counters, and between retries of ports that are in use. */
const SLOW_TICKS = 10;
const MAX_NUMBERS_TRIED = 4_000;

export class LocalPorts {
  readonly #options: LocalPortsOptions;
  readonly #held = new Map<number, Held>();
  /** Serialises starts and deletions, so that the same upstream twice is one port. */
  #queue: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #watch = () => (this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref());
  #ticks = 0;
  /** A state file that could not be read must not be overwritten. */
  #isRead = false;
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
    for (const kept of ports) await this.#tryToOpen(this.#hold(kept));
    this.#isRead = true;
    if (notice) this.#save();
    if (this.#held.size > 0) this.#watch();
  }

  list(): LocalPort[] {
    return [...this.#held.values()]
      .sort((one, other) => one.kept.port - other.kept.port)
      .map((held) => this.#shown(held));
  }

  /**
   * Opens a local port, or returns the existing one for the same upstream.
   * @throws Refusal badUpstream, badField, portUnavailable
   */
  start(question: StartQuestion): Promise<LocalPort> {
    return this.#inTurn(async () => this.#shown(await this.#start(question)));
  }

  /**
   * Ends ports and their sessions; returns their number.
   * @throws Refusal portNotFound if one does not exist; then none is ended
   */
  del(ports: readonly number[]): Promise<number> {
    return this.#inTurn(async () => {
      const gone = ports.flatMap((port) => this.#held.get(port) ?? []);
      if (gone.length < ports.length) throw new Refusal("portNotFound", { field: "ports" });
      for (const { kept } of gone) this.#held.delete(kept.port);
      try {
        this.#save();
      } catch (error) {
        for (const held of gone) this.#held.set(held.kept.port, held);
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
    await Promise.all([...this.#held.values()].map(({ listener }) => listener.close()));
    this.#save();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work);
    this.#queue = mine.catch(() => null);
    return mine;
  }

  async #start({ upstream: text, ip, port, protocol, expiresAt }: StartQuestion): Promise<Held> {
    const upstream = readUpstream(text);
    const isHere = upstream !== null && isThisMachine(upstream.host);
    if (!upstream || (isHere && (port === upstream.port || this.#isOwnPort(upstream.port))))
      throw new Refusal("badUpstream", { field: "upstream" });
    const now = this.#options.now();
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now)
      throw new Refusal("badField", { field: "expiresAt" });
    const there = [...this.#held.values()].find(
      ({ kept }) =>
        isSameUpstream(kept.upstream, upstream) &&
        kept.protocol === protocol &&
        (port === undefined || port === kept.port),
    );
    if (there) return this.#again(there, { ip, expiresAt });
    if (this.#held.size >= maxLocalPorts) throw new Refusal("portUnavailable", { field: "port" });
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
    kept.port = await this.#open(listener, port, isHere ? upstream.port : null);
    const held: Held = { kept, listener, unopened: "", unreached: "" };
    this.#held.set(kept.port, held);
    this.#watch();
    try {
      this.#save();
    } catch (error) {
      this.#held.delete(kept.port);
      await listener.close();
      throw error;
    }
    return held;
  }

  /** Same upstream as before: new details replace the old ones, and an ended port reopens. */
  async #again(held: Held, told: Pick<StartQuestion, "ip" | "expiresAt">): Promise<Held> {
    const { kept } = held;
    const before = { ip: kept.ip, expiresAt: kept.expiresAt };
    if (told.ip !== undefined) kept.ip = told.ip;
    if (told.expiresAt !== undefined) kept.expiresAt = told.expiresAt;
    else if (this.#isOver(kept)) kept.expiresAt = null;
    held.unreached = "";
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

  async #tryToOpen(held: Held): Promise<void> {
    const { port } = held.kept;
    if (port === this.#options.managerPort()) {
      held.unopened = `Port ${port} is the manager's own.`;
      return;
    }
    try {
      await held.listener.listen(port);
      held.unopened = "";
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      const why =
        code === "EADDRINUSE" ? "is used by another program" : `cannot be opened (${code})`;
      if (!held.unopened) this.#options.say(`Port ${port} ${why}; it is tried again.`);
      held.unopened = `Port ${port} ${why}.`;
    }
  }

  #hold(kept: StoredPort): Held {
    const held: Held = { kept, listener: this.#listenerOf(kept), unopened: "", unreached: "" };
    this.#held.set(kept.port, held);
    return held;
  }

  #listenerOf(kept: StoredPort): Listener {
    return new Listener({
      protocol: kept.protocol,
      carried: kept,
      gate: {
        upstream: () => kept.upstream,
        isOwnPort: (port) => this.#isOwnPort(port),
        refuses: (target) => this.#refuses(kept, target),
        tried: (failure) => {
          const held = this.#held.get(kept.port);
          if (held) held.unreached = failure ?? "";
        },
      },
    });
  }

  #refuses(kept: StoredPort, target: Target): Why | null {
    if (this.#isOver(kept)) return expired;
    return this.#isOwnPort(target.port) && isThisMachine(target.host) ? loops : null;
  }

  /** Whether this manager listens on this port of this machine. */
  #isOwnPort(port: number): boolean {
    return port === this.#options.managerPort() || this.#held.has(port);
  }

  #isOver({ expiresAt }: StoredPort): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#options.now();
  }

  #shown({ kept, listener, unopened, unreached }: Held): LocalPort {
    const { upstream, port, ip, protocol, startedAt, expiresAt } = kept;
    const detail = unopened || unreached;
    const over = this.#isOver(kept);
    return {
      port,
      ip,
      upstream: upstreamAddress(upstream),
      protocol,
      startedAt,
      expiresAt,
      ...listener.traffic,
      connections: listener.connections,
      state: over ? "expired" : detail ? "failed" : "listening",
      detail: over ? "" : detail,
    };
  }

  #tick(): void {
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#ticks += 1;
    const now = this.#options.now();
    for (const { kept, listener } of this.#held.values()) {
      if (this.#isOver(kept)) listener.cut();
    }
    if (this.#ticks % SLOW_TICKS !== 0) return;
    void this.#inTurn(async () => {
      for (const held of this.#held.values()) {
        const { expiresAt, port } = held.kept;
        if (expiresAt !== null && Date.parse(expiresAt) + SHOWN_AFTER_END_MS <= now) {
          this.#held.delete(port);
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
    if (!this.#isRead) return;
    const ports = [...this.#held.values()].map(({ kept, listener }) => ({
      ...kept,
      ...listener.traffic,
    }));
    const text = JSON.stringify(ports);
    if (text === this.#saved) return;
    writeState(this.#options.folder, ports);
    this.#saved = text;
  }
}
