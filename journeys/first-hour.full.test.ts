/**
 * An operator's first hour: from the printed link to exits, prices, the first customer's payment, a
 * refund, a withdrawal, a complaint and a drained node.
 */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { expect, test } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { bindMfa, button, heading, openPrintedLink, openScreen } from "./console-owner.ts";
import {
  type Customer,
  curl,
  customerOf,
  customerWithTraffic,
  register,
  send,
} from "./customer.ts";
import { operator } from "./operator.ts";
import { startWithConsole } from "./product.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { pageJourney } from "./journey.ts";

const OWNER = "olga@operator.example";
const { product, page: owner, troubles } = pageJourney(forTests(startWithConsole));
let inviter: Customer;
let buyer: Customer;
let orderNo: string;

/** Opens a row's menu and chooses an action; returns its dialog. */
async function openAct(row: string, act: string) {
  await button(owner, `Actions for ${row}`).click();
  await owner.getByRole("menuitem", { name: act, exact: true }).click();
  return owner.getByRole("dialog", { name: act, exact: true });
}
const rowOf = (text: string) => owner.getByRole("row").filter({ hasText: text });

/** Buys with an external payment method, and pays in the sandbox. */
async function buy(customer: Customer, quantity: number, method: "card" | "crypto") {
  const order = { sku: "traffic-standard", quantity, method };
  const placed = await customer.ask("placeOrder", order);
  const body = new URLSearchParams({ outcome: "paid" });
  expect((await fetch(`${placed.payUrl}/complete`, { method: "POST", body })).ok).toBe(true);
  return placed.order;
}

test("the printed link leads to setting a password and a second factor", async () => {
  await openPrintedLink(owner, product, OWNER);
  await bindMfa(owner, OWNER);
  await button(owner, "I have saved them").click();
  await heading(owner, "Overview");
});

test("exits are imported after a preview of changes and invalid lines", async () => {
  await openScreen(owner, "Exits");
  await button(owner, "Import exits").click();
  const dialog = owner.getByRole("dialog", { name: "Import exits" });
  const head = "ip,kind,country,state,city,isp,asn,product,provenance";
  const line = (ip: string, country: string) =>
    `${ip},local,${country},Madrid,Madrid,Example Net,64500,pool,"own network, RIPE assignment"`;
  const list = dialog.getByRole("textbox", { name: "List" });
  await list.fill([head, line("127.1.77.1", "ES"), line("127.1.77.2", "Spain")].join("\n"));
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("1 line is not valid. Correct it to go on.").waitFor();
  expect(await axe(owner)).toEqual([]);
  await list.fill([head, line("127.1.77.1", "ES"), line("127.1.77.2", "ES")].join("\n"));
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Import 2 changes" }).click();
  await dialog.waitFor({ state: "detached" });
  await owner.getByPlaceholder("Address, host, network, provenance").fill("127.1.77.");
  for (const ip of ["127.1.77.1", "127.1.77.2"]) await rowOf(ip).waitFor();
});

test("a price is set after a preview of what orders would cost", async () => {
  await openScreen(owner, "Products and prices");
  await button(owner, "Actions for traffic-standard").click();
  await owner.getByRole("menuitem", { name: "Price" }).click();
  const dialog = owner.getByRole("dialog", { name: "Price: traffic-standard" });
  await dialog.getByLabel("Unit price").fill("2.5");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("table").getByText("$2.50").first().waitFor();
  expect(await axe(owner)).toEqual([]);
  await dialog.getByRole("button", { name: "Set the price" }).click();
  await dialog.waitFor({ state: "detached" });
  await rowOf("traffic-standard").getByText("1+ $2.50").waitFor();
});

test("the first customer pays the new price and is refunded", async () => {
  inviter = await register(product);
  const { inviteCode } = await inviter.ask("shareInfo", {});
  const email = "first-customer@example.com";
  const fields = { email, password: "Passw0rd!x", agree: 1, inviteCode };
  const { data } = await send(product.url, "signup", fields);
  buyer = customerOf(product, email, data.session);
  const order = await buy(buyer, 4, "card");
  expect(order.amountCents).toBe(1_000);
  orderNo = order.orderNo;
  await openScreen(owner, "Orders");
  await rowOf(orderNo).getByText("$10.00").waitFor();
  await rowOf(orderNo).getByText("Paid").waitFor();
  const dialog = await openAct(orderNo, "Refund");
  await dialog.getByLabel("Reason").fill("Bought by mistake");
  await dialog.getByLabel(/^Type/).fill(orderNo);
  await dialog.getByRole("button", { name: "Refund" }).click();
  await dialog.getByText("$10.00").first().waitFor();
  expect(await axe(owner)).toEqual([]);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await rowOf(orderNo).getByText("Refunded").waitFor();
  expect((await buyer.ask("trafficInfo", {})).balanceBytes).toBe(0);
});

test("a withdrawal is marked as paid, and the inviter sees it", async () => {
  await buy(buyer, 100, "crypto");
  await buy(buyer, 100, "crypto");
  const { withdrawableCents } = await inviter.ask("shareInfo", {});
  const where = { contact: "t.me/me", walletAddress: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf" };
  await inviter.ask("getProfit", { amountCents: withdrawableCents, target: "crypto", ...where });
  await openScreen(owner, "Withdrawals");
  const row = rowOf(inviter.email);
  await row.getByText("Pending").waitFor();
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await owner.getByRole("menuitem", { name: "Mark as paid" }).click();
  const dialog = owner.getByRole("dialog", { name: "Mark as paid" });
  await dialog.getByLabel(/^Type/).fill(inviter.email);
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await dialog.waitFor({ state: "detached" });
  await row.getByText("Paid", { exact: true }).waitFor();
  const info = await inviter.ask("shareInfo", {});
  expect(info).toMatchObject({ withdrawableCents: 0, cashedOutCents: withdrawableCents });
});

test("a complaint is traced to the customer, a case is opened, and a target is blocked", async () => {
  const traced = await customerWithTraffic(product);
  const proxy = `http://${traced.account}:${traced.password}@${product.gateway}`;
  const { out } = await curl("-x", proxy, `${product.target}/ip`);
  const { ip: exit } = JSON.parse(out) as { ip: string };
  const seenAt = new Date().toISOString();
  await owner.getByRole("link", { name: "Trace", exact: true }).click();
  await heading(owner, "Trace");
  await owner.getByLabel("Exit address").fill(exit);
  await owner.getByLabel("Time", { exact: true }).fill(seenAt);
  await button(owner, "Trace").click();
  await owner.getByText("This field is required").waitFor();
  await owner.getByLabel("Reason").fill("Complaint 7");
  const mine = owner.getByRole("row").filter({ hasText: traced.customer.email });
  const look = async () => {
    await button(owner, "Trace").click();
    await owner.getByRole("heading", { name: "Connections" }).waitFor();
    return (await mine.count()) > 0;
  };
  await waitFor("the gateway has sent its line", look, 10_000, 500);
  expect(await axe(owner)).toEqual([]);
  await mine.first().getByRole("button", { name: "Open a case" }).click();
  const dialog = owner.getByRole("dialog", { name: "Open a case" });
  await dialog.getByLabel("Reported by").fill("cert@example.org");
  await dialog.getByRole("button", { name: "Open a case" }).click();
  const title = new RegExp(`^Case \\d+: Complaint about ${exit}$`);
  await owner.getByRole("heading", { level: 1, name: title }).waitFor();
  await owner.getByRole("link", { name: traced.customer.email }).waitFor();
  expect(await axe(owner)).toEqual([]);
  await button(owner, "Block a target").click();
  const block = owner.getByRole("dialog", { name: "Block a target" });
  await block.getByLabel("Target", { exact: true }).fill("scanned.example");
  await block.getByRole("button", { name: "Block a target" }).click();
  await block.waitFor({ state: "detached" });
  await owner.getByRole("link", { name: "Blocked targets" }).click();
  const blocked = owner.getByRole("row").filter({ hasText: "scanned.example" });
  await blocked.filter({ hasText: traced.customer.email }).waitFor();
  expect(await scrollsSideways(owner)).toBe(false);
});

test("a node is drained and offered again", async () => {
  await openScreen(owner, "Nodes");
  const drain = await openAct("local", "Drain");
  await drain.getByRole("button", { name: "Drain" }).click();
  await rowOf("local").getByText("Draining").waitFor();
  const again = await openAct("local", "Offer again");
  await again.getByRole("button", { name: "Offer again" }).click();
  await rowOf("local").getByText("Draining").waitFor({ state: "detached" });
});

test("the audit log lists every action, and the accounting is consistent", async () => {
  await openScreen(owner, "Audit log");
  const acts = [
    "Imported exits",
    "Set a price",
    "Refunded",
    "Decided a withdrawal",
    "Traced an exit",
    "Blocked a target",
    "Drained a node or offered it again",
  ];
  for (const act of acts) await rowOf(act).filter({ hasText: OWNER }).first().waitFor();
  expect(await operator(product, "verify")).toMatchObject({ code: 0 });
  expect(troubles).toEqual([]);
});
