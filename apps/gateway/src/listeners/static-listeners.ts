/**
 * The doors of this worker, kept as the facts say: opened in slices so that traffic goes on, closed
 * at once, tried again where they could not be opened.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { WantedDoors } from "./descriptors.ts";
import { isOurs } from "../lib/owns-shard.ts";
import { Slices } from "../lib/yield-loop.ts";
import { noSuchAddress } from "../probe/probe-exit.ts";
import { Door, type Listen } from "./static-listener.ts";
import { chooseDoors, doorAddress } from "./descriptor-shares.ts";
import type { Troubles } from "./static-problems.ts";

const retryMs = 15_000;

export interface DoorsOptions {
  worker: number;
  workers: number;
  ports: readonly number[];
  exits: () => ReadonlyMap<string, ExitFact>;
  isSold: (exitId: string) => boolean;
  /** How many listeners there is room for, when so many are wanted. */
  roomFor: (listeners: WantedDoors) => number;
  listen: Listen;
  /** Its ports are others now, or (`gone`) it is no more. */
  changed: (door: Door) => void;
  /** Its exit is reached another way now. */
  moved: (door: Door) => void;
  troubles: Troubles;
  retryMs?: number | undefined;
}

export class Doors {
  readonly byExit = new Map<string, Door>();
  #options: DoorsOptions;
  #retry: NodeJS.Timeout;
  /** A round of opening is under way. */
  #opening = false;
  /** What changed meanwhile waits for the next round. */
  #more = false;
  #stopped = false;

  constructor(options: DoorsOptions) {
    this.#options = options;
    this.#retry = setInterval(() => void this.#open(true), options.retryMs ?? retryMs);
  }

  get listeners(): number {
    let sum = 0;
    for (const door of this.byExit.values()) sum += door.listeners;
    return sum;
  }

  /** The facts changed. */
  refresh(): void {
    if (this.#stopped) return;
    const { exits, ports, changed } = this.#options;
    const known = exits();
    for (const [id, door] of this.byExit) {
      const exit = known.get(id);
      if (!exit || doorAddress(exit) !== door.address) this.#close(door);
      else if (!sameWay(exit, door.exit)) this.#move(door, exit);
    }
    for (const exit of known.values()) {
      if (this.byExit.has(exit.id) || !isOurs(exit.id, this.#options)) continue;
      this.byExit.set(exit.id, new Door(exit, ports));
    }
    for (const door of this.#choose()) changed(door);
    void this.#open(false);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#retry);
    for (const door of this.byExit.values()) this.#close(door);
  }

  #move(door: Door, exit: ExitFact): void {
    door.exit = exit;
    this.#options.moved(door);
  }

  #close(door: Door): void {
    door.gone = true;
    door.shut();
    this.byExit.delete(door.exit.id);
    this.#options.changed(door);
  }

  /** Says which doors are wanted; answers those of which that is new. */
  #choose(): Door[] {
    const { ports, roomFor, isSold } = this.#options;
    const wanted = this.byExit.size * ports.length;
    let sold = 0;
    for (const id of this.byExit.keys()) sold += Number(isSold(id)) * ports.length;
    const room = roomFor({ sold, all: wanted });
    if (room >= wanted) return [...this.byExit.values()].filter((door) => want(door, true));
    const candidates = Array.from(this.byExit, ([id, door]) => ({
      id,
      door,
      sold: isSold(id),
      open: door.wanted === true,
    }));
    const most = Math.floor(room / Math.max(1, ports.length));
    const chosen = new Set(chooseDoors(candidates, most).map(({ door }) => door));
    return [...this.byExit.values()].filter((door) => want(door, chosen.has(door)));
  }

  /** Opens what is to be open; `again` also what could not be. */
  async #open(again: boolean): Promise<void> {
    if (this.#opening || this.#stopped) {
      this.#more = true;
      return;
    }
    this.#opening = true;
    await this.#round(again);
    this.#opening = false;
    if (this.#stopped) return;
    this.#options.troubles.tell(this.byExit.values());
    const more = this.#more;
    this.#more = false;
    if (more) void this.#open(false);
  }

  async #round(again: boolean): Promise<void> {
    const { listen, changed } = this.#options;
    const slices = new Slices();
    for (const door of this.#inOrder()) {
      const missing = door.missing(again);
      const before = `${door.tried} ${door.ports.join()}`;
      for (const port of missing) {
        await door.open(port, listen);
        await slices.rest();
        // An address that is not on this machine is so at every port.
        if (door.troubles.get(port) === noSuchAddress) break;
      }
      if (before !== `${door.tried} ${door.ports.join()}`) changed(door);
    }
  }

  /** Those of customers first. */
  #inOrder(): Door[] {
    const doors = [...this.byExit.values()].filter(({ wanted }) => wanted);
    const sold = new Set(doors.filter(({ exit }) => this.#options.isSold(exit.id)));
    return [...sold, ...doors.filter((door) => !sold.has(door))];
  }
}

const wayFields = ["how", "host", "port", "user", "password"] as const;

/** Whether two exits are reached alike; all else of them is nothing to a door. */
function sameWay(one: ExitFact, other: ExitFact): boolean {
  return one === other || wayFields.every((field) => one[field] === other[field]);
}

/** Answers whether that is new. */
function want(door: Door, wanted: boolean): boolean {
  if (door.wanted === wanted) return false;
  if (wanted) door.wanted = true;
  else door.shut();
  return true;
}
