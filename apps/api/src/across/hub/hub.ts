/** The hub: the API's end of the link. It answers gateways' questions and sends them changes. */
import type { News } from "@turnpike/contract/data-plane.ts";
import { listenIpc } from "@turnpike/link/ipc.ts";
import type { Answers, HubLink, Peer } from "@turnpike/link/link.ts";
import { recordPortStates } from "../../inventory/listening-port/port-states.ts";
import { leasedPortRange } from "../../inventory/listening-port/store/leased-ports.ts";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { recordLatencies } from "../../inventory/exit/latency.ts";
import type { Services } from "../../platform/services.ts";
import { Intake } from "../request-log/intake.ts";
import { ingest, setAside } from "../../products/traffic/ingest.ts";
import { unlimitedPortRange } from "../../products/unlimited/store/port-range.ts";
import { liveLoad } from "../../products/live/load.ts";
import { monitorOf } from "../monitor/load.ts";
import { snapshotPage } from "./resources.ts";
import { stickySessions } from "../../products/sticky-session/sticky-sessions.ts";
import { returnUnheld, settleLeases, takeLease } from "../../products/lease/leases.ts";
import { lookups } from "./lookups.ts";
import { measured } from "./metrics.ts";
import { Publisher } from "./publisher.ts";
import { Slots } from "./slots.ts";

export interface Hub {
  /** Gateways connected now. */
  gateways(): number;
  /** Resolves once gateways were sent all changes committed by now. */
  delivered(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for gateways at `socketPath`. Snapshot pages and changes are read and sent in turn, so
 * that the last version of a resource that a gateway receives is the newest.
 */
export async function startHub(services: Services, socketPath: string): Promise<Hub> {
  const inTurn = queue();
  const sequences = new Map<Peer, number>();
  const slots = new Slots(services.db);
  let stopping = false;
  const live = liveLoad(services);
  const answers = answersOf(services, { inTurn, sequences, slots });
  let link: HubLink | null = null;
  const publisher = new Publisher({
    services,
    inTurn,
    sendToAll: (message) => {
      for (const peer of link?.peers() ?? []) {
        const seq = (sequences.get(peer) ?? 0) + 1;
        sequences.set(peer, seq);
        peer.tell({ ...message, seq } as News);
      }
    },
  });
  link = await listenIpc(
    socketPath,
    measured(answers, services.metrics),
    (peer) => sequences.set(peer, 0),
    (peer) => {
      sequences.delete(peer);
      // A worker whose socket ended is gone, unless it was this end that closed it.
      slots.disconnected(peer, !stopping);
      live.left(peer.id);
    },
  );
  return {
    gateways: () => link?.peers().length ?? 0,
    delivered: () => publisher.delivered(),
    stop: async () => {
      stopping = true;
      await publisher.stop();
      await link?.stop();
      await slots.stop();
    },
  };
}

interface HubState {
  inTurn: Queue;
  /** The number of the last message to each gateway. */
  sequences: Map<Peer, number>;
  slots: Slots;
}

/** What the hub answers to each question of a gateway. */
function answersOf(services: Services, { inTurn, sequences, slots }: HubState): Answers {
  // Reports of one kind are stored in the order in which they came, even if an earlier one waits.
  const [doorsInTurn, portsInTurn] = [queue(), queue()];
  const intake = new Intake(services);
  const [live, monitor] = [liveLoad(services), monitorOf(services)];
  return {
    hello: async (question, peer) => {
      await slots.hello(question, peer);
      return { offsetMs: services.world.offsetMs(), seq: sequences.get(peer) ?? 0 };
    },
    snapshot: ({ cursor }) => inTurn(() => snapshotPage(services, cursor)),
    lease: (question) => takeLease(services, question),
    settle: async ({ leaseIds, ...by }) => {
      return { settled: await settleLeases(services, leaseIds, by) };
    },
    held: async ({ gateway, leaseIds }) => {
      return { returned: await returnUnheld(services, gateway, leaseIds) };
    },
    report: async ({ reports }) => ({ applied: await ingest(services, reports) }),
    aside: async ({ asides }) => ({ kept: await setAside(services, asides) }),
    requests: async (question) => ({ kept: await intake.take(question) }),
    census: async ({ open }, peer) => {
      live.census(peer.id, open);
      return {};
    },
    doors: async ({ doors }) => {
      await doorsInTurn(() => recordListenerHealth(services, doors));
      return {};
    },
    ports: async ({ gateway, ports }) => {
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
    load: async ({ gateway, sample }) => {
      monitor.sample(gateway, sample, services.world.now());
      return {};
    },
    slots: (question) => slots.take(question),
    hold: stickySessions(services),
    resolve: lookups(services, inTurn),
  };
}

type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs one piece of work after the other; a failure does not stop the next. */
function queue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}
