/** What the hub answers to each question of a gateway. */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { Answers, Peer } from "@turnpike/link/link.ts";
import { gatewayName } from "@turnpike/rules/node.ts";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { recordLatencies } from "../../inventory/exit/latency.ts";
import { recordPortStates } from "../../inventory/listening-port/port-states.ts";
import { leasedPortRange } from "../../inventory/listening-port/store/leased-ports.ts";
import type { Services } from "../../platform/services.ts";
import { returnUnheld, settleLeases, takeLease } from "../../products/lease/leases.ts";
import { liveLoad } from "../../products/live/load.ts";
import { stickySessions } from "../../products/sticky-session/sticky-sessions.ts";
import { ingest, setAside } from "../../products/traffic/ingest.ts";
import { unlimitedPortRange } from "../../products/unlimited/store/port-range.ts";
import { monitorOf } from "../monitor/load.ts";
import { Intake } from "../request-log/intake.ts";
import { lookups } from "./lookups.ts";
import type { Nodes } from "./nodes.ts";
import { ownership } from "./ownership.ts";
import type { Publisher } from "./publisher.ts";
import { type Queue, queue } from "./queue.ts";
import type { Slots } from "./slots.ts";
import { SnapshotPages } from "./snapshot-pages.ts";

export interface HubState {
  inTurn: Queue;
  /** The number of the last message to each gateway. */
  sequences: Map<Peer, number>;
  slots: Slots;
  nodes: Nodes;
  publisher: Publisher;
  /** This process ends: it closes connections of gateways that live on. */
  stopping: boolean;
}

/** The gateway at a connection, as tables name it: whatever its messages say (spec/nodes#identity). */
const gatewayOf = ({ identity: { nodeName, worker, epoch } }: Peer) => {
  return { gateway: gatewayName(nodeName, worker), epoch };
};

/** Answers by kind; who asks is known from the connection. */
export function answersOf(services: Services, state: HubState): Answers {
  const { inTurn, slots } = state;
  // Reports of one kind are stored in the order in which they came, even if an earlier one waits.
  const [doorsInTurn, portsInTurn] = [queue(), queue()];
  const intake = new Intake(services);
  const [live, monitor] = [liveLoad(services), monitorOf(services)];
  const pages = new SnapshotPages(services, () => state.publisher.version);
  return {
    hello: (question, peer) => hello(services, state, question, peer),
    snapshot: ({ cursor }) => inTurn(() => pages.read(cursor)),
    lease: (question, peer) => takeLease(services, { ...question, ...gatewayOf(peer) }),
    ...billingAnswers(services),
    requests: async (question) => ({ kept: await intake.take(question) }),
    census: async ({ open }, peer) => {
      live.census(peer.id, open);
      return {};
    },
    doors: async ({ doors }) => {
      await doorsInTurn(() => recordListenerHealth(services, doors));
      return {};
    },
    ports: async ({ ports }, peer) => {
      const { gateway } = gatewayOf(peer);
      await portsInTurn(async () => {
        for (const range of [unlimitedPortRange, leasedPortRange])
          await recordPortStates(services, range, { gateway, ports });
      });
      return {};
    },
    latencies: async ({ exits }) => {
      await recordLatencies(services, exits);
      return {};
    },
    load: async ({ sample }, peer) => {
      monitor.sample(gatewayOf(peer).gateway, sample, services.world.now());
      return {};
    },
    slots: (question, peer) => slots.take({ ...question, ...gatewayOf(peer) }),
    hold: stickySessions(services),
    resolve: lookups(services, inTurn),
  };
}

/** Leases that end, and usage. */
function billingAnswers(services: Services) {
  const owned = ownership(services);
  return {
    settle: async ({ leaseIds }, peer) => {
      return { settled: await settleLeases(services, leaseIds, owned.settling(peer)) };
    },
    held: async ({ leaseIds }, peer) => {
      return { returned: await returnUnheld(services, gatewayOf(peer), leaseIds) };
    },
    report: async ({ reports }, peer) => {
      await ingest(services, owned.reports(reports, peer), owned.reporting(peer));
      return { applied: reports.map(({ sequence }) => sequence) };
    },
    aside: async ({ asides }, peer) => {
      const own = new Set(
        owned.reports(
          asides.map(({ report }) => report),
          peer,
        ),
      );
      await setAside(
        services,
        asides.filter(({ report }) => own.has(report)),
      );
      return { kept: asides.length };
    },
  } satisfies Partial<Answers>;
}

/** The first question of a connection: the clock, and what changed since the last one. */
async function hello(
  { world }: Services,
  { inTurn, sequences, slots, nodes, publisher }: HubState,
  { since }: Questions["hello"]["question"],
  peer: Peer,
): Promise<Questions["hello"]["answer"]> {
  await slots.hello(gatewayOf(peer), peer);
  return inTurn(async () => {
    const resumed = since === undefined ? null : await publisher.since(since);
    return {
      offsetMs: world.offsetMs(),
      seq: sequences.get(peer) ?? 0,
      draining: nodes.isDraining(peer.identity.nodeId),
      position: publisher.position,
      resumed,
    };
  });
}
