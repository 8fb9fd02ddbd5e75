/**
 * Whether what one machine says of an upstream counts for all (spec/supply#states). A machine may be
 * wrong by itself: its address is not on the wholesaler's list, or it was taken over. So nothing
 * counts that another machine's use contradicts, until another machine says the same.
 */
import type { UpstreamEvent } from "@turnpike/contract/upstream-facts.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { hasOpenElsewhere } from "./store/shares.ts";
import { isSaidElsewhere } from "./store/tries.ts";

/** A success proves this long that the upstream works. */
const provesMs = 60_000;
/** Two machines that say the same within this time agree. */
const agreeMs = 600_000;
/** Upstreams and classes are few; beyond this, all is forgotten. */
const maxKnown = 10_000;

export interface Claim {
  upstreamId: string;
  class: string;
  node: string;
  /** Since when the upstream is on; what was said before is over. */
  stateSince: Date;
  now: number;
}

class Claims {
  #now = () => performance.now();
  /** When a machine last used an upstream, or last said something of it. */
  #seen = new Map<string, Map<string, number>>();

  note(subject: string, node: string): void {
    if (this.#seen.size > maxKnown) this.#seen.clear();
    const nodes = this.#seen.get(subject) ?? new Map<string, number>();
    nodes.set(node, this.#now());
    this.#seen.set(subject, nodes);
  }

  byAnother(subject: string, node: string, withinMs: number): boolean {
    const since = this.#now() - withinMs;
    return [...(this.#seen.get(subject) ?? [])].some(([by, at]) => by !== node && at >= since);
  }
}

const claims = inMemory(() => new Claims());

/** Records which upstreams a machine used. */
export function noteUses(services: Services, events: UpstreamEvent[], node: string): void {
  for (const { ok, upstreamId } of events) if (ok) claims(services).note(upstreamId, node);
}

/** Whether a machine's claim counts for all. */
export async function counts(services: Services, claim: Claim): Promise<boolean> {
  const { upstreamId, node, stateSince, now } = claim;
  const known = claims(services);
  const subject = `${upstreamId} ${claim.class}`;
  known.note(subject, node);
  if (known.byAnother(subject, node, agreeMs)) return true;
  // The other machine may be connected to another API.
  const since = new Date(Math.max(now - agreeMs, stateSince.getTime()));
  if (await isSaidElsewhere(services.db, { ...claim, since })) return true;
  if (known.byAnother(upstreamId, node, provesMs)) return false;
  return !(await hasOpenElsewhere(services.db, { upstreamId, node }));
}
