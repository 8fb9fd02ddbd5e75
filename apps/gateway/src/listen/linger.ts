/** Writes a final response and closes so that it is delivered, even if the peer keeps sending. */
import type { Peer } from "../engine/engine.ts";
import { young } from "../lib/young.ts";

const defaultLingerMs = 2_000;
const maxBytes = 1024 * 1024;

/**
 * Writes `last`, half-closes, and discards input for a while: closing with unread input would reset
 * the connection and could lose the response.
 */
export function writeAndClose(peer: Peer, last: Uint8Array, lingerMs = defaultLingerMs): void {
  if (peer.closed) return;
  const timer = setTimeout(() => peer.destroy(), lingerMs);
  const from = peer.received;
  peer.receive = young(() => {
    if (peer.received - from > maxBytes) peer.destroy();
    return true;
  });
  peer.onEnd = () => {};
  peer.onClose = young(() => clearTimeout(timer));
  peer.end(last);
  peer.resume();
}
