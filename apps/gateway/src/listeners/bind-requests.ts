/** Tests for the hub which port numbers can be bound on this node (spec/nodes#placement). */
import type { GatewayLink } from "@turnpike/link/link.ts";
import { unbindable } from "@turnpike/net/bindable.ts";
import type { Log } from "../lib/log.ts";

const maxNumbers = 100;
const askTimeoutMs = 2_000;

export interface BindRequestsOptions {
  link: Pick<GatewayLink, "ask" | "onMessage">;
  log: Log;
  host: string;
}

/** Answers each `bind` request of the hub. */
export function answerBindRequests({ link, log, host }: BindRequestsOptions): void {
  const answer = async (id: string, numbers: number[]) => {
    const bad = await unbindable(host, numbers.slice(0, maxNumbers));
    await link.ask("bound", { id, unbindable: bad }, askTimeoutMs);
  };
  link.onMessage((news) => {
    if (news.kind !== "bind") return;
    answer(news.id, news.numbers).catch((error: unknown) => {
      log.debug({ error: String(error) }, "bind try not answered");
    });
  });
}
