/** A new connection: its first byte tells SOCKS5 from HTTP (spec/gateway#protocols). */
import type { IdleClient, Peer } from "../engine/engine.ts";
import type { ListenerRef } from "./listener-ref.ts";
import type { Gateway } from "../gateway.ts";
import type { ClientHandler } from "./client-info.ts";
import { HttpHandler } from "./http.ts";
import { SocksHandler } from "./socks5.ts";

const socksVersion = 5;
const closeWhenIdle: IdleClient = { drain: (peer) => peer.destroy() };

/** Reads the first byte and hands the connection to the handler of its protocol. */
export function acceptClient(gateway: Gateway, peer: Peer, listener: ListenerRef): void {
  const { address } = peer;
  if (address === "") return peer.destroy();
  let client: ClientHandler | null = null;
  const onTimeout = () => (client ? client.onTimeout() : peer.destroy());
  const { auth, headTimeoutMs, headShortMs } = gateway;
  const timer = setTimeout(onTimeout, auth.limiter.isCrowded ? headShortMs : headTimeoutMs);
  peer.onEnd = () => peer.destroy();
  peer.onClose = () => clearTimeout(timer);
  peer.receive = (chunk) => {
    peer.idle = null;
    const caller = { address, listener, timer };
    client =
      chunk[0] === socksVersion
        ? new SocksHandler(gateway, peer, caller)
        : new HttpHandler(gateway, peer, caller);
    return client.start(chunk);
  };
  peer.idle = closeWhenIdle;
  if (gateway.drain.draining) return closeWhenIdle.drain(peer);
  peer.resume();
}
