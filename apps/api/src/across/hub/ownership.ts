/** What a node may speak of: its own reports, usage and leases (spec/nodes#identity). */
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { localNode, nodeOfGateway } from "@turnpike/rules/node.ts";
import type { Services } from "../../platform/services.ts";

/** What a node says of things that are not its own is dropped, counted and logged. */
export function ownership({ metrics, log }: Services) {
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
    settling: (peer: Peer) => ({
      node: peer.identity.nodeName,
      foreign: (ids: string[]) => drop("settlements", peer, { leaseId: ids[0] }, ids.length),
    }),
  };
}
