/** The hub is the API's end of the link: it answers gateways' questions and sends them changes. */
import type { IncomingMessage, Server } from "node:http";
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import type { RelayAsker } from "@turnpike/contract/gateway-states.ts";
import { type HubOptions, listenIpc } from "@turnpike/link/ipc.ts";
import type { HubLink, Peer } from "@turnpike/link/link.ts";
import { NodeRates } from "@turnpike/link/node-rates.ts";
import { attachWs } from "@turnpike/link/ws-hub.ts";
import { networkMatcher } from "@turnpike/rules/network.ts";
import { localNode } from "@turnpike/rules/node.ts";
import { brandSetting } from "../../platform/brand/brand.ts";
import { resolveClient } from "../../platform/http/client-ip.ts";
import type { HubServices, Services } from "../../platform/services.ts";
import { TokenBuckets } from "../../platform/token-buckets.ts";
import { liveLoad } from "../../products/live/load.ts";
import { slowVerifiers } from "../../products/proxy-password/slow-verifiers.ts";
import { policyFacts, policySetting } from "../target-policy/policies.ts";
import { answersOf, type HubState } from "./answers.ts";
import { PortBindChecks } from "./port-bind-checks.ts";
import { withMetrics } from "./metrics.ts";
import { localNodeId, Nodes } from "./nodes.ts";
import { NodeHolders } from "./node-holders.ts";
import { withNodeShares } from "./node-shares.ts";
import { changesFor, receiverOf } from "./project.ts";
import { Refusals } from "./refusals.ts";
import { type Broadcast, Publisher, type WithoutSeq } from "./publisher.ts";
import { readAllResources } from "./resources.ts";
import { serialQueue } from "./serial-queue.ts";
import { Slots } from "./slots.ts";
import { UnprovedShares } from "./unproved-shares.ts";

/** Proofs of a network that fail: the workers of some machines whose keys are not valid yet. */
const linkTries = { burst: 200, perHour: 7_200 };
/** Connections of a node: each is recorded, and it has 64 workers at most. */
const nodeArrivals = { burst: 300, perHour: 7_200 };

export interface Hub {
  /** The number of gateway workers connected to this process. */
  gateways(): number;
  /** Returns the numbers a node cannot bind; null if it is this machine (`port-bind-checks.ts`). */
  askNode: HubServices["askNode"];
  /** Resolves once all changes committed by now have been sent to gateways. */
  delivered(): Promise<void>;
  /** Serves gateways of other machines on the API's HTTP server. */
  attach(server: Server): void;
  /** Makes remote gateways connect elsewhere; local ones stay. Call it before the server ends. */
  detach(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for gateways of this machine at `socketPath`, if given. Snapshot pages and changes are
 * read and sent one at a time, so that the last version of a resource that a gateway receives is
 * the newest.
 */
export async function startHub(services: Services, socketPath: string | null): Promise<Hub> {
  const links: { local: HubLink | null; remote: HubLink | null } = { local: null, remote: null };
  const peers = () => [links.local, links.remote].flatMap((link) => link?.peers() ?? []);
  const { replica } = services;
  const state = hubState(services, { replica, localNodeId: await localNodeId(services), peers });
  const { publisher, nodes, portBindChecks, refusals } = state;
  await publisher.start();
  slowVerifiers(services).start(() => readAllResources(services));
  services.metrics.watch(
    "gateway_clock_skew_seconds",
    "The largest difference between the clock of a connected gateway and this one",
    () => Math.max(0, ...peers().map(({ skewMs }) => Math.abs(skewMs))) / 1_000,
  );
  const end = hubEnd(services, state);
  if (socketPath !== null) links.local = await listenLocally(services, socketPath, end, nodes);
  return {
    gateways: () => peers().length,
    askNode: portBindChecks.ask.bind(portBindChecks),
    delivered: () => publisher.delivered(),
    attach: (server) => {
      const admit = nodes.connected.bind(nodes);
      const nodeOf = nodes.keyOf.bind(nodes);
      const onOtherHost = nodes.refusedHost.bind(nodes);
      const { log, env } = services;
      const hosts = [new URL(env.publicUrl).host, ...env.LINK_HOSTS];
      const isTrusted = networkMatcher(env.TRUSTED_PROXIES);
      const addressOf = (request: IncomingMessage) => resolveClient(request, isTrusted);
      // Workers of this machine are part of the installation and share it with the API anyway.
      const rates = new NodeRates({
        onLasting: (identity) => refusals.add("rate", { identity }, 1),
      });
      const shares = {
        tries: new TokenBuckets(linkTries),
        arrivals: new TokenBuckets(nodeArrivals),
      };
      const own = { ...shares, replica, admit, nodeOf, hosts, onOtherHost, addressOf, log, rates };
      links.remote = attachWs(server, { ...end, ...own });
    },
    detach: async () => links.remote?.stop(),
    stop: async () => {
      state.stopping = true;
      portBindChecks.stop();
      await slowVerifiers(services).stop();
      await publisher.stop();
      await nodes.stop();
      await links.local?.stop();
      await state.slots.stop();
      await refusals.stop();
    },
  };
}

/** The hub's state: what it knows of its gateways, and what sends messages to them. */
function hubState(
  services: Services,
  { replica, localNodeId, peers }: { replica: string; localNodeId: string; peers: () => Peer[] },
): HubState {
  const runExclusive = serialQueue();
  const sequences = new Map<Peer, number>();
  const send = (peer: Peer, message: WithoutSeq) => {
    const seq = (sequences.get(peer) ?? 0) + 1;
    sequences.set(peer, seq);
    const { position } = publisher;
    peer.tell({
      ...message,
      ...(message.kind === "change" ? { position } : {}),
      seq,
    } as HubMessage);
  };
  const publisher = new Publisher({
    services,
    inTurn: runExclusive,
    sendToAll: (message) => sendEach(peers(), message, send),
  });
  services.settings.onChange(brandSetting, ({ name = null }) => {
    for (const peer of peers()) send(peer, { kind: "brand", name });
  });
  services.settings.onChange(policySetting, (stored) => {
    const policies = policyFacts(stored);
    for (const peer of peers()) send(peer, { kind: "policies", policies });
  });
  const sendDraining = (peer: Peer, draining: boolean) => send(peer, { kind: "node", draining });
  const sendAskers = (peer: Peer, askers: RelayAsker[]) => send(peer, { kind: "relay", askers });
  const sendHosts = (peer: Peer, hosts: string[]) => send(peer, { kind: "hosts", hosts });
  const fleet = { sendDraining, sendAskers, sendHosts };
  const nodes = new Nodes({ services, replica, peers, ...fleet });
  const holders = new NodeHolders(services);
  const slots = new Slots(services.db, () => holders.openTrials());
  const binds = new PortBindChecks({ services, localNodeId, peers, send });
  const refusals = new Refusals(services);
  return {
    runExclusive,
    sequences,
    slots,
    nodes,
    publisher,
    portBindChecks: binds,
    refusals,
    holders,
    unproved: new UnprovedShares(holders, refusals),
    stopping: false,
  };
}

/** Sends a message to each peer. Changes are filtered once for all that receive the same. */
function sendEach(
  peers: Peer[],
  message: Broadcast,
  send: (peer: Peer, message: WithoutSeq) => void,
): void {
  if (message.kind !== "changes") {
    for (const peer of peers) send(peer, message);
    return;
  }
  for (const alike of Map.groupBy(peers, ({ identity }) => receiverOf(identity).key).values()) {
    const [{ identity } = { identity: null }] = alike;
    if (identity === null) continue;
    const changes = changesFor(receiverOf(identity), message.changes);
    for (const peer of alike) send(peer, { kind: "change", ...changes });
  }
}

/** The callbacks of both transports. */
function hubEnd(services: Services, state: HubState): Omit<HubOptions, "localNodeId"> {
  const { sequences, slots, nodes, publisher, refusals } = state;
  const live = liveLoad(services);
  return {
    answers: withMetrics(withNodeShares(answersOf(services, state)), services.metrics),
    onUnanswered: (peer, question) => refusals.unanswered(peer, question),
    welcome: () => ({ offsetMs: services.world.offsetMs(), floor: publisher.position }),
    position: () => publisher.position,
    onPeer: (peer) => void sequences.set(peer, 0),
    onDisconnected: (peer) => {
      sequences.delete(peer);
      // A local worker whose socket closed has exited, unless this end closed it.
      const isHere = peer.identity.nodeName === localNode;
      slots.disconnected(peer, isHere && !state.stopping);
      live.removeGateway(peer.id);
      nodes.disconnected(peer);
    },
  };
}

/** Listens for local gateways, which the socket authenticates. Connections are recorded later. */
async function listenLocally(
  services: Services,
  socketPath: string,
  end: Omit<HubOptions, "localNodeId">,
  nodes: Nodes,
): Promise<HubLink> {
  return listenIpc(socketPath, {
    ...end,
    localNodeId: await localNodeId(services),
    onPeer: (peer) => {
      end.onPeer?.(peer);
      nodes.connected(peer.identity).catch((error: unknown) => {
        services.log.debug({ err: error }, "a connection was not recorded");
      });
    },
  });
}
