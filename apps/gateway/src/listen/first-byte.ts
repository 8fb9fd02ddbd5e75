/** A new connection: its first byte tells SOCKS5 from HTTP (contract §13). */
import type { Peer } from "../engine/engine.ts";
import type { Gateway } from "../gateway.ts";
import type { Client } from "./caller.ts";
import { HttpClient } from "./http.ts";
import { SocksClient } from "./socks.ts";

const socksVersion = 5;

/** Reads the first byte and hands the connection to who speaks its protocol. */
export function welcome(gateway: Gateway, peer: Peer): void {
  const { address } = peer;
  if (address === "") return peer.destroy();
  let client: Client | null = null;
  const late = () => (client ? client.late() : peer.destroy());
  const timer = setTimeout(late, gateway.headTimeoutMs);
  peer.onEnd = () => peer.destroy();
  peer.onClose = () => clearTimeout(timer);
  peer.receive = (chunk) => {
    client =
      chunk[0] === socksVersion
        ? new SocksClient(gateway, peer, { address, timer })
        : new HttpClient(gateway, peer, { address, timer });
    return client.start(chunk);
  };
  peer.resume();
}
