import { expect, it } from "vitest";
import { ALL, additionOf, changeOf, validateUrl } from "./webhook-form.ts";
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

it("subscribes to every event if all are chosen, else to the chosen ones", () => {
  const addition = { url: "https://example.com/", description: "" };
  expect(additionOf({ url: addition.url, events: ALL })).toEqual({ ...addition, events: [] });
  expect(additionOf({ url: addition.url, events: "order.paid,plan.expired" })).toEqual({
    ...addition,
    events: ["order.paid", "plan.expired"],
  });
});

it("sends the URL only if it changed, since that may require an MFA code", () => {
  const values = { url: webhook.url, description: "till", events: "order.paid" };
  expect(changeOf(webhook, values)).toEqual({
    id: "w1",
    description: "till",
    events: ["order.paid"],
  });
  const moved = changeOf(webhook, { ...values, url: "https://example.com/other" });
  expect(moved.url).toBe("https://example.com/other");
});
