import type { Peer } from "@turnpike/link/link.ts";
import { expect, test } from "vitest";
import type { Services } from "../../platform/services.ts";
import { Refusals } from "./refusals.ts";

test("A machine whose questions fail does not push out the log: one line a second of a kind (spec/nodes#identity)", () => {
  const warned: object[] = [];
  const log = { warn: (fields: object) => warned.push(fields) };
  const refusals = new Refusals({ log } as unknown as Services);
  const peer = { identity: { nodeId: "n1", nodeName: "evil", worker: 1 } } as unknown as Peer;
  const error = new Error("no lease for the session's sub-account");
  for (let ref = 1; ref <= 1_000; ref += 1)
    refusals.unanswered(peer, { kind: "hold", why: "failed", ref, error });
  refusals.unanswered(peer, { kind: "lease", why: "failed", ref: 1_001, error });
  expect(warned).toMatchObject([
    { gateway: "evil-1", kind: "hold", ref: 1, count: 1 },
    { gateway: "evil-1", kind: "lease", ref: 1_001, count: 1 },
  ]);
});
