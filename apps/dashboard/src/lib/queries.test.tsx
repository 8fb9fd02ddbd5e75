import { onlineManager } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { NoAnswer, showScreen } from "../testing/screen.tsx";
import { useCommand } from "./queries.ts";

let shown: Awaited<ReturnType<typeof showScreen>> | undefined;
afterEach(async () => {
  onlineManager.setOnline(true);
  await shown?.end();
});

function Buy() {
  const order = useCommand("placeOrder");
  const buy = () => order.mutate({ sku: "traffic-standard", quantity: 1, method: "wallet" });
  return (
    <button type="button" onClick={buy}>
      {order.isError ? "Failed" : order.isPending ? "Under way" : "Buy"}
    </button>
  );
}

test("without a network a change fails at once and is not sent later", async () => {
  const answers = { "/v1/order": () => new NoAnswer() };
  shown = await showScreen({ screen: Buy, area: [], path: "/", answers });
  onlineManager.setOnline(false);
  fireEvent.click(screen.getByRole("button", { name: "Buy" }));
  await screen.findByRole("button", { name: "Failed" });
  const before = shown.askedOf("/v1/order").length;
  onlineManager.setOnline(true);
  // A change that waited for the network would be sent before this request.
  await fetch(shown.origin).catch(() => undefined);
  expect(shown.askedOf("/v1/order")).toHaveLength(before);
});
