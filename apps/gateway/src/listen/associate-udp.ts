/** UDP ASSOCIATE of a SOCKS5 client: reserves slot, exit and socket, then replies. */
import type { Socket } from "node:dgram";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { judgeAddress } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { Peer } from "../engine/engine.ts";
import type { Gateway } from "../session/gateway.ts";
import { associateReply, type DeclaredSender } from "../parse/socks5.ts";
import { UdpAssociation } from "../relay/udp-association.ts";
import { clientSocket } from "../relay/udp-sockets.ts";
import type { ProxySession } from "../session/proxy-session.ts";

export interface AssociateOptions {
  gateway: Gateway;
  session: ProxySession;
  /** The TCP connection, paused. */
  control: Peer;
  /** The client's address, canonical. */
  address: string;
  /** Connected through a proxy in front, which cannot carry datagrams. */
  proxied: boolean;
  /** Where the client said that it will send from. */
  from: DeclaredSender;
}

/** Replies to the client and serves the association, or calls `refuse` once. */
export function associateUdp(options: AssociateOptions, refuse: (refused: Refused) => void): void {
  const { gateway, session, control, proxied } = options;
  const { udpPorts, udpLimiter } = gateway;
  const { accountId } = session.admitted.grant;
  if (proxied) return refuse(noUdp("the client came by a proxy that carries TCP alone"));
  if (udpPorts?.length === 0) return refuse(noUdp("UDP_PORTS is none"));
  if (!udpLimiter.acquire(accountId)) return refuse(tooManyAssociations);
  const releaseAndRefuse = (why: Refused) => {
    udpLimiter.release(accountId);
    refuse(why);
  };
  session.associate((exit) => {
    if ("reason" in exit) return releaseAndRefuse(exit);
    const opened = (socket: Socket | null) => {
      const { closedBecause } = session.connection;
      const gone = control.closed || closedBecause !== null;
      if (socket === null) return releaseAndRefuse(noPort);
      if (!gone) return serve(options, exit, socket);
      socket.close();
      releaseAndRefuse({ reason: closedBecause ?? "timedOut", detail: "" });
    };
    const failed = (error: unknown) => {
      gateway.log.error({ error: String(error) }, "UDP association failed");
      releaseAndRefuse({ reason: "ourFault", detail: "" });
    };
    clientSocket(control.localAddress, udpPorts, Math.random).then(opened).catch(failed);
  });
}

function serve(options: AssociateOptions, exit: ExitFact, socket: Socket): void {
  const { control, address } = options;
  control.write(associateReply(replyAddress(control.localAddress, address), socket.address().port));
  const declaredPort = declaredPortOf(options);
  new UdpAssociation({ ...options, declaredPort, exit, socket });
}

/** Null too if the client named another address than it has here: behind NAT, ports differ too. */
function declaredPortOf({ from, address }: AssociateOptions): number | null {
  const isHere = from.host === null || canonicalAddress(from.host) === address;
  return isHere && from.port !== 0 ? from.port : null;
}

/**
 * The address in the reply: the one that the client is connected to. Behind NAT that is an internal
 * one; then it is the unspecified address, which clients replace by the one they dialled.
 */
function replyAddress(local: string, client: string): string {
  const isInside = (address: string) => !judgeAddress(address, noOwnAddresses).allowed;
  if (!isInside(local) || isInside(client)) return local;
  return local.includes(":") ? "::" : "0.0.0.0";
}
const noOwnAddresses = {
  allow: new Set<string>(),
  ownAddresses: new Set<string>(),
  ownNames: new Set<string>(),
};

const noUdp = (detail: string): Refused => ({ reason: "udpNotSupported", detail });
const tooManyAssociations: Refused = { reason: "tooManyConnections", detail: "UDP associations" };
const noPort: Refused = { reason: "notReady", detail: "no UDP port is free" };
