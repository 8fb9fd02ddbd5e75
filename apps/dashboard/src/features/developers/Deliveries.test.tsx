import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { speedUpIntervals } from "../../testing/speed-up-intervals.ts";
import { click } from "../../testing/person.ts";
import { type Answers, Refused } from "../../testing/screen.tsx";
import type { Delivery } from "./webhook-text.ts";
import { pageOf, showDevelopers, testDelivery, testHook } from "./testing.tsx";

async function show(more: Answers = {}, query = "") {
  const shown = await showDevelopers(more, query);
  await screen.findByRole("heading", { name: "Deliveries" });
  return shown;
}
const at = "2026-11-21T10:00:00.000Z";
const broken = testDelivery({
  id: "d2",
  event: "traffic.low",
  status: "waiting",
  tries: 2,
  nextTryAt: "2026-11-21T10:30:00.000Z",
  attempts: [
    { at, status: 500, ms: 1200, error: "answered 500", answer: "boom" },
    {
      at: "2026-11-21T09:59:00.000Z",
      status: 0,
      ms: 7,
      error: "the connection was refused",
      answer: "",
    },
  ],
});
const deliveries = (...items: ReturnType<typeof testDelivery>[]): Answers => ({
  "/v1/webhookDeliveries": ({ id }) => pageOf(items.filter((one) => !id || one.id === id)),
});
const clickName = (name: string | RegExp) => click(name);

test("a row shows event, webhook, state, tries and the next try", async () => {
  await show(deliveries(testDelivery(), broken));
  const table = await screen.findByRole("table", { name: "List of deliveries" });
  const [, first, second] = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent ?? "");
  expect(first).toMatch(/order\.paid.*shop\.example\/hook.*Delivered1–/);
  expect(second).toMatch(/traffic\.low.*Waiting2Nov 21/);
});

test("the filter in the URL is applied, and can be cleared", async () => {
  const { askedOf, router } = await show(deliveries(), "&webhook=w1&event=order.paid&state=failed");
  await screen.findByText("No delivery matches");
  const fields = { webhookId: "w1", event: "order.paid", status: "failed" };
  expect(askedOf("/v1/webhookDeliveries")[0]).toMatchObject(fields);
  clickName("Clear the filters");
  await screen.findByText("Nothing was sent yet");
  expect(router.state.location.search).toBe("?tab=developers");
});

test("a link to a webhook's deliveries scrolls down to them", async () => {
  const led: string[] = [];
  const shows = show(deliveries(testDelivery()), "&webhook=w1");
  Element.prototype.scrollIntoView = function () {
    led.push(this.id);
  };
  await shows;
  await waitFor(() => expect(led).toContain("deliveries"));
});

test("a link to one delivery opens it, wherever it is in the list", async () => {
  const { router } = await show(
    { "/v1/webhookDeliveries": ({ id }) => pageOf(id ? [broken] : [testDelivery()]) },
    "&delivery=d2",
  );
  const drawer = await screen.findByRole("dialog", { name: "Delivery" });
  await within(drawer).findByText("Traffic falls below your threshold");
  within(drawer).getByText("msg_1");
  expect(within(drawer).getByRole("region", { name: "Body" }).textContent).toBe(
    '{\n  "type": "order.paid",\n  "data": {\n    "orderNo": "T1"\n  }\n}',
  );
  expect(within(drawer).getByRole("region", { name: "Headers" }).textContent).toContain(
    "webhook-id: msg_1",
  );
  const tries = within(drawer)
    .getAllByRole("listitem")
    .map((line) => line.textContent ?? "");
  expect(tries[0]).toMatch(/^500.*1\.2 sec.*Its log says why.*boom/);
  expect(tries[1]).toMatch(/^No answer.*7 ms.*the connection was refused/);
  expect(tries[1]).not.toContain("firewall");
  click("Close", within(drawer));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=developers"));
});

test("a link to a deleted delivery shows that it no longer exists", async () => {
  await show(deliveries(testDelivery()), "&delivery=d9");
  await screen.findByText("This delivery no longer exists. Deliveries are kept for 30 days.");
});

test("a click on a row opens the delivery, from where it can be sent again", async () => {
  const { askedOf } = await show({
    ...deliveries(testDelivery()),
    "/v1/webhookReplay": () => ({ replayed: 1 }),
  });
  const table = await screen.findByRole("table", { name: "List of deliveries" });
  fireEvent.click(within(table).getByText("shop.example/hook"));
  const drawer = await screen.findByRole("dialog", { name: "Delivery" });
  click("Send again", within(drawer));
  await screen.findByText("1 delivery is sent again");
  expect(askedOf("/v1/webhookReplay")).toMatchObject([{ ids: "d1" }]);
});

test("what is sent, or sent again, appears at once in the list and at its webhook", async () => {
  const sent: Delivery[] = [];
  let waiting = 0;
  await show({
    "/v1/webhooks": () => ({ items: [testHook({ waiting })], events: [] }),
    "/v1/webhookDeliveries": () => pageOf(sent),
    "/v1/webhookTest": () => {
      sent.push(testDelivery({ event: "ping" }));
      return testDelivery({ event: "ping" });
    },
    "/v1/webhookReplay": () => {
      waiting = 1;
      sent[0] = testDelivery({ event: "ping", status: "waiting", tries: 0 });
      return { replayed: 1 };
    },
  });
  await screen.findByText("Nothing was sent yet");
  clickName("Send test: https://shop.example/hook");
  const table = await screen.findByRole("table", { name: "List of deliveries" });
  fireEvent.click(within(table).getByRole("checkbox", { name: /^Select ping of / }));
  clickName("Send again");
  await within(table).findByText("Waiting");
  await screen.findByText("1 delivery is waiting");
});

test("selected deliveries are resent together; without any, there is no button (spec/dashboard#batch-actions)", async () => {
  const { askedOf } = await show({
    ...deliveries(testDelivery(), broken),
    "/v1/webhookReplay": () => ({ replayed: 2 }),
  });
  await screen.findByRole("table", { name: "List of deliveries" });
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
  await screen.findByText("2 selected");
  clickName("Send again");
  await screen.findByText("2 deliveries are sent again");
  expect(askedOf("/v1/webhookReplay")).toMatchObject([{ ids: "d1,d2" }]);
  await screen.findByText("0 selected");
});

test("all deliveries that failed since a webhook started failing can be sent again", async () => {
  const failingSince = "2026-11-19T07:00:00.000Z";
  const failing = testHook({ id: "w2", url: "https://b.example/", failingSince });
  const { askedOf } = await show({
    ...deliveries(testDelivery()),
    "/v1/webhooks": () => ({ items: [testHook(), failing], events: [] }),
    "/v1/webhookReplay": () => ({ replayed: 0 }),
  });
  await screen.findByRole("table", { name: "List of deliveries" });
  clickName("Send failed ones again…");
  const dialog = await screen.findByRole("dialog", { name: "Send failed deliveries again" });
  const webhook = within(dialog).getByRole<HTMLInputElement>("combobox", { name: "Webhook" });
  expect(webhook.value).toBe("w2");
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  await screen.findByText("Nothing failed in that time");
  expect(askedOf("/v1/webhookReplay")).toMatchObject([{ webhookId: "w2", since: failingSince }]);
});

test("if the URL names a deleted webhook, an existing one is offered for sending again", async () => {
  const { askedOf } = await show(
    { ...deliveries(testDelivery()), "/v1/webhookReplay": () => ({ replayed: 1 }) },
    "&webhook=gone",
  );
  await screen.findByRole("table", { name: "List of deliveries" });
  clickName("Send failed ones again…");
  const dialog = await screen.findByRole("dialog", { name: "Send failed deliveries again" });
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  await screen.findByText("1 delivery is sent again");
  expect(askedOf("/v1/webhookReplay")).toMatchObject([{ webhookId: "w1" }]);
});

test("a refusal is shown, and the selection is kept", async () => {
  const msg = "This webhook is switched off: please switch it on first.";
  await show({
    ...deliveries(testDelivery()),
    "/v1/webhookReplay": () => new Refused(409, msg, { reason: "webhookDisabled" }),
  });
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Select order\.paid of / }));
  await screen.findByText("1 selected");
  clickName("Send again");
  await screen.findByText(msg);
  screen.getByText("1 selected");
});

test("deliveries of a webhook deleted meanwhile are deselected, and the rest can be sent", async () => {
  const late = testDelivery({ id: "d2", webhookId: "w2", event: "traffic.low" });
  const msg = "There is no such delivery in this account; they are kept for 30 days.";
  let [gone, out] = [false, new Set<string>()];
  const { askedOf } = await show({
    "/v1/webhookDeliveries": () => pageOf(gone ? [testDelivery()] : [testDelivery(), late]),
    "/v1/webhooks": () => ({
      items: gone ? [testHook()] : [testHook(), testHook({ id: "w2", url: "https://b.example/" })],
      events: [],
    }),
    "/v1/webhookReplay": ({ ids }) => {
      const asked = String(ids).split(",");
      gone = true;
      if (asked.includes("d2") || out.has("d1")) {
        return new Refused(404, msg, { reason: "deliveryNotFound" });
      }
      out = new Set(asked);
      return { replayed: asked.length };
    },
  });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
  await screen.findByText("2 selected");
  clickName("Send again");
  await screen.findByText("1 delivery was deleted with its webhook and is no longer selected");
  await screen.findByText("1 selected");
  expect(screen.queryByText(msg)).toBeNull();
  clickName("Send again");
  await screen.findByText("1 delivery is sent again");
  expect(askedOf("/v1/webhookReplay")).toMatchObject([{ ids: "d1,d2" }, { ids: "d1" }]);
  // The delivery is too old, but its webhook still exists: shows the refusal itself.
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Select order\.paid of / }));
  await screen.findByText("1 selected");
  clickName("Send again");
  await screen.findByText(msg);
  screen.getByText("1 selected");
});

test("the list refreshes automatically while a delivery is waiting", async () => {
  speedUpIntervals();
  let row = broken;
  await show({ "/v1/webhookDeliveries": () => pageOf([row]) });
  const table = await screen.findByRole("table", { name: "List of deliveries" });
  await within(table).findByText("Waiting");
  row = { ...broken, status: "delivered", nextTryAt: null };
  await within(table).findByText("Delivered");
});
