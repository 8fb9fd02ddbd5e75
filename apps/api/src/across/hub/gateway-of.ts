import type { Peer } from "@turnpike/link/link.ts";
import { gatewayName } from "@turnpike/rules/node.ts";

/** The gateway at a connection by its identity, whatever its messages say (spec/nodes#identity). */
export const gatewayOf = ({ identity: { nodeName, worker, epoch } }: Peer) => {
  return { gateway: gatewayName(nodeName, worker), epoch };
};
