/** Who may use this node's relay: the hub's list of nodes, and a password for each and each exit. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { RelayAnswer, RelayAsker } from "@turnpike/contract/gateway-states.ts";

/** The port to listen on, and what passwords are derived from. */
export type RelayConfig = RelayAnswer;

/** Stands for the asker of a hub of the previous release, which has one password for all. */
const anyNode = "00000000-0000-0000-0000-000000000000";

export class RelayAccess {
  #config: RelayConfig | null = null;
  #generations = new Map<string, number>();

  /** Replaces the configuration, and with it who may ask. */
  set(config: RelayConfig | null): void {
    this.#config = config;
    if (config?.key !== undefined) this.setAskers(config.askers);
  }

  setAskers(askers: readonly RelayAsker[]): void {
    this.#generations = new Map(askers.map(({ id, generation }) => [id, generation]));
  }

  /** Returns the node whose password for the exit this is; null if it is nobody's. */
  askerOf(exitId: string, password: string): RelayAsker | null {
    if (this.#config === null) return null;
    const { key, secret } = this.#config;
    if (key === undefined) {
      return isEqual(password, hmac(secret, exitId)) ? { id: anyNode, generation: 0 } : null;
    }
    const [id = "", digest = ""] = password.split(".", 2);
    const generation = this.#generations.get(id);
    if (generation === undefined) return null;
    return isEqual(digest, hmac(key, `${exitId} ${id} ${generation}`)) ? { id, generation } : null;
  }

  /** Whether the asker's password still counts. */
  isValid({ id, generation }: RelayAsker): boolean {
    return id === anyNode || this.#generations.get(id) === generation;
  }
}

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");

function isEqual(given: string, expected: string): boolean {
  const [actual, right] = [Buffer.from(given), Buffer.from(expected)];
  return actual.length === right.length && timingSafeEqual(actual, right);
}
