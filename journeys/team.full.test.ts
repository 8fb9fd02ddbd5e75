/** Five people with five roles act for one account, in Chromium. */
import type { TeamRole } from "@turnpike/rules/team.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { openPrintedLink } from "./console-owner.ts";
import { type Customer, register, send, customerWithMoney } from "./customer.ts";
import { newestMail, openDevicePage, PASSWORD, signIn } from "./person.ts";
import { startWithConsole } from "./product.ts";
import { sharedBrowser } from "./shared.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const {
  product,
  customer: owner,
  page,
  troubles,
} = customerJourney(customerWithMoney(5_000), forTests(startWithConsole));
const roles: TeamRole[] = ["admin", "billing", "developer", "viewer"];
const people = new Map<TeamRole, { own: Customer; page: Page }>();

async function looksRight(shown: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await shown.setViewportSize({ width, height: 900 });
    expect([name, width, await axe(shown), await scrollsSideways(shown)]).toEqual([
      name,
      width,
      [],
      false,
    ]);
    const folder = process.env["PICTURES"];
    if (folder !== undefined) await shown.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await shown.setViewportSize({ width: 1440, height: 900 });
}

/** Follows the mailed link, signed in as the person who was invited, and accepts. */
async function accept(role: TeamRole): Promise<void> {
  const own = await register(product);
  await owner.ask("teamInvite", { email: own.email, role, password: PASSWORD });
  const { text } = await newestMail(product, own.email, /#invitation=/);
  const link = /\S+#invitation=[\w-]+/.exec(text)?.[0] ?? "";
  const shown = await openDevicePage(await sharedBrowser(), troubles);
  await signIn(shown, product.url, own);
  await shown.goto(link);
  await shown.getByRole("heading", { name: `${owner.email} invites you to their team` }).waitFor();
  await shown.getByRole("button", { name: "Accept" }).click();
  await shown.getByRole("button", { name: "Open the account" }).click();
  await shown.getByText(`You are working in the account of ${owner.email}`).waitFor();
  people.set(role, { own, page: shown });
}

test("an account of one person says nothing of a team but how to begin one (spec/accounts#teams)", async () => {
  await page.goto(`${product.url}/cli/setting?tab=team`);
  await page.getByText("Nobody else acts for this account").waitFor();
  expect(await page.getByRole("heading", { name: "Who did what" }).count()).toBe(0);
  await page.getByRole("button", { name: "Invite a person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill("later@example.com");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Invited, until").waitFor();
}, 60_000);

test("four people accept by mail, each enters with a role, and sees the owner's account", async () => {
  for (const role of roles) await accept(role);
  await page.goto(`${product.url}/cli/setting?tab=team`);
  for (const { own } of people.values()) await page.getByText(own.email).first().waitFor();
  await looksRight(page, "team");
  const viewer = people.get("viewer")?.page;
  if (viewer) await looksRight(viewer, "team-viewer");
}, 120_000);

/** Makes a call with the session that the page works with; the reason it is refused with. */
async function refusedAt(role: TeamRole, path: string, fields: object): Promise<string | null> {
  const shown = people.get(role)?.page as Page;
  const data = await shown.evaluate(
    async ([to, body]) => {
      const kept = Object.values({ ...sessionStorage }).find((value) => value.includes("team-"));
      const session = /team-[\w-]{43}/.exec(kept ?? "")?.[0];
      const answer = await fetch(to as string, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...(body as object), session }),
      });
      return ((await answer.json()) as { data: { reason?: string; scope?: string } }).data;
    },
    [path, fields] as const,
  );
  return data.reason === undefined ? null : `${data.reason} ${data.scope}`;
}

test("each sees what the role allows; the rest is refused (spec/accounts#roles)", async () => {
  const seen: Record<string, unknown> = {};
  for (const [role, { page: shown }] of people) {
    await shown.goto(`${product.url}/cli/home`);
    await shown.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    const guides = shown.getByRole("heading", { name: "Your first request" });
    await shown.getByText("Static credits").first().waitFor();
    const hasGuide = (await guides.count()) > 0;
    await shown.goto(`${product.url}/cli/setting`);
    await shown.getByRole("tab").first().waitFor();
    seen[role] = [hasGuide, await shown.getByRole("tab").allInnerTexts()];
  }
  expect(seen).toEqual({
    admin: [true, ["Team", "Sessions", "Cards", "Alerts", "Developers"]],
    billing: [false, ["Cards", "Alerts"]],
    developer: [false, ["Team", "Sessions", "Alerts", "Developers"]],
    viewer: [false, ["Alerts"]],
  });
  const key = ["/v1/apiKeyAdd", { name: "x", scopes: "read" }] as const;
  const language = ["/v1/upLang", { language: "en" }] as const;
  const order = [
    "/v1/order",
    { sku: "x", quantity: 1, method: "wallet", requestId: "team-order-1" },
  ] as const;
  const tried = async (role: TeamRole) => [
    await refusedAt(role, ...key),
    await refusedAt(role, ...language),
    await refusedAt(role, ...order),
  ];
  const unknownSku = "unknownSku undefined";
  expect(await tried("admin")).toEqual([null, null, unknownSku]);
  expect(await tried("billing")).toEqual(["roleScope null", "roleScope manage", unknownSku]);
  expect(await tried("developer")).toEqual(["roleScope null", null, "roleScope buy"]);
  expect(await tried("viewer")).toEqual(["roleScope null", "roleScope manage", "roleScope buy"]);
}, 60_000);

test("the owner sees who did what; a removal ends the session on the open page", async () => {
  const { own, page: shown } = people.get("developer") as { own: Customer; page: Page };
  const { members } = await owner.ask("team", {});
  const id = members.find(({ email }) => email === own.email)?.id ?? "";
  const { session } = await own.ask("teamEnter", { id });
  const made = { account: "TeamDev01", password: "secret77", trafficGb: 0 };
  expect((await send(product.url, "addSubUser", { ...made, session })).code).toBe(0);
  const order = { sku: "traffic-1", quantity: 1, method: "wallet", requestId: "team-order-2" };
  const bought = await send(product.url, "placeOrder", { ...order, session });
  expect(bought.data).toMatchObject({ reason: "roleScope" });
  await page.goto(`${product.url}/cli/setting?tab=team`);
  await page.getByRole("cell", { name: "TeamDev01" }).waitFor();
  await page.getByRole("button", { name: `Remove ${own.email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText(`${own.email} is no longer in the team`).waitFor();
  expect((await send(product.url, "member", { session })).code).toBe(300);
  // The page that worked in the team's account does so no more.
  await shown.reload();
  await shown
    .getByText(`You are working in the account of ${owner.email}`)
    .waitFor({ state: "detached" });
  expect((await own.ask("member", {})).teams).toEqual([]);
}, 60_000);

test("the console's page of the customer shows the people, and ends a person's sessions", async () => {
  const staff = await openDevicePage(await sharedBrowser(), troubles);
  await openPrintedLink(staff, product, "olga@operator.example");
  const { id } = await owner.ask("member", {});
  await staff.goto(new URL(`/customers/${id}?tab=security`, staff.url()).href);
  const { own } = people.get("billing") as { own: Customer };
  const row = staff.getByRole("row").filter({ hasText: own.email }).first();
  await row.waitFor();
  await looksRight(staff, "console-team");
  await row.getByRole("button", { name: new RegExp(own.email) }).click();
  await staff.getByRole("menuitem", { name: /sessions/i }).click();
  await staff
    .getByRole("dialog")
    .getByRole("button", { name: /sessions/i })
    .click();
  await expect
    .poll(async () => (await send(product.url, "member", { session: own.session })).code, {
      timeout: 15_000,
    })
    .toBe(300);
  expect((await owner.ask("member", {})).id).toBe(id);
  expect(troubles).toEqual([]);
}, 90_000);
