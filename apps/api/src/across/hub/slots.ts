/**
 * The open connections of sub-accounts with a limit, counted in memory over all gateways.
 *
 *     gateway ─ slots {open, wanted} ─▶ limit − what others have ─▶ allowed
 *
 * A disconnected gateway counts as none. After a restart of the hub each gateway reports again what
 * it has open, so the sum may exceed the limit for a moment; no open connection is closed for it.
 */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { slotsAllowed } from "@turnpike/rules/sub-account-limits.ts";

type SlotsRequest = Questions["slots"]["question"];

interface GatewaySlots {
  epoch: string;
  /** The link connection of its last message. */
  peer: Peer;
  bySubAccount: Map<string, number>;
}

export class Slots {
  #gateways = new Map<string, GatewaySlots>();
  /** Connections that were lost. Their last questions may still be under way and are ignored. */
  #lost = new WeakSet<Peer>();
  #limitOf: (subAccountId: string) => Promise<number | null>;

  /** `limitOf` returns how many connections a sub-account may have, null without a limit. */
  constructor(limitOf: (subAccountId: string) => Promise<number | null>) {
    this.#limitOf = limitOf;
  }

  /** A gateway connected; with a new epoch it starts with no open connection. */
  hello({ gateway, epoch }: { gateway: string; epoch: string }, peer: Peer): void {
    this.#of(gateway, epoch, peer);
  }

  /** A link connection was lost: its gateway counts as none unless it has reconnected already. */
  disconnected(peer: Peer): void {
    this.#lost.add(peer);
    for (const [gateway, slots] of this.#gateways) {
      if (slots.peer === peer) this.#gateways.delete(gateway);
    }
  }

  async take(request: SlotsRequest, peer: Peer): Promise<Questions["slots"]["answer"]> {
    const { gateway, epoch, subAccountId } = request;
    const [open, wanted] = [count(request.open), count(request.wanted)];
    const limit = wanted > open ? await this.#limitOf(subAccountId) : null;
    if (this.#lost.has(peer)) return { allowed: open };
    // No await from here on: another question must not change the counts in between.
    const own = this.#of(gateway, epoch, peer);
    const elsewhere = this.#elsewhere(gateway, subAccountId);
    const allowed = slotsAllowed({ limit, elsewhere, open, wanted });
    if (allowed > 0) own.bySubAccount.set(subAccountId, allowed);
    else own.bySubAccount.delete(subAccountId);
    return { allowed };
  }

  /** The open connections of a sub-account on all gateways. */
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

  #of(gateway: string, epoch: string, peer: Peer): GatewaySlots {
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
