import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { expect, test } from "vitest";
import { axe, faultsOf } from "./browser.ts";
import { button, heading, openPrintedLink } from "./console-owner.ts";
import { curl, customerWithTraffic } from "./customer.ts";
import { operator } from "./operator.ts";
import { startWithConsole } from "./product.ts";
import { borrowed, forTests } from "@turnpike/net/testing/for-tests.ts";
import { pageJourney, customerJourney } from "./journey.ts";

const product = forTests(startWithConsole);
const who = borrowed(() => customerWithTraffic(product));
const { page: owner, troubles } = pageJourney(product);
const { page: buyer, troubles: buyersTroubles } = customerJourney(
  async () => who.customer,
  product,
);

/** The status line that answers a CONNECT to `host`. */
async function answerTo(host: string): Promise<string> {
  const proxy = `http://${who.account}:${who.password}@${product.gateway}`;
  const { err } = await curl("-v", "-m", "15", "-x", proxy, `https://${host}/`);
  return /^< (HTTP\/1\.1 .*?)\r?$/m.exec(err)?.[1] ?? err;
}
const refused = /^HTTP\/1\.1 403 .*target policy/;

test("a list is imported in the console and refused nowhere until it says where", async () => {
  await openPrintedLink(owner, product, "olga@operator.example");
  await owner.goto(new URL("/target-policy", owner.url()).href);
  await heading(owner, "Target policy");
  await button(owner, "Import a list").click();
  const dialog = owner.getByRole("dialog", { name: "Import a list" });
  await dialog.getByLabel("Name of the list").fill("banks");
  await dialog
    .getByLabel("List", { exact: true })
    .fill("bank.example\n||savings.example^\n1.2.3.4");
  await dialog.getByRole("button", { name: "Import a list" }).click();
  await owner.getByText("Names: 2. Lines left out: 1").waitFor();
  expect(await answerTo("www.bank.example")).not.toMatch(refused);

  await button(owner, "Where it counts").first().click();
  const where = owner.getByRole("dialog", { name: "Where it counts" });
  await where.getByLabel("Pools and products").fill("all");
  await where
    .getByLabel("Refused to")
    .selectOption({ label: "Accounts without an approved identity" });
  await where.getByRole("button", { name: "Where it counts" }).click();
  await owner.getByRole("cell", { name: "Everywhere" }).waitFor();
  expect(await faultsOf(owner)).toEqual([]);
});

test("curl prints the reason, and the request log names the list and what to do", async () => {
  await waitFor("gateways have the list", async () =>
    refused.test(await answerTo("www.bank.example")),
  );
  expect(await answerTo("savings.example")).toMatch(refused);
  expect(await answerTo("bank.example.org")).not.toMatch(refused);
  await waitFor("the log has it", async () => {
    const { items } = await who.customer.ask("requestLog", { outcome: "refused" });
    return items.some(({ reason, detail }) => reason === "targetPolicy" && /banks/.test(detail));
  });
  await buyer.goto(`${product.url}/cli/request-log?outcome=refused`);
  await buyer.getByText("savings.example").first().click();
  const drawer = buyer.getByRole("dialog");
  await drawer.getByText("The provider does not offer this target").waitFor();
  await drawer.getByText("Some lists are open to accounts with an approved identity").waitFor();
  expect(await axe(buyer)).toEqual([]);
});

test("an approved identity is spared within two seconds; the rest of the list's life too", async () => {
  const ran = await operator(product, "identity", "approve", who.customer.email);
  expect(ran.error).toBe("");
  await waitFor("the account is spared", async () => !refused.test(await answerTo("bank.example")));
  await button(owner, "Where it counts").first().click();
  const where = owner.getByRole("dialog", { name: "Where it counts" });
  await where.getByLabel("Refused to").selectOption({ label: "Everybody" });
  await where.getByRole("button", { name: "Where it counts" }).click();
  await waitFor("everybody is refused", async () => refused.test(await answerTo("bank.example")));
  await button(owner, "Remove").first().click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await waitFor("it is reachable", async () => !refused.test(await answerTo("bank.example")));
  expect([...troubles, ...buyersTroubles]).toEqual([]);
});
