/**
 * A charge-back of money already spent, at a real gateway and in a browser (spec/money#arrears,
 * F2): traffic continues for one day, then 402; paying restores everything.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeAll, expect, it } from "vitest";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { buyTraffic, curl, register } from "./customer.ts";
import { advance, newestMail } from "./person.ts";
import { adjustableClockProduct } from "./shared.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const product = borrowed(adjustableClockProduct);
const { customer, page } = customerJourney(register, product);
let payUrl: string;
let proxy: string;
let staticProxy: string;
const sub = { account: "arrears1", password: "secret123" };

const complete = (url: string, how: "complete" | "refund") =>
  fetch(`${url}/${how}`, { method: "POST", body: new URLSearchParams({ outcome: "paid" }) });

beforeAll(async () => {
  await customer.ask("upTokenCache", { minutes: 0 });
  ({ payUrl } = await customer.ask("recharge", { amountCents: 20_000, method: "card" }));
  await complete(payUrl, "complete");
  await buyTraffic(customer, 10);
  await customer.ask("addSubUser", { ...sub, trafficGb: 1 });
  const place = { country: "DE", city: "berlin", num: 1, days: 30, pay: "wallet" } as const;
  const { items } = await customer.ask("staticUse", place);
  const [door] = items;
  proxy = `${sub.account}:${sub.password}@${product.gateway}`;
  staticProxy = `${door?.account}:${door?.password}@${door?.host}:${door?.port}`;
});

/** Requests a page through a proxy; returns the status and the reason. */
async function through(by: string): Promise<string> {
  const { out } = await curl("-i", "-x", by, `${product.target}/ip`);
  return `${out.split(" ")[1]} ${/\((\w+)\)\s*$/.exec(out)?.[1] ?? ""}`.trim();
}

/** Opens a tunnel that stays open. */
async function tunnel(): Promise<{ socket: Socket; closed: () => boolean }> {
  const socket = connect(product.ports.gateway, "127.0.0.1");
  let closed = false;
  socket.on("close", () => (closed = true)).on("error", () => undefined);
  const auth = Buffer.from(`${sub.account}:${sub.password}`).toString("base64");
  const host = `127.0.0.1:${product.ports.target}`;
  socket.write(
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: Basic ${auth}\r\n\r\n`,
  );
  const [head] = (await once(socket, "data")) as [Buffer];
  expect(head.toString("latin1")).toMatch(/^HTTP\/1\.1 200/);
  socket.resume();
  return { socket, closed: () => closed };
}

it("An account in arrears is notified on the dashboard and by mail, and keeps its traffic for a day", async () => {
  expect(await through(`http://${proxy}`)).toBe("200");
  await complete(payUrl, "refund");
  await page.goto(`${product.url}/cli/setting`);
  await page
    .getByText(/Your account owes \$/)
    .first()
    .waitFor();
  await newestMail(product, customer.email, /Your account owes \$/);
  const order = { sku: "traffic-standard", quantity: 1, method: "wallet" } as const;
  expect((await customer.try("placeOrder", order)).data.reason).toBe("inArrears");
  expect(await through(`http://${proxy}`)).toBe("200");
  expect(await through(`http://${staticProxy}`)).toBe("200");
});

it("An account in arrears gets 402 after 24 hours, and its open tunnels are closed", async () => {
  const open = await tunnel();
  await advance(product, 86_400 - 600);
  expect(await through(`http://${proxy}`)).toBe("200");
  expect(open.closed()).toBe(false);
  await advance(product, 601);
  await waitFor("the tunnel is cut", () => open.closed(), 2_000);
  expect(await through(`http://${proxy}`)).toBe("402 inArrears");
  expect(await through(`http://${staticProxy}`)).toBe("402 inArrears");
  const socks = await curl("-x", `socks5h://${proxy}`, `${product.target}/ip`);
  expect(socks.code).not.toBe(0);
});

it("An account that pays its arrears from the banner has traffic again within 2 s", async () => {
  await page.goto(`${product.url}/cli/cdkey`);
  await page.getByRole("link", { name: /^Pay \$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().waitFor();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.locator("form").getByRole("button", { name: /^Pay/ }).last().click(),
  ]);
  await tab.waitForURL(/\/pay\//);
  await complete(tab.url(), "complete");
  await waitFor("traffic passes", async () => (await through(`http://${proxy}`)) === "200", 2_000);
  expect(await through(`http://${staticProxy}`)).toBe("200");
  await tab.close();
  await waitFor("the banner is gone", async () => {
    return (await page.getByText(/Your account owes \$/).count()) === 0;
  });
  expect((await customer.ask("member", {})).arrears).toBeNull();
});
