import { expect, test } from "vitest";
import { subAccountRow } from "./testing/sub-account.ts";
import { accountCsv, accountLines } from "./account-list.ts";

test("a download contains account and password; the CSV also contains every figure", () => {
  const row = subAccountRow({
    main: true,
    enabled: false,
    allocatedBytes: 3,
    usedBytes: 1,
    availableBytes: 2,
    limits: {
      maxConnections: 20,
      dayBytes: 5,
      monthBytes: null,
      allowDomains: [],
      denyDomains: ["a.example", "b.example"],
    },
    dayUsedBytes: 4,
    monthUsedBytes: 9,
    remark: "a, b",
  });
  expect(accountLines([row, row])).toBe("shopper1:Secret99\nshopper1:Secret99\n");
  const [header, cells] = accountCsv([row]);
  expect(header?.length).toBe(cells?.length);
  const figures = [3, 1, 2, 20, 4, 5, 9, "", "", "a.example b.example"];
  const end = ["a, b", "2026-11-01T08:00:00Z"];
  expect(cells).toEqual(["shopper1", "Secret99", 1, 0, ...figures, ...end]);
});
