import { webhookEvents } from "@turnpike/rules/webhook.ts";
import { expect, it } from "vitest";
import {
  adviceOf,
  deliveredEvents,
  eventGroups,
  eventsOf,
  shortUrl,
  stateOf,
  type Webhook,
} from "./webhook-text.ts";

const on: Webhook = {
  id: "w1",
  url: "https://example.com/hook",
  description: "",
  events: [],
  enabled: true,
  disabledBy: null,
  createdAt: "2026-11-20T08:00:00Z",
  lastAt: null,
  lastDelivered: null,
  failingSince: null,
  waiting: 0,
};
const off = { ...on, enabled: false, failingSince: "2026-11-20T08:00:00Z" };

it("returns a webhook's state and who switched it off", () => {
  expect(stateOf(on)).toBe("on");
  expect(stateOf({ ...on, failingSince: "2026-11-20T08:00:00Z" })).toBe("failing");
  expect(stateOf({ ...off, disabledBy: "owner" })).toBe("off");
  expect(stateOf({ ...off, disabledBy: "failing" })).toBe("stopped");
  expect(stateOf({ ...off, disabledBy: "gone" })).toBe("gone");
});

it("offers every event once, under one heading; a test event is delivered, but not offered", () => {
  const offered = eventGroups.flatMap(eventsOf);
  expect([...offered].sort()).toEqual([...webhookEvents].sort());
  expect([...deliveredEvents].sort()).toEqual([...webhookEvents, "ping"].sort());
});

it.each([
  [0, "silent"],
  [301, "moved"],
  [308, "moved"],
  [400, "refused"],
  [401, "login"],
  [403, "login"],
  [404, "missing"],
  [405, "missing"],
  [410, "gone"],
  [422, "refused"],
  [429, "busy"],
  [500, "broken"],
  [503, "broken"],
] as const)("gives advice for status %i", (status, advice) => {
  expect(adviceOf(status)).toBe(advice);
});

it("omits the scheme that all URLs share", () => {
  expect(shortUrl("https://example.com/a?b=https://c")).toBe("example.com/a?b=https://c");
});
