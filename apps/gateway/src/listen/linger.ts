/** Says a last word and closes so that it arrives, whatever the peer is still sending. */
import type { Inlet } from "../inlet.ts";

const lingerMs = 2_000;
const mostBytes = 1024 * 1024;

/**
 * Writes `last`, half-closes, and reads the rest away for a while: closing with unread bytes would
 * reset the connection and could take the answer with it.
 */
export function sayAndClose(inlet: Inlet, last: Uint8Array): void {
  const { socket } = inlet;
  if (inlet.closed) return;
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  const from = inlet.received;
  inlet.receive = () => {
    if (inlet.received - from > mostBytes) socket.destroy();
    return true;
  };
  inlet.onEnd = () => {};
  inlet.onClose = () => clearTimeout(timer);
  socket.end(last);
  inlet.resume();
}
