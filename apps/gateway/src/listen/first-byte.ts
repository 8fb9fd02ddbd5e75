/** A new connection: its first byte tells SOCKS5 from HTTP (contract §13). */
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { Inlet } from "../inlet.ts";
import type { Gateway } from "../passage.ts";
import { HttpClient } from "./http.ts";
import { SocksClient } from "./socks.ts";

const socksVersion = 5;

/** Reads the first byte and hands the connection to who speaks its protocol. */
export function welcome(gateway: Gateway, inlet: Inlet): void {
  const { socket } = inlet;
  const address = canonicalAddress(socket.remoteAddress ?? "");
  if (address === null) {
    socket.destroy();
    return;
  }
  const accepted = performance.now();
  const timer = setTimeout(() => socket.destroy(), gateway.headTimeoutMs);
  inlet.onEnd = () => socket.destroy();
  inlet.onClose = () => clearTimeout(timer);
  inlet.receive = (chunk) => {
    clearTimeout(timer);
    const leftMs = Math.max(gateway.headTimeoutMs - (performance.now() - accepted), 1);
    const client =
      chunk[0] === socksVersion
        ? new SocksClient(gateway, inlet, { address, leftMs })
        : new HttpClient(gateway, inlet, { address, leftMs });
    return client.start(chunk);
  };
  inlet.resume();
}
