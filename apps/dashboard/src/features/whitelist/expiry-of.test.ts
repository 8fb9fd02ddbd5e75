import { expect, test } from "vitest";
import { expiryOf } from "./expiry-of.ts";

test("an entry never expires, has expired, expires within 3 days, or later", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(expiryOf(null, now).kind).toBe("never");
  expect(expiryOf("2026-11-21T12:00:00Z", now).kind).toBe("past");
  expect(expiryOf("2026-11-21T12:20:00Z", now)).toEqual({ kind: "soon", days: 0, hours: 1 });
  expect(expiryOf("2026-11-24T11:00:00Z", now)).toEqual({ kind: "soon", days: 2, hours: 71 });
  expect(expiryOf("2026-12-21T12:00:00Z", now)).toMatchObject({ kind: "later", days: 30 });
});
