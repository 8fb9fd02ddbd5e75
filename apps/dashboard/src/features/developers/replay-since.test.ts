import { expect, it } from "vitest";
import { instantOf, sincesOf } from "./replay-since.ts";
import type { Webhook } from "./webhook-text.ts";

const failing = { failingSince: "2026-11-19T07:00:00Z" } as Webhook;
const now = Date.parse("2026-11-20T08:00:00Z");

it("offers the start of a failure first, if there is one", () => {
  expect(sincesOf(failing)).toEqual(["failing", "hour", "day", "week", "month"]);
  expect(sincesOf({ ...failing, failingSince: null })).toEqual(["hour", "day", "week", "month"]);
  expect(sincesOf(undefined)).not.toContain("failing");
});

it("counts time spans back from now", () => {
  expect(instantOf("failing", failing, now)).toBe("2026-11-19T07:00:00Z");
  expect(instantOf("hour", failing, now)).toBe("2026-11-20T07:00:00.000Z");
  expect(instantOf("day", failing, now)).toBe("2026-11-19T08:00:00.000Z");
  expect(instantOf("week", failing, now)).toBe("2026-11-13T08:00:00.000Z");
  expect(instantOf("month", failing, now)).toBe("2026-10-21T08:00:00.000Z");
});
