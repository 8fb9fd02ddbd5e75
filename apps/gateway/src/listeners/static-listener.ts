/**
 * The listener of one static exit: all STATIC_PORTS at the exit's own address, or one shared port at
 * the gateway's hosts.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { ListenerHealth } from "@turnpike/contract/gateway-states.ts";
import { type ExitHealth, unknownExitHealth } from "../probe/exit-health.ts";
import { noSuchAddress, notLocalMessage } from "../probe/probe-exit.ts";
import { listenAddress } from "../link/static-addresses.ts";
import { Listener } from "./listener.ts";

export class StaticListener extends Listener {
  exit: ExitFact;
  readonly address: string;
  health: ExitHealth = unknownExitHealth;

  constructor(exit: ExitFact, ports: readonly number[]) {
    super(exit.sharedPort === undefined ? ports : [exit.sharedPort]);
    this.exit = exit;
    this.address = placeOf(exit);
  }

  /** The state reported to the hub; null while it is unknown. */
  report(): ListenerHealth | null {
    const { ports } = this;
    if (this.closed || this.wanted === null || !this.isSettled) return null;
    const { id: exitId } = this.exit;
    if (ports.length === 0) return { exitId, ports, reachable: false, detail: this.#whyClosed() };
    if (!this.health.judged) return null;
    const reachable = this.health.state !== "down";
    return { exitId, ports, reachable, detail: reachable ? "" : this.health.detail };
  }

  #whyClosed(): string {
    if (!this.wanted) return "open file limit reached";
    const [code] = this.errors.values();
    if (code === noSuchAddress) return notLocalMessage(this.address);
    const errors = [...this.errors].slice(0, 8).map(([port, why]) => `${port} ${why}`);
    return `no port can be opened at ${this.address}: ${errors.join(", ")}`;
  }
}

/** Where an exit's listener is; a listener is replaced if this changes. */
export const placeOf = (exit: ExitFact): string =>
  exit.sharedPort === undefined ? listenAddress(exit) : `the shared port ${exit.sharedPort}`;
