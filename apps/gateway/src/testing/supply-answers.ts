/** What the test hub knows of upstreams and target policies: what gateways told, and are told. */
import type {
  UpstreamEvent,
  UpstreamQuestions,
  UpstreamUsageRow,
} from "@turnpike/contract/upstream-facts.ts";
import { createHash } from "node:crypto";
import { policyPartBytes, type TargetPolicy } from "@turnpike/contract/target-facts.ts";
import type { Answers } from "@turnpike/link/link.ts";
import { NameSetBuilder } from "@turnpike/rules/name-set.ts";

export class SupplyAnswers {
  readonly events: UpstreamEvent[] = [];
  readonly usage: UpstreamUsageRow[] = [];
  /** Open connections by gateway, as told last. */
  readonly open = new Map<string, UpstreamQuestions["upstreams"]["question"]["open"]>();
  limits: UpstreamQuestions["upstreams"]["answer"]["limits"] = [];
  retry: string[] = [];

  policies: TargetPolicy[] = [];
  /** The bytes of lists by checksum, and the parts that were asked for, in order. */
  readonly lists = new Map<string, Uint8Array>();
  readonly partsAsked: number[] = [];
  /** How many parts are answered before the next ones fail. */
  partsLeft = Number.POSITIVE_INFINITY;

  /** Makes a list of these names; it is wanted once it is in `policies`. */
  listOf(
    name: string,
    names: Iterable<string>,
    set: Partial<TargetPolicy> = {},
    key: readonly [number, number] = [1, 2],
  ): TargetPolicy {
    const builder = new NameSetBuilder(key);
    for (const each of names) builder.add(each);
    const { bytes } = builder.build();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    this.lists.set(sha256, bytes);
    return { name, sha256, bytes: bytes.length, pools: null, exceptApproved: false, ...set };
  }

  /** The hub's answers, with those about upstreams and policies. */
  answering(answers: Omit<Answers, "upstreams" | "policyPart">): Answers {
    const { upstreams, policyPart } = this;
    const hello: Answers["hello"] = async (asked, from) => {
      const answer = await answers.hello(asked, from);
      return "json" in answer ? answer : { ...answer, policies: this.policies };
    };
    return { ...answers, hello, upstreams, policyPart };
  }

  readonly policyPart: Answers["policyPart"] = async ({ sha256, part }) => {
    this.partsAsked.push(part);
    this.partsLeft -= 1;
    if (this.partsLeft < 0) throw new Error("missed");
    const at = part * policyPartBytes;
    const bytes = this.lists.get(sha256)?.subarray(at, at + policyPartBytes);
    return { part: bytes === undefined ? null : Buffer.from(bytes).toString("base64") };
  };

  readonly upstreams: Answers["upstreams"] = async ({ gateway, open, events }) => {
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
