/** Reports this machine's addresses and the port that customers use to the hub. */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { HubQueue } from "./hub-queue.ts";

/** How often addresses are read again, as some appear only after the gateway has started. */
const lookEveryMs = 10_000;
const askTimeoutMs = 5_000;

export interface MachineReportsOptions {
  link: Pick<GatewayLink, "ask" | "onConnection">;
  log: Log;
  /** Throws if the system cannot list them now. */
  addresses: () => string[];
  port: number;
  /** Called with the hub's answer about this node's relay. */
  relay: (relay: Questions["machine"]["answer"]["relay"]) => void;
}

/** Starts reporting; returns a function that stops it. */
export function reportMachine({
  link,
  log,
  addresses,
  port,
  relay,
}: MachineReportsOptions): () => void {
  let told = "";
  const report = async () => {
    const now = [...new Set(addresses())].sort();
    if (now.join() === told) return;
    const question = { addresses: now, port, relayAskers: true };
    const answer = await link.ask("machine", question, askTimeoutMs);
    relay(answer.relay);
    told = now.join();
  };
  const queue = new HubQueue({
    log,
    failed: "addresses not reported, retrying",
    send: report,
    again: () => lookEveryMs,
  });
  link.onConnection((up) => {
    told = "";
    if (up) void queue.wake();
  });
  void queue.wake();
  return () => queue.stop();
}
