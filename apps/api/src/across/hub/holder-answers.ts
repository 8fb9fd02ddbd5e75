/** Questions of a machine about sub-accounts' connections and sessions: it may ask for those it leases for. */
import type { Answers } from "@turnpike/link/link.ts";
import { poolHasOwners } from "../../inventory/exit/store/pool.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { liveLoad } from "../../products/live/load.ts";
import { stickySessions } from "../../products/sticky-session/sticky-sessions.ts";
import { slotsOf } from "../../products/sub-account/store/connection-slots.ts";
import { isPortAtNode } from "../../products/whitelisted-port/store.ts";
import type { HubState } from "./answers.ts";
import { gatewayOf } from "./gateway-of.ts";

/**
 * How long it is known whether pool exits belong to nodes. If they do, a sticky session id gets an
 * exit at each node, since no other node could use it (spec/nodes#ownership).
 */
const nodesCacheMs = 5_000;

/** A first lease follows the first connection; until then a machine takes no more of a limit. */
const slotsBeforeLease = 2;

type HolderState = Pick<HubState, "slots" | "holders" | "refusals">;

export function holderAnswers(services: Services, state: HolderState) {
  const live = liveLoad(services);
  const { holders, refusals } = state;
  return {
    census: async (counts, peer) => {
      const ids = counts.open.map(({ subAccountId }) => subAccountId);
      const own = await holders.ofNode(peer.identity, ids);
      const open = counts.open.filter(({ subAccountId }) => own.has(subAccountId));
      if (open.length < ids.length) {
        const foreign = ids.filter((id) => !own.has(id) && holders.isForeign(peer.identity, id));
        refusals.add("census", peer, foreign.length, { subAccountId: foreign[0] });
      }
      live.recordCensus(peer.id, { ...counts, open });
      return {};
    },
    slots: slotAnswer(services, state),
    hold: holdAnswer(services, state),
  } satisfies Partial<Answers>;
}

/**
 * A machine leases for a sub-account before it takes slots. Gateways of the release before take slots
 * first: without a lease they may have some for a short while, once an hour for each sub-account. No
 * machine can have connections open that were never allowed, or more than are counted.
 */
function slotAnswer(
  services: Services,
  { slots, holders, refusals }: HolderState,
): Answers["slots"] {
  return async (question, peer) => {
    const { subAccountId, open, wanted } = question;
    const given = { ...question, ...gatewayOf(peer) };
    const own = await holders.ofNode(peer.identity, [subAccountId]);
    if (own.has(subAccountId)) return slots.take(given);
    if (!isUuid(subAccountId)) return { allowed: 0 };
    const held = await slotsOf(services.db, given);
    if (open > held) {
      refusals.add("slots", peer, 1, { subAccountId, open });
      return { allowed: held };
    }
    const trial = wanted > open ? holders.beginTrial(peer.identity, subAccountId) : "before";
    if (trial === "tooMany") refusals.add("slots", peer, 1, { subAccountId, open });
    // Anything but giving all back would extend the trial.
    if (wanted === 0 || trial === "begun") {
      const some = Math.min(wanted, open + slotsBeforeLease);
      return slots.take({ ...given, open: Math.min(open, wanted), wanted: some }, true);
    }
    // Never more than what is counted: its lease may be late, or never come.
    return { allowed: Math.max(open, Math.min(wanted, held)) };
  };
}

/** Holds exits for session ids of sub-accounts that the machine leases for, or of its own ports. */
function holdAnswer(services: Services, { holders, refusals }: HolderState): Answers["hold"] {
  const sessions = stickySessions(services);
  const perNode = cachedFor(nodesCacheMs, () => sessionsArePerNode(services));
  return async (question, peer) => {
    const { identity } = peer;
    const id = question.subAccountId;
    const { nodeId } = identity;
    const isOwn =
      (await holders.ofNode(identity, [id])).has(id) ||
      (isUuid(id) && (await isPortAtNode(services.db, { id, nodeId })));
    if (!isOwn) {
      refusals.add("sessions", peer, 1, { subAccountId: id });
      throw new Error(`${identity.nodeName} has no lease for the session's sub-account`);
    }
    if (!(await perNode())) return sessions(question);
    return sessions({ ...question, key: `${question.key}@${identity.nodeName}` });
  };
}

async function sessionsArePerNode(services: Services): Promise<boolean> {
  const nodes = await servingNodesNow(services, services.db);
  return nodes.length > 1 && (await poolHasOwners(services.db));
}

/** Reads at most once in a time. */
function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let known: { until: number; value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (known === null || now >= known.until) known = { until: now + ms, value: read() };
    return known.value;
  };
}
