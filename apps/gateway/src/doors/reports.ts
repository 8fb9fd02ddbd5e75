/** Tells the hub how the doors are: all of them on each connection, then what changes. */
import type { ExitDoor } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../log.ts";

/** Changes that come together are told together, at most so much later. */
const batchMs = 300;
const mostDoors = 500;
const askTimeoutMs = 10_000;
const againMs = 1_000;

export interface DoorReportsOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  log: Log;
  /** Ids of all exits whose doors are this gateway's. */
  ids: () => Iterable<string>;
  /** How the door is; null where that is not known yet, or it is none of this gateway's. */
  read: (exitId: string) => ExitDoor | null;
}

export class DoorReports {
  #options: DoorReportsOptions;
  #dirty = new Set<string>();
  /** What the hub has acknowledged on this connection. */
  #told = new Map<string, string>();
  /** Answers of an older connection count for nothing. */
  #round = 0;
  #timer: NodeJS.Timeout | undefined;
  #asking = false;
  #stopped = false;

  constructor(options: DoorReportsOptions) {
    this.#options = options;
    options.link.onConnection((up) => {
      if (up) this.#all();
    });
  }

  /** A door is another now, or its exit is gone. */
  changed(exitId: string): void {
    this.#dirty.add(exitId);
    this.#soon(batchMs);
  }

  /** Whether the hub knows of all of them. */
  get allTold(): boolean {
    for (const id of this.#options.ids()) if (!this.#told.has(id)) return false;
    return true;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #all(): void {
    this.#round += 1;
    this.#told.clear();
    for (const id of this.#options.ids()) this.#dirty.add(id);
    this.#soon(batchMs);
  }

  #soon(delayMs: number): void {
    if (this.#stopped || this.#asking || this.#dirty.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, delayMs);
  }

  async #send(): Promise<void> {
    const { gateway, epoch, link, log } = this.#options;
    const round = this.#round;
    this.#asking = true;
    let delayMs = batchMs;
    let sent: ExitDoor[] = [];
    try {
      for (sent = this.#next(); sent.length > 0; sent = this.#next()) {
        await link.ask("doors", { gateway, epoch, doors: sent }, askTimeoutMs);
        if (round !== this.#round) break;
        for (const door of sent) this.#told.set(door.exitId, JSON.stringify(door));
      }
    } catch (error) {
      for (const { exitId } of sent) this.#dirty.add(exitId);
      delayMs = againMs;
      log.debug({ error: String(error) }, "the hub did not take the doors, they come again");
    } finally {
      this.#asking = false;
      this.#soon(delayMs);
    }
  }

  /** The next that differ from what the hub knows. What is not known yet comes once it changes. */
  #next(): ExitDoor[] {
    const doors: ExitDoor[] = [];
    for (const id of this.#dirty) {
      if (doors.length === mostDoors) break;
      this.#dirty.delete(id);
      const door = this.#options.read(id);
      if (door === null) this.#told.delete(id);
      else if (this.#told.get(id) !== JSON.stringify(door)) doors.push(door);
    }
    return doors;
  }
}
