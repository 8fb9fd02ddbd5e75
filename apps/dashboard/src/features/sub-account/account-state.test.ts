import { expect, it } from "vitest";
import { accountState } from "./account-state.ts";
import { subAccountRow } from "./testing/sub-account.ts";

const row = subAccountRow({
  enabled: true,
  availableBytes: 10,
  dayUsedBytes: 5,
  monthUsedBytes: 9,
});
const limits = (dayBytes: number | null, monthBytes: number | null) => ({
  limits: { ...row.limits, dayBytes, monthBytes },
});

it.each([
  ["works", {}],
  ["works", limits(6, 10)],
  ["disabled", { enabled: false, availableBytes: 0 }],
  ["noTraffic", { availableBytes: 0, ...limits(5, 9) }],
  ["dayLimit", limits(5, 10)],
  ["monthLimit", limits(5, 9)],
] as const)("the state of a sub-account is: %s", (state, changes) => {
  expect(accountState({ ...row, ...changes })).toBe(state);
});
