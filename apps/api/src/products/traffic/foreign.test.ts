import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import { expect, test } from "vitest";
import type { LeaseRow } from "../lease/store.ts";
import { splitByLease } from "./foreign.ts";

const lease = (id: string, gateway: string, more: Partial<LeaseRow> = {}) =>
  ({
    id,
    sub_account_id: "sub",
    gateway,
    leased_bytes: 100,
    used_bytes: 40,
    settled_at: null,
    ...more,
  }) as LeaseRow;
const row = (leaseId: string, upBytes: number, subAccountId = "sub") =>
  ({ leaseId, subAccountId, upBytes, downBytes: 0, requests: 1 }) as UsageRow;

test("A node's usage rows count only for its own leases, up to the leased bytes (spec/nodes#identity)", () => {
  const settled = { settled_at: new Date(0), used_bytes: 90 };
  const leases = [
    lease("own", "eu-1-2"),
    lease("theirs", "eu-2-1"),
    lease("old", "eu-1-1", settled),
  ];
  const rows = [
    row("own", 50),
    row("own", 20),
    row("own", 10),
    row("theirs", 1),
    row("nobody's", 1),
    row("old", 10),
    row("own", 1, "another's"),
    { ...row("old", -1), downBytes: 2 },
  ];
  const judged = splitByLease(rows, leases, "eu-1");
  expect(judged.covered).toEqual([row("own", 50), row("own", 10), row("old", 10)]);
  expect(judged.dropped).toEqual([
    row("own", 20),
    row("theirs", 1),
    row("nobody's", 1),
    row("own", 1, "another's"),
    { ...row("old", -1), downBytes: 2 },
  ]);
  // The bytes of a settled lease are recorded, so that they cannot be billed twice.
  expect(judged.returnedUse).toEqual([{ id: "old", bytes: 10 }]);
});
