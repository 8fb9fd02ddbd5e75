/** The hub's answers to gateways' questions. */
import { connectionRow } from "@turnpike/contract/connection-line.ts";
import type { Questions, UsageReport } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Answers, Peer } from "@turnpike/link/link.ts";
import { protocol } from "@turnpike/link/messages.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import { recordAddresses } from "../../inventory/exit/own-addresses.ts";
import { ownLatencies, ownListenerHealth } from "../../inventory/exit/own-reports.ts";
import { isOwnedByOtherNode } from "../../inventory/exit/store/pool.ts";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { recordLatencies } from "../../inventory/exit/latency.ts";
import { recordPortStates } from "../../inventory/listening-port/port-states.ts";
import { leasedPortRange } from "../../inventory/listening-port/store/leased-ports.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Services } from "../../platform/services.ts";
import { setAside } from "../../platform/set-aside/set-aside.ts";
import type { Origin } from "../../platform/set-aside/store.ts";
import { nodeBudgets } from "../../products/lease/node-budgets.ts";
import { settleUnheldLeases, settleLeases } from "../../products/lease/leases.ts";
import { ingest, quarantineReports } from "../../products/traffic/ingest.ts";
import { unlimitedPortRange } from "../../products/unlimited/store/port-range.ts";
import { monitorOf } from "../monitor/load.ts";
import { policyFacts, policySetting } from "../target-policy/policies.ts";
import { listPart } from "../target-policy/store.ts";
import { Intake } from "../request-log/intake.ts";
import { LineProofs } from "../request-log/line-proofs.ts";
import { gatewayOf } from "./gateway-of.ts";
import { holderAnswers } from "./holder-answers.ts";
import { leaseInBudget } from "./lease-in-budget.ts";
import { lookups } from "./lookups.ts";
import type { NodeHolders } from "./node-holders.ts";
import type { AnswersInTurn } from "./node-shares.ts";
import type { PortBindChecks } from "./port-bind-checks.ts";
import type { Nodes } from "./nodes.ts";
import { receiverOf } from "./project.ts";
import type { Refusals, Refused } from "./refusals.ts";
import type { Publisher } from "./publisher.ts";
import { relayAnswer } from "./relays.ts";
import { upstreamsAnswer } from "./upstreams.ts";
import { type RunExclusive, serialQueue } from "./serial-queue.ts";
import type { Slots } from "./slots.ts";
import type { UnprovedShares } from "./unproved-shares.ts";
import { SnapshotPages } from "./snapshot-pages.ts";
import { nodeHosts, noteLinesLost } from "../../inventory/node/store/workers.ts";
import type { LoadSample } from "@turnpike/contract/gateway-states.ts";
import { plansAtNode } from "../../products/unlimited/store/find.ts";

export interface HubState {
  runExclusive: RunExclusive;
  /** The sequence number of the last message to each gateway. */
  sequences: Map<Peer, number>;
  slots: Slots;
  nodes: Nodes;
  publisher: Publisher;
  /** This process is shutting down: it closes connections of gateways that keep running. */
  stopping: boolean;
  portBindChecks: PortBindChecks;
  refusals: Refusals;
  holders: NodeHolders;
  unproved: UnprovedShares;
}

const originOf = (peer: Peer): Origin => {
  return { node: peer.identity.nodeName, gateway: gatewayOf(peer).gateway };
};

/** Returns the answers by kind of question; the connection identifies the gateway. */
export function answersOf(services: Services, state: HubState): AnswersInTurn {
  const { runExclusive } = state;
  const intake = new Intake(services);
  const lookUp = lookups(services, runExclusive);
  const proofs = new LineProofs(services);
  const judged = async (what: "requests" | "connections", given: RequestRow[], peer: Peer) => {
    const { rows, foreign, subAccounts } = await proofs.judge(given, peer.identity);
    state.refusals.add(what, peer, foreign);
    return state.unproved.lines(rows, { peer, subAccounts });
  };
  const pages = new SnapshotPages(services, () => state.publisher.version);
  return {
    hello: (question, peer) => hello(services, state, question, peer),
    snapshot: ({ cursor }, peer) =>
      runExclusive(() => pages.read(cursor, receiverOf(peer.identity))),
    lease: (question, peer, lockWaitMs) =>
      leaseInBudget(services, state, { ...question, lockWaitMs }, peer),
    ...billingAnswers(services, state),
    requests: async ({ rows, dropped }, peer) => {
      const own = await judged("requests", rows, peer);
      return { kept: await intake.record({ rows: own, dropped, ...originOf(peer) }) };
    },
    connections: async ({ rows, dropped }, peer) => {
      const own = await judged("connections", rows.map(connectionRow), peer);
      if (dropped > 0)
        await noteLinesLost(services.db, peer.identity.nodeName, new Date(services.world.now()));
      return { kept: await intake.record({ rows: own, dropped, ...originOf(peer) }) };
    },
    ...holderAnswers(services, state),
    ...nodeAnswers(services, state),
    upstreams: (question, peer) =>
      upstreamsAnswer(services, question, {
        ...gatewayOf(peer),
        nodeName: peer.identity.nodeName,
      }),
    policyPart: async ({ sha256, part }) => {
      return { part: (await listPart(services.db, sha256, part))?.toString("base64") ?? null };
    },
    resolve: (keys, peer) => lookUp(keys, receiverOf(peer.identity)),
  };
}

/** Reports of a node about its exits, ports and machine; what is about others' is dropped. */
function nodeAnswers(services: Services, { portBindChecks, nodes, refusals }: HubState) {
  const owned = ownership(services, refusals);
  const monitor = monitorOf(services);
  // Store reports of one kind in order of arrival, even if an earlier one has to wait.
  const [listenerQueue, portQueue] = [serialQueue(), serialQueue()];
  return {
    doors: async ({ doors }, peer) => {
      const { nodeId } = peer.identity;
      await listenerQueue(async () => {
        const own = await ownListenerHealth(services, { nodeId, reports: doors });
        owned.logDropped("listeners", peer, own.foreign);
        await recordListenerHealth(services, own.reports, nodeId);
      });
      return {};
    },
    ports: async ({ ports }, peer) => {
      const by = { gateway: gatewayOf(peer).gateway, nodeId: peer.identity.nodeId };
      await portQueue(async () => {
        for (const range of [unlimitedPortRange, leasedPortRange]) {
          const foreign = await recordPortStates(services, range, { ...by, ports });
          owned.logDropped("ports", peer, foreign);
        }
      });
      return {};
    },
    latencies: async ({ exits }, peer) => {
      const own = await ownLatencies(services, { nodeId: peer.identity.nodeId, reports: exits });
      owned.logDropped("latencies", peer, own.foreign);
      await recordLatencies(services, own.reports);
      return {};
    },
    load: async ({ sample }, peer) => {
      const own = await owned.load(sample, peer);
      monitor.sample(gatewayOf(peer).gateway, own, services.world.now());
      return {};
    },
    machine: async ({ addresses, port, relayAskers }, peer) => {
      const { nodeId } = peer.identity;
      await recordAddresses(services, { nodeId, addresses, port });
      const relay = await relayAnswer(services, nodeId, relayAskers === true);
      nodes.sendAskersAgain(peer);
      return { relay };
    },
    bound: async (answer, peer) => {
      await portBindChecks.handleAnswer(answer, peer);
      return {};
    },
    elsewhere: async ({ filter }, peer) => {
      const { nodeId } = peer.identity;
      return { exists: await isOwnedByOtherNode(services.db, { nodeId, filter }) };
    },
  } satisfies Partial<Answers>;
}

/** Ends of leases, and usage. */
function billingAnswers(services: Services, { refusals, unproved }: HubState) {
  const owned = ownership(services, refusals);
  return {
    settle: async ({ leaseIds }, peer) => {
      return { settled: await settleLeases(services, leaseIds, owned.settling(peer)) };
    },
    held: async ({ leaseIds }, peer) => {
      return { returned: await settleUnheldLeases(services, gatewayOf(peer), leaseIds) };
    },
    report: async ({ reports }, peer) => {
      const own = await unproved.outcomes(owned.reports(reports, peer), peer);
      await ingest(services, own, owned.reporting(peer));
      return { applied: reports.map(({ sequence }) => sequence) };
    },
    aside: async ({ asides, items = [] }, peer) => {
      const own = new Set(
        owned.reports(
          asides.map(({ report }) => report),
          peer,
        ),
      );
      const kept = asides.filter(({ report }) => own.has(report));
      await quarantineReports(services, kept, { node: peer.identity.nodeName });
      await setAside(services, services.db, { origin: originOf(peer), items });
      return { kept: asides.length, items: items.length };
    },
  } satisfies Partial<Answers>;
}

/** Answers the first question of a connection: the clock, and changes since the last connection. */
async function hello(
  services: Services,
  { runExclusive: inTurn, sequences, slots, nodes, publisher, refusals }: HubState,
  { since, workers }: Questions["hello"]["question"],
  peer: Peer,
): Promise<Questions["hello"]["answer"]> {
  const { world, db } = services;
  if (!nodes.announced(peer, workers)) {
    refusals.add("workers", peer, 1, { worker: peer.identity.worker, workers });
    throw new Error("the node announced fewer workers");
  }
  await slots.registerWorker(gatewayOf(peer), peer);
  return inTurn(async () => {
    const receiver = receiverOf(peer.identity);
    // What an API of the previous release sent has that release's passwords for relays.
    const mayResume = since !== undefined && peer.identity.protocol === protocol.newest;
    const resumed = mayResume ? await publisher.since(since, receiver) : null;
    return {
      offsetMs: world.offsetMs(),
      seq: sequences.get(peer) ?? 0,
      draining: nodes.isDraining(peer.identity.nodeId),
      position: publisher.position,
      resumed,
      nodeHosts: await nodeHosts(db),
      brand: brandOf(services).ownName ?? null,
      policies: policyFacts(services.settings.get(policySetting)),
    };
  });
}

/* What a node may report on: its own usage, leases and things (spec/nodes#identity). */

/** Drops, counts and logs what a node reports about things that are not its own. */
function ownership(services: Services, refusals: Refusals) {
  const { db } = services;
  const drop = (what: Refused, peer: Peer, fields: object, count: number) =>
    refusals.add(what, peer, count, fields);
  return {
    /** The reports that the node made, in any run of any of its workers. */
    reports(reports: UsageReport[], peer: Peer): UsageReport[] {
      const { nodeName } = peer.identity;
      // The local node's journals may be from a version that named gateways after the machine.
      if (nodeName === localNode) return reports;
      const foreign = reports.filter(({ gateway }) => nodeOfGateway(gateway) !== nodeName);
      if (foreign.length === 0) return reports;
      drop("reports", peer, { gateway: foreign[0]?.gateway }, foreign.length);
      return reports.filter((report) => !foreign.includes(report));
    },
    reporting: (peer: Peer) => ({
      node: peer.identity.nodeName,
      billed: (bytes: number) => nodeBudgets(services).addBilled(peer.identity.nodeName, bytes),
      foreign: (rows: { leaseId: string }[]) =>
        drop("usage", peer, { leaseId: rows[0]?.leaseId }, rows.length),
    }),
    /** Records that reports of exits or ports were dropped. */
    logDropped(what: Refused, peer: Peer, count: number): void {
      if (count > 0) drop(what, peer, {}, count);
    },
    /** Limits a worker's load sample to plans with ports at its node. */
    async load(sample: LoadSample, peer: Peer): Promise<LoadSample> {
      const plans = Array.isArray(sample?.plans) ? sample.plans : [];
      if (peer.identity.nodeName === localNode || plans.length === 0) return sample;
      const ids = plans.map(({ planId }) => planId);
      const there = await plansAtNode(db, peer.identity.nodeId, ids);
      const own = plans.filter(({ planId }) => there.has(planId));
      if (own.length < plans.length) drop("plans", peer, {}, plans.length - own.length);
      return { ...sample, plans: own };
    },
    settling: (peer: Peer) => ({
      node: peer.identity.nodeName,
      foreign: (ids: string[]) => drop("settlements", peer, { leaseId: ids[0] }, ids.length),
    }),
  };
}
