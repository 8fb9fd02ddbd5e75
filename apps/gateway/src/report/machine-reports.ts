/** Tells the hub what this node's machine has: its addresses, and the port that customers use. */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";

/** Addresses are read again this often: some come later than the gateway. */
const lookEveryMs = 10_000;
const askTimeoutMs = 5_000;

export interface MachineReportsOptions {
  link: Pick<GatewayLink, "ask" | "onConnection">;
  log: Log;
  /** Throws where the system does not tell them now. */
  addresses: () => string[];
  port: number;
  /** Called with what the hub says of the node's relay. */
  relay: (relay: Questions["machine"]["answer"]["relay"]) => void;
}

/** Starts to report; answers what ends it. */
export function reportMachine({
  link,
  log,
  addresses,
  port,
  relay,
}: MachineReportsOptions): () => void {
  let told = "";
  const tell = async () => {
    try {
      const now = [...new Set(addresses())].sort();
      if (now.join() === told) return;
      const answer = await link.ask("machine", { addresses: now, port }, askTimeoutMs);
      relay(answer.relay);
      told = now.join();
    } catch (error) {
      log.debug({ error: String(error) }, "addresses not reported, retrying");
    }
  };
  link.onConnection((up) => {
    told = "";
    if (up) void tell();
  });
  void tell();
  const timer = setInterval(() => void tell(), lookEveryMs);
  return () => clearInterval(timer);
}
