import { expect, it } from "vitest";
import { isFiltered, noFilter, parametersOf } from "./delivery-filter.ts";

it("requests what the URL filters by, and ignores unknown values", () => {
  expect(parametersOf({ webhook: "w1", event: "order.paid", state: "failed" })).toEqual({
    webhookId: "w1",
    event: "order.paid",
    status: "failed",
  });
  expect(parametersOf({ webhook: "", event: "ping", state: "" })).toEqual({ event: "ping" });
  expect(parametersOf({ webhook: "", event: "order.lost", state: "gone" })).toEqual({});
});

it("counts as filtered only if the request is narrowed", () => {
  expect(isFiltered(noFilter)).toBe(false);
  expect(isFiltered({ ...noFilter, event: "order.lost" })).toBe(false);
  expect(isFiltered({ ...noFilter, webhook: "w1" })).toBe(true);
});
