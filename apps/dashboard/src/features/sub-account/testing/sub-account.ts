import type { SubAccount } from "@turnpike/contract/sub-account.ts";

/** A sub-account as returned by the API, without limits, with overrides. */
export const subAccountRow = (by: Partial<SubAccount> = {}): SubAccount => ({
  id: "s1",
  account: "shopper1",
  password: "Secret99",
  rotateToken: "00",
  main: false,
  pool: "residential",
  enabled: true,
  allocatedBytes: 2_000_000_000,
  usedBytes: 1_000_000_000,
  availableBytes: 1_000_000_000,
  limits: {
    maxConnections: null,
    dayBytes: null,
    monthBytes: null,
    allowDomains: [],
    denyDomains: [],
  },
  targetBudgets: [],
  dayUsedBytes: 0,
  monthUsedBytes: 0,
  remark: "",
  createdAt: "2026-11-01T08:00:00Z",
  ...by,
});
