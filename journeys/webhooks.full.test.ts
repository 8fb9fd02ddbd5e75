/** Webhooks, from the dashboard to a customer's own program and back. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { buyTraffic, customerWithMoney } from "./customer.ts";
import { advance, openSettings } from "./person.ts";
import { adjustableClockProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's program that stores what it receives, and can be told to fail once. */
async function startReceiver(port: number) {
  const received: Received[] = [];
  let fails = false;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.statusCode = fails ? 500 : 204;
      response.end(fails ? "out of order" : "");
      fails = false;
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${port}`,
    received,
    of: (type: string) =>
      received.filter(({ body }) => (JSON.parse(body) as { type: string }).type === type),
    failOnce: () => {
      fails = true;
    },
    stop: () => server.close(),
  };
}

/** Whether it is signed with this secret, according to Standard Webhooks. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const mac = createHmac("sha256", key).update(signed).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${mac}`);
}

const { product, page, customer, troubles } = customerJourney(
  customerWithMoney(100_000),
  borrowed(adjustableClockProduct),
);
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let secret = "";
beforeAll(async () => {
  receiver = await startReceiver(product.ports.own?.[0] ?? 0);
});
afterAll(() => receiver?.stop());

const button = (name: string) => page.getByRole("button", { name, exact: true });

it("a webhook is added in the browser, its secret is shown, and a signed test arrives", async () => {
  await openSettings(page, product.url, "developers");
  await button("Add a webhook").click();
  const url = `http://${receiver.address}/hook`;
  await page.getByLabel("Address", { exact: true }).fill(url);
  await button("Add").click();
  const ready = page.getByRole("dialog", { name: "Your webhook is ready" });
  secret = (await ready.getByRole("region", { name: "Secret" }).innerText()).trim();
  expect(secret).toMatch(/^whsec_/);
  expect(await axe(page)).toEqual([]);
  await ready.getByRole("button", { name: "Done" }).click();
  await button(`Send test: ${url}`).click();
  await page.getByText(/^The test arrived: 204 in /).waitFor();
  const [ping, ...others] = receiver.of("ping");
  expect(others).toEqual([]);
  expect(ping && isSigned(ping, secret)).toBe(true);
});

it("a webhook reports a purchase once, signed", async () => {
  await buyTraffic(customer, 3);
  const [paid] = await waitFor("order.paid arrives", () => {
    const told = receiver.of("order.paid");
    return told.length > 0 && told;
  });
  expect(paid && isSigned(paid, secret)).toBe(true);
  const { data } = JSON.parse(paid?.body ?? "{}") as { data: { orderNo?: string } };
  const { items } = await customer.ask("orderList", {});
  expect(items.map(({ orderNo }) => orderNo)).toContain(data.orderNo);
});

it("a delivery that got a 500 is retried with the same id and arrives", async () => {
  receiver.failOnce();
  await buyTraffic(customer, 2);
  await waitFor("the first try has failed", async () => {
    const { items } = await customer.ask("webhookDeliveries", { status: "waiting" });
    return items[0]?.tries === 1;
  });
  await advance(product, 6);
  const told = await waitFor(
    "the second try",
    () => receiver.of("order.paid").length === 3 && receiver.of("order.paid"),
    20_000,
  );
  const [, failed, again] = told;
  expect(again?.headers["webhook-id"]).toBe(failed?.headers["webhook-id"]);
  expect(again?.body).toBe(failed?.body);
  expect(again && isSigned(again, secret)).toBe(true);
});

it("a delivery shows both attempts and is sent again with one click", async () => {
  const eventId = String(receiver.of("order.paid")[2]?.headers["webhook-id"]);
  const find = async () => {
    const { items } = await customer.ask("webhookDeliveries", { event: "order.paid" });
    return items.find((each) => each.eventId === eventId);
  };
  const delivery = await waitFor("it counts as delivered", async () => {
    const found = await find();
    return found?.status === "delivered" && found;
  });
  await page.goto(`${product.url}/cli/setting?tab=developers&delivery=${delivery.id}`);
  const drawer = page.getByRole("dialog", { name: "Delivery" });
  const tries = drawer.getByRole("region", { name: "Tries" }).getByRole("listitem");
  await tries.nth(1).waitFor();
  expect(await tries.nth(0).innerText()).toMatch(/^204/);
  expect(await tries.nth(1).innerText()).toMatch(/^500[\s\S]*out of order/);
  expect(await drawer.getByRole("region", { name: "Body" }).innerText()).toContain('"order.paid"');
  expect(await axe(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Send again" }).click();
  await page.getByText("1 delivery is sent again").waitFor();
  const sent = await waitFor("it arrives once more", () => receiver.of("order.paid")[3]);
  expect(sent.headers["webhook-id"]).toBe(eventId);
  expect(isSigned(sent, secret)).toBe(true);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  expect(await scrollsSideways(page)).toBe(false);
  expect(troubles).toEqual([]);
});

it("deliveries are filtered, and the webhook's secret is renewed and the webhook deleted", async () => {
  await page.goto(`${product.url}/cli/setting?tab=developers&event=ping`);
  const list = page.getByRole("list", { name: "List of deliveries" });
  await list.getByText("ping", { exact: true }).waitFor();
  expect(await list.getByText("order.paid", { exact: true }).count()).toBe(0);
  const url = `http://${receiver.address}/hook`;
  await button(`Actions for ${url}`).click();
  await page.getByRole("menuitem", { name: "Show secret" }).click();
  await button("Renew secret").click();
  const asked = page.getByRole("dialog", { name: "Renew the secret?" });
  await asked.getByRole("button", { name: "Renew secret" }).click();
  await page.getByText(/two signatures/).waitFor();
  const shown = page.getByRole("region", { name: "Secret", exact: true });
  const renewed = (await shown.innerText()).trim();
  expect(renewed).not.toBe(secret);
  await button("Done").click();
  await button(`Send test: ${url}`).click();
  await page.getByText(/^The test arrived: 204 in /).waitFor();
  const ping = receiver.of("ping").at(-1);
  expect(ping && isSigned(ping, secret) && isSigned(ping, renewed)).toBe(true);
  await button(`Actions for ${url}`).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete the webhook?" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No webhook yet").waitFor();
});
