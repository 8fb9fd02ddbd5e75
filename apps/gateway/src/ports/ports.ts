/**
 * This worker's ports of unlimited plans, kept as the facts say: opened in slices so that traffic
 * goes on, closed at once, tried again where they could not be opened.
 */
import type { UnlimitedPortFact } from "@turnpike/contract/data-plane.ts";
import { chooseDoors } from "../doors/share.ts";
import { isOurs } from "../ours.ts";
import { Slices } from "../slices.ts";
import { type Trouble, type TroubleLines } from "../trouble-lines.ts";
import { type ListenAtPort, noFiles, Port } from "./port.ts";

const retryMs = 3_000;

export interface PortsOptions {
  worker: number;
  workers: number;
  facts: () => ReadonlyMap<string, UnlimitedPortFact>;
  /** How many there is room for, when so many are wanted. */
  roomFor: (wanted: number) => number;
  listen: ListenAtPort;
  /** It is another now, or gone. */
  changed: (portId: string) => void;
  troubles: TroubleLines;
  /** What could not be opened is tried again so often. */
  retryMs?: number | undefined;
}

export class Ports {
  readonly byId = new Map<string, Port>();
  #options: PortsOptions;
  #retry: NodeJS.Timeout;
  /** A round of opening is under way. */
  #opening = false;
  /** What changed meanwhile waits for the next round. */
  #more = false;
  #stopped = false;

  constructor(options: PortsOptions) {
    this.#options = options;
    this.#retry = setInterval(() => void this.#open(true), options.retryMs ?? retryMs);
  }

  get open(): number {
    let sum = 0;
    for (const port of this.byId.values()) sum += Number(port.isOpen);
    return sum;
  }

  /** The facts changed. */
  refresh(): void {
    if (this.#stopped) return;
    const { facts, changed } = this.#options;
    const known = facts();
    // First all that go: two may have changed their numbers.
    for (const [id, port] of this.byId) {
      const fact = known.get(id);
      if (fact?.port !== port.fact.port) this.#close(id, port);
      else if (fact !== port.fact) port.changed(fact);
    }
    for (const fact of known.values()) {
      if (this.byId.has(fact.id) || !isOurs(fact.id, this.#options)) continue;
      this.byId.set(fact.id, new Port(fact));
    }
    for (const id of this.#choose()) changed(id);
    void this.#open(false);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#retry);
    for (const [id, port] of this.byId) this.#close(id, port);
  }

  #close(id: string, port: Port): void {
    port.close();
    this.byId.delete(id);
    this.#options.changed(id);
  }

  /** Says for which there is room; answers those of which that is new. */
  #choose(): string[] {
    const room = this.#options.roomFor(this.byId.size);
    const all = [...this.byId];
    if (room >= all.length) return all.filter(([, port]) => port.want(true)).map(([id]) => id);
    const candidates = all.map(([id, { isOpen }]) => ({ id, sold: true, open: isOpen }));
    const chosen = new Set(chooseDoors(candidates, room).map(({ id }) => id));
    return all.filter(([id, port]) => port.want(chosen.has(id))).map(([id]) => id);
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
    this.#options.troubles.tell(this.#troubles());
    const more = this.#more;
    this.#more = false;
    if (more) void this.#open(false);
  }

  async #round(again: boolean): Promise<void> {
    const { listen, changed } = this.#options;
    const slices = new Slices();
    for (const [id, port] of this.byId) {
      if (!port.missing(again)) continue;
      await port.open(listen);
      changed(id);
      await slices.rest();
    }
  }

  #troubles(): Map<string, Trouble> {
    const found = new Map<string, UnlimitedPortFact[]>();
    for (const { trouble, fact } of this.byId.values()) {
      if (trouble === null) continue;
      const same = found.get(trouble);
      if (same) same.push(fact);
      else found.set(trouble, [fact]);
    }
    return new Map(Array.from(found, ([code, facts]) => [code, troubleOf(code, facts)]));
  }
}

function troubleOf(code: string, facts: UnlimitedPortFact[]): Trouble {
  const count = facts.length;
  const ports = count === 1 ? "1 port" : `${count.toLocaleString("en")} ports`;
  const why = code === noFiles ? "open files allow no more" : code;
  const message = `${ports} of unlimited plans cannot be opened: ${why}`;
  return { message, count, fields: { ports: count, example: facts[0]?.port } };
}
