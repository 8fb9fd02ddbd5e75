/** The hub: the API's side of the link. Gateways ask it, and hear from it what changed. */
import type { News } from "@turnpike/contract/data-plane.ts";
import { listenIpc } from "@turnpike/link/ipc.ts";
import type { Answers, HubLink, Peer } from "@turnpike/link/link.ts";
import { recordPortStates } from "../../inventory/listening-port/port-states.ts";
import { leasedPortRange } from "../../inventory/listening-port/store/leased-ports.ts";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { recordLatencies } from "../../inventory/exit/latency.ts";
import type { Services } from "../../platform/services.ts";
import { Intake } from "../request-log/intake.ts";
import { maxConnectionsOf } from "../../products/sub-account/store/sub-accounts.ts";
import { ingest, setAside } from "../../products/traffic/ingest.ts";
import { unlimitedPortRange } from "../../products/unlimited/store/port-range.ts";
import { liveLoad } from "../../products/live/load.ts";
import { monitorOf } from "../monitor/load.ts";
import { snapshotPage } from "./resources.ts";
import { stickySessions } from "../../products/sticky-session/sticky-sessions.ts";
import { returnUnheld, settleLeases, takeLease } from "../../products/lease/leases.ts";
import { measured } from "./measure.ts";
import { Publisher } from "./publisher.ts";
import { Slots } from "./slots.ts";

export interface Hub {
  /** Gateways connected now. */
  gateways(): number;
  /** Resolves once gateways were sent all that is committed by now. */
  told(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for gateways at `socketPath`. A page of a snapshot and the news are read and sent in
 * turn, so that what a gateway hears last of a fact is the newest.
 */
export async function startHub(services: Services, socketPath: string): Promise<Hub> {
  const inTurn = turns();
  // What is said of a door last is the newest, also where an earlier report has to wait.
  const doorsInTurn = turns();
  const portsInTurn = turns();
  const sequences = new Map<Peer, number>();
  const intake = new Intake(services);
  const [live, monitor] = [liveLoad(services), monitorOf(services)];
  const slots = new Slots((subAccountId) => maxConnectionsOf(services.db, subAccountId));
  let link: HubLink | null = null;
  const answers: Answers = {
    hello: async (asked, peer) => {
      slots.hello(asked, peer);
      return { offsetMs: services.world.offsetMs(), seq: sequences.get(peer) ?? 0 };
    },
    snapshot: ({ cursor }) => inTurn(() => snapshotPage(services, cursor)),
    lease: (asked) => takeLease(services, asked),
    settle: async ({ leaseIds, ...by }) => {
      return { settled: await settleLeases(services, leaseIds, by) };
    },
    held: async ({ gateway, leaseIds }) => {
      return { returned: await returnUnheld(services, gateway, leaseIds) };
    },
    report: async ({ reports }) => ({ applied: await ingest(services, reports) }),
    aside: async ({ asides }) => ({ kept: await setAside(services, asides) }),
    requests: async (asked) => ({ kept: await intake.take(asked) }),
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
    slots: (asked, peer) => slots.take(asked, peer),
    hold: stickySessions(services),
  };
  const publisher = new Publisher({
    services,
    databaseUrl: services.databaseUrl,
    inTurn,
    tellAll: (untold) => {
      for (const peer of link?.peers() ?? []) {
        const seq = (sequences.get(peer) ?? 0) + 1;
        sequences.set(peer, seq);
        peer.tell({ ...untold, seq } as News);
      }
    },
  });
  link = await listenIpc(
    socketPath,
    measured(answers, services.metrics),
    (peer) => sequences.set(peer, 0),
    (peer) => {
      sequences.delete(peer);
      slots.gone(peer);
      live.left(peer.id);
    },
  );
  return {
    gateways: () => link?.peers().length ?? 0,
    told: () => publisher.told(),
    stop: async () => {
      await publisher.stop();
      await link?.stop();
    },
  };
}

/** Runs one piece of work after the other; a failed one does not hold up the next. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => {});
    return mine;
  };
}
