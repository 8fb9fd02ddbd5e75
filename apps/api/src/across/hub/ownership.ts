/** What a node may speak of: its own reports, usage and leases (spec/nodes#identity). */
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import type { LoadSample } from "@turnpike/contract/gateway-states.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import type { Services } from "../../platform/services.ts";
import { plansAtNode } from "../../products/unlimited/store/find.ts";

/** What a node says of things that are not its own is dropped, counted and logged. */
export function ownership({ db, metrics, log }: Services) {
  const drop = (what: string, { identity }: Peer, fields: object, count: number) => {
    metrics.foreign(what, count);
    log.error({ node: identity.nodeName, ...fields }, `a node's ${what} of others' was dropped`);
  };
  return {
    /** Reports that the node made, in whatever run of whichever worker. */
    reports(reports: UsageReport[], peer: Peer): UsageReport[] {
      const { nodeName } = peer.identity;
      // The local node's journals may be of a version that named gateways by the machine.
      if (nodeName === localNode) return reports;
      const foreign = reports.filter(({ gateway }) => nodeOfGateway(gateway) !== nodeName);
      if (foreign.length === 0) return reports;
      drop("reports", peer, { gateway: foreign[0]?.gateway }, foreign.length);
      return reports.filter((report) => !foreign.includes(report));
    },
    reporting: (peer: Peer) => ({
      node: peer.identity.nodeName,
      foreign: (rows: { leaseId: string }[]) =>
        drop("usage", peer, { leaseId: rows[0]?.leaseId }, rows.length),
    }),
    /** Reports of exits, or of ports, that were left out. */
    dropped(what: string, peer: Peer, count: number): void {
      if (count > 0) drop(what, peer, {}, count);
    },
    /** A worker's load, of plans that have ports at its node. */
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
