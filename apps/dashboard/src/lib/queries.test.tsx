import { onlineManager } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { click } from "../testing/person.ts";
import { NoAnswer, showScreen } from "../testing/screen.tsx";
import { useCall } from "./queries.ts";
import { useCommand } from "./use-command.ts";

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

function Buy() {
  const order = useCommand("placeOrder");
  const buy = () => void order.send({ sku: "traffic-standard", quantity: 1, method: "wallet" });
  return (
    <button type="button" onClick={buy}>
      {order.error ? "Failed" : order.busy ? "Under way" : "Buy"}
    </button>
  );
}

test("without a network a change fails at once and is not sent later", async () => {
  const answers = { "/v1/order": () => new NoAnswer() };
  const shown = await showScreen({ screen: Buy, area: [], path: "/", answers });
  onlineManager.setOnline(false);
  click("Buy");
  await screen.findByRole("button", { name: "Failed" });
  const before = shown.askedOf("/v1/order").length;
  onlineManager.setOnline(true);
  // A change that waited for the network would be sent before this request.
  await fetch(shown.origin).catch(() => undefined);
  expect(shown.askedOf("/v1/order")).toHaveLength(before);
});

function Balance() {
  const { data } = useCall("member", {});
  return <output>{data ? `Balance ${data.ipBalance}` : "Loading"}</output>;
}

test("a read starts once the browser has handled what waits", async () => {
  const waiting = Promise.withResolvers<void>();
  const yields = vi.fn<() => Promise<void>>(() => waiting.promise);
  vi.stubGlobal("scheduler", { yield: yields });
  const answers = { "/v1/member": () => ({ ipBalance: 7 }) };
  const shown = await showScreen({ screen: Balance, area: [], path: "/", answers });
  await screen.findByText("Loading");
  expect(yields).toHaveBeenCalledOnce();
  expect(shown.askedOf("/v1/member")).toEqual([]);
  waiting.resolve();
  await screen.findByText("Balance 7");
});
