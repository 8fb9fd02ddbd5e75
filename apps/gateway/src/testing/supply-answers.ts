/** What the test hub knows of upstreams: what gateways told, and what they are told. */
import type {
  UpstreamEvent,
  UpstreamQuestions,
  UpstreamUsageRow,
} from "@turnpike/contract/upstream-facts.ts";
import type { Answers } from "@turnpike/link/link.ts";

export class SupplyAnswers {
  readonly events: UpstreamEvent[] = [];
  readonly usage: UpstreamUsageRow[] = [];
  /** Open connections by gateway, as told last. */
  readonly open = new Map<string, UpstreamQuestions["upstreams"]["question"]["open"]>();
  limits: UpstreamQuestions["upstreams"]["answer"]["limits"] = [];
  retry: string[] = [];

  readonly answer: Answers["upstreams"] = async ({ gateway, open, events }) => {
    this.open.set(gateway, open);
    this.events.push(...events);
    return { limits: this.limits, retry: this.retry };
  };

  /** Sums over all rows of an upstream. */
  sum(upstreamId: string): {
    sent: number;
    received: number;
    connections: number;
    failures: number;
  } {
    const sum = { sent: 0, received: 0, connections: 0, failures: 0 };
    for (const row of this.usage) {
      if (row.upstreamId !== upstreamId) continue;
      sum.sent += row.sentBytes;
      sum.received += row.receivedBytes;
      sum.connections += row.connections;
      sum.failures += row.failures;
    }
    return sum;
  }
}
