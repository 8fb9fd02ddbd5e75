import { expect, it } from "vitest";
import { isFiltered, noFilter, parametersOf } from "./delivery-filter.ts";

it("asks what the URL says, and nothing for what it does not know", () => {
  expect(parametersOf({ webhook: "w1", event: "order.paid", state: "failed" })).toEqual({
    webhookId: "w1",
    event: "order.paid",
    status: "failed",
  });
  expect(parametersOf({ webhook: "", event: "ping", state: "" })).toEqual({ event: "ping" });
  expect(parametersOf({ webhook: "", event: "order.lost", state: "gone" })).toEqual({});
});

it("counts as filtered only where the question is narrower", () => {
  expect(isFiltered(noFilter)).toBe(false);
  expect(isFiltered({ ...noFilter, event: "order.lost" })).toBe(false);
  expect(isFiltered({ ...noFilter, webhook: "w1" })).toBe(true);
});
