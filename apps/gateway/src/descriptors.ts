/** The descriptors that this process may open, shared out to listeners and to those who come. */
import type { Room } from "./engine/engine.ts";
import { shareFiles } from "./doors/share.ts";

/** More clients than may carry are let in, so that they hear why not. */
const moreClients = 1_000;

export interface DescriptorsOptions {
  files: number;
  /** Of all connections; listeners take theirs from it. */
  limits: { all: number };
  room: Room;
}

export class Descriptors {
  #options: DescriptorsOptions;
  #mostConnections: number;
  #wanted = { ports: 0, doors: 0 };
  /** Listeners of doors that there is room for. */
  #doors = 0;
  /** Hears that there is another number of doors to have. */
  onDoors: () => void = () => {};

  constructor(options: DescriptorsOptions) {
    this.#options = options;
    this.#mostConnections = options.limits.all;
  }

  /**
   * For how many ports of unlimited plans there is room, when so many are wanted. Customers have
   * them, so they come before doors, most of which are stock.
   */
  forPorts(wanted: number): number {
    this.#wanted.ports = wanted;
    const before = this.#doors;
    const { ports } = this.#share();
    if (this.#doors !== before) this.onDoors();
    return ports;
  }

  /** For how many listeners of doors there is room, when so many are wanted. */
  forDoors(wanted: number): number {
    this.#wanted.doors = wanted;
    this.#share();
    return this.#doors;
  }

  #share(): { ports: number } {
    const { files, limits, room } = this.#options;
    const { ports: wanted, doors } = this.#wanted;
    const { listeners, connections } = shareFiles(files, wanted + doors);
    limits.all = Math.min(this.#mostConnections, connections);
    room.most = limits.all + moreClients;
    const ports = Math.min(wanted, listeners);
    this.#doors = listeners - ports;
    return { ports };
  }
}
