/** A connection from a listed proxy: its PROXY header says who the client is (spec/gateway#proxies). */
import type { Peer } from "../engine/engine.ts";
import type { Gateway } from "../gateway.ts";
import { proxyHeaderLongest, readProxyHeader } from "../parse/proxy-protocol.ts";

const headerTimeoutMs = 5_000;
const nothing = Buffer.alloc(0);

/**
 * Reads the header, gives the peer the client's address, and hands over with what came behind it;
 * `then` takes chunks as `receive` does. Anything else closes the connection.
 */
export function expectProxyHeader(
  { auth: { limiter } }: Pick<Gateway, "auth">,
  peer: Peer,
  then: (early: Buffer) => boolean,
): void {
  const timer = setTimeout(() => peer.destroy(), headerTimeoutMs);
  let bytes = nothing;
  peer.onEnd = () => peer.destroy();
  peer.onClose = () => clearTimeout(timer);
  peer.receive = (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    const header = readProxyHeader(bytes);
    if (header === "more" && bytes.length < proxyHeaderLongest) return true;
    clearTimeout(timer);
    if (typeof header === "string") {
      peer.destroy();
      return true;
    }
    if (header.address !== null) limiter.named(peer, header.address);
    return then(bytes.subarray(header.length));
  };
}
