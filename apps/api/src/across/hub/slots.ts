/**
 * Connections at once of limited sub-accounts, over all gateways: who has how many, in memory.
 *
 *     gateway ─ slots {open, wanted} ─▶ limit − what others have ─▶ allowed
 *
 * A gateway that is gone has none. After a restart of the hub each gateway tells again what it has
 * open, so for that moment the sum may lie above the limit; nothing open is ended for it.
 */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { slotsAllowed } from "@turnpike/rules/sub-account-limits.ts";

type Asked = Questions["slots"]["question"];

interface Taken {
  epoch: string;
  /** The connection that it last spoke on. */
  peer: Peer;
  bySubAccount: Map<string, number>;
}

export class Slots {
  #gateways = new Map<string, Taken>();
  /** Their last questions may still be under way: they count for nothing. */
  #lost = new WeakSet<Peer>();
  #limitOf: (subAccountId: string) => Promise<number | null>;

  /** `limitOf` answers how many a sub-account may have at once, null without a limit. */
  constructor(limitOf: (subAccountId: string) => Promise<number | null>) {
    this.#limitOf = limitOf;
  }

  /** A gateway has come: one of a new epoch begins with nothing open. */
  hello({ gateway, epoch }: { gateway: string; epoch: string }, peer: Peer): void {
    this.#of(gateway, epoch, peer);
  }

  /** A connection was lost; its gateway has nothing open unless it came back on another one. */
  gone(peer: Peer): void {
    this.#lost.add(peer);
    for (const [gateway, taken] of this.#gateways) {
      if (taken.peer === peer) this.#gateways.delete(gateway);
    }
  }

  async take(asked: Asked, peer: Peer): Promise<Questions["slots"]["answer"]> {
    const { gateway, epoch, subAccountId } = asked;
    const [open, wanted] = [count(asked.open), count(asked.wanted)];
    const limit = wanted > open ? await this.#limitOf(subAccountId) : null;
    if (this.#lost.has(peer)) return { allowed: open };
    // From here on nothing else happens before the count stands.
    const own = this.#of(gateway, epoch, peer);
    const elsewhere = this.#elsewhere(gateway, subAccountId);
    const allowed = slotsAllowed({ limit, elsewhere, open, wanted });
    if (allowed > 0) own.bySubAccount.set(subAccountId, allowed);
    else own.bySubAccount.delete(subAccountId);
    return { allowed };
  }

  /** Open connections of a sub-account, as all gateways told. */
  openOf(subAccountId: string): number {
    return this.#elsewhere(null, subAccountId);
  }

  #elsewhere(gateway: string | null, subAccountId: string): number {
    let sum = 0;
    for (const [name, { bySubAccount }] of this.#gateways) {
      if (name !== gateway) sum += bySubAccount.get(subAccountId) ?? 0;
    }
    return sum;
  }

  #of(gateway: string, epoch: string, peer: Peer): Taken {
    const known = this.#gateways.get(gateway);
    if (known?.epoch === epoch) {
      known.peer = peer;
      return known;
    }
    const fresh = { epoch, peer, bySubAccount: new Map<string, number>() };
    this.#gateways.set(gateway, fresh);
    return fresh;
  }
}

const count = (value: number) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
