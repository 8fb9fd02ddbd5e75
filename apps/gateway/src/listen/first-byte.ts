/** A new connection: its first byte tells SOCKS5 from HTTP (spec/gateway#protocols). */
import type { IdleClient, Peer } from "../engine/engine.ts";
import type { Entrance } from "./entrance.ts";
import type { Gateway } from "../gateway.ts";
import type { Client } from "./caller.ts";
import { HttpClient } from "./http.ts";
import { SocksClient } from "./socks.ts";

const socksVersion = 5;
const saysNothing: IdleClient = { drain: (peer) => peer.destroy() };

/** Reads the first byte and hands the connection to who speaks its protocol. */
export function welcome(gateway: Gateway, peer: Peer, entrance: Entrance): void {
  const { address } = peer;
  if (address === "") return peer.destroy();
  let client: Client | null = null;
  const late = () => (client ? client.late() : peer.destroy());
  const { door, headTimeoutMs, headShortMs } = gateway;
  const timer = setTimeout(late, door.room.isCrowded ? headShortMs : headTimeoutMs);
  peer.onEnd = () => peer.destroy();
  peer.onClose = () => clearTimeout(timer);
  peer.receive = (chunk) => {
    peer.idle = null;
    const caller = { address, entrance, timer };
    client =
      chunk[0] === socksVersion
        ? new SocksClient(gateway, peer, caller)
        : new HttpClient(gateway, peer, caller);
    return client.start(chunk);
  };
  peer.idle = saysNothing;
  if (gateway.drain.draining) return saysNothing.drain(peer);
  peer.resume();
}
