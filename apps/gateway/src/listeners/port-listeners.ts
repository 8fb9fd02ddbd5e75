/**
 * This worker's listening ports, of whatever kind, kept as the facts say: opened in slices so that
 * traffic goes on, closed at once, tried again where they could not be opened.
 */
import type { PortFact, PortKind } from "@turnpike/contract/port-facts.ts";
import type { WantedPorts } from "./descriptors.ts";
import { chooseDoors } from "./descriptor-shares.ts";
import { isOurs } from "../lib/owns-shard.ts";
import { Slices } from "../lib/yield-loop.ts";
import { type Trouble, type TroubleLines } from "./problem-log.ts";
import { type ListenAtPort, noFiles, Port } from "./port-listener.ts";

const retryMs = 3_000;

export interface PortsOptions {
  worker: number;
  workers: number;
  facts: () => ReadonlyMap<string, PortFact>;
  /** How many there is room for, when so many are wanted. */
  roomFor: (wanted: WantedPorts) => number;
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
  /** All facts as they stood when they were looked at last, in their order. */
  #seen: PortFact[] = [];
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
    for (const fact of this.#unseen(known)) {
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

  /**
   * What came or is another since the last look. To ask of each fact whose it is would be dear where
   * there are thousands: the order of a map stays, so that the old ones are passed in step.
   */
  #unseen(known: ReadonlyMap<string, PortFact>): PortFact[] {
    const before = this.#seen;
    const isOver = (old: PortFact | undefined) => old && known.get(old.id) !== old;
    let at = 0;
    this.#seen = [...known.values()];
    return this.#seen.filter((fact) => {
      while (before[at] !== fact && isOver(before[at])) at += 1;
      if (before[at] !== fact) return true;
      at += 1;
      return false;
    });
  }

  #close(id: string, port: Port): void {
    port.close();
    this.byId.delete(id);
    this.#options.changed(id);
  }

  /** Says for which there is room; answers those of which that is new. */
  #choose(): string[] {
    const all = [...this.byId];
    let white = 0;
    for (const [, { fact }] of all) white += Number(!isPaid(fact));
    const room = this.#options.roomFor({ paid: all.length - white, white });
    if (room >= all.length) return all.filter(([, port]) => port.want(true)).map(([id]) => id);
    const candidates = all.map(([id, { fact, isOpen }]) => ({
      id,
      sold: isPaid(fact),
      open: isOpen,
    }));
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
    const found = new Map<string, Trouble>();
    for (const { trouble: code, fact } of this.byId.values()) {
      if (code === null) continue;
      const kind = `${fact.kind} ${code}`;
      found.set(kind, troubleOf(code, fact, found.get(kind)));
    }
    return found;
  }
}

/** Whitelisted ports cost nothing, so that they give way to what does. */
const isPaid = ({ kind }: PortFact) => kind !== "whitePort";

const owners: Record<PortKind, string> = {
  unlimitedPort: "of unlimited plans",
  openedIp: "of opened IPs",
  whitePort: "for whitelisted addresses",
};

/** The trouble of those so far, if any, and of one more. */
function troubleOf(code: string, { kind, port }: PortFact, others?: Trouble): Trouble {
  const count = (others?.count ?? 0) + 1;
  const ports = count === 1 ? "1 port" : `${count.toLocaleString("en")} ports`;
  const why = code === noFiles ? "open files allow no more" : code;
  const message = `${ports} ${owners[kind]} cannot be opened: ${why}`;
  return { message, count, fields: { example: port, ...others?.fields, ports: count } };
}
