/** Test data for webhooks and deliveries, and a helper that shows their tab. */
import { screen } from "@testing-library/react";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { DevelopersTab } from "./DevelopersTab.tsx";
import type { Delivery, Webhook } from "./webhook-text.ts";

/** A working webhook subscribed to every event, with overrides. */
export function testHook(other: Partial<Webhook> = {}): Webhook {
  return {
    id: "w1",
    url: "https://shop.example/hook",
    description: "",
    events: [],
    enabled: true,
    disabledBy: null,
    createdAt: "2026-11-20T08:00:00Z",
    lastAt: null,
    lastDelivered: null,
    failingSince: null,
    waiting: 0,
    ...other,
  };
}

/** A delivery that succeeded at the first attempt, with overrides. */
export function testDelivery(other: Partial<Delivery> = {}): Delivery {
  const at = "2026-11-21T10:00:00.000Z";
  return {
    id: "d1",
    webhookId: "w1",
    url: "https://shop.example/hook",
    eventId: "msg_1",
    event: "order.paid",
    at,
    status: "delivered",
    tries: 1,
    nextTryAt: null,
    body: '{"type":"order.paid","data":{"orderNo":"T1"}}',
    attempts: [{ at, status: 200, ms: 45, error: "", answer: "thanks" }],
    ...other,
  };
}

/** A page of deliveries in the API's format. */
export const pageOf = (items: readonly Delivery[]) => ({
  items,
  total: items.length,
  page: 1,
  limit: 10,
});

/** Shows the tab; `query` is appended to the URL after the tab's name. */
export async function showDevelopers(more: Answers = {}, query = "") {
  const answers: Answers = {
    "/v1/member": () => testUser(),
    "/v1/apiKeys": () => ({ items: [] }),
    "/v1/webhooks": () => ({ items: [testHook()], events: [] }),
    "/v1/webhookDeliveries": () => pageOf([]),
    ...more,
  };
  const path = `/cli/setting?tab=developers${query}`;
  const shown = await showScreen({ screen: DevelopersTab, area: "webhooks", path, answers });
  await screen.findByRole("heading", { name: "Webhooks" });
  return shown;
}
