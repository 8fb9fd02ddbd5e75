import { expect, it } from "vitest";
import { additionOf, changeOf, validateUrl, valuesOf } from "./webhook-form.ts";
import type { Webhook } from "./webhook-text.ts";

const webhook = {
  id: "w1",
  url: "https://example.com/hook",
  description: "shop",
  events: ["order.paid"],
} as unknown as Webhook;

it.each([
  ["", "missing"],
  ["   ", "missing"],
  ["example.com/hook", "noUrl"],
  ["https://", "noUrl"],
  ["https://exa mple.com", "noUrl"],
  ["ftp://example.com/", "scheme"],
  ["javascript:alert(1)", "noUrl"],
  ["https://ada@example.com/", "login"],
  ["https://:secret@example.com/", "login"],
  ["https://example.com/hook", null],
  [" https://example.com:8443/hook?a=b ", null],
  // Whether plain http is allowed is for the server to decide.
  ["http://127.0.0.1:4000/hook", null],
] as const)("validates the URL %j: %s", (typed, fault) => {
  expect(validateUrl(typed)).toBe(fault);
});

it("subscribes to every event by default", () => {
  expect(additionOf({ ...valuesOf(null), url: " https://example.com/ " })).toEqual({
    url: "https://example.com/",
    description: "",
    events: [],
  });
});

it("drops the selected events if all events are chosen", () => {
  const values = valuesOf(webhook);
  expect(values.all).toBe(false);
  expect(additionOf(values).events).toEqual(["order.paid"]);
  expect(additionOf({ ...values, all: true }).events).toEqual([]);
});

it("sends the URL only if it changed, since that may require an MFA code", () => {
  const values = valuesOf(webhook);
  expect(changeOf(webhook, { ...values, description: " till " })).toEqual({
    id: "w1",
    description: "till",
    events: ["order.paid"],
  });
  const moved = changeOf(webhook, { ...values, url: "https://example.com/other" });
  expect(moved.url).toBe("https://example.com/other");
});
