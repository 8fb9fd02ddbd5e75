/** What the console's calls that read answer, with a secret of every kind planted before. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { staffRoles } from "@turnpike/rules/staff.ts";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));
const customer = forTests(() => api.register());
const reason = "a test";
/** Secrets by what they are. */
const planted = new Map<string, string>();
const plant = (what: string, secret: unknown) => {
  if (typeof secret !== "string" || secret.length < 8) throw new Error(`${what}: no secret`);
  planted.set(what, secret);
  return secret;
};
const own = async (name: CallName, fields: object = {}) => {
  const { code, data } = await api.send(name, { session: customer.session, ...fields } as never);
  if (code !== 0) throw new Error(`${name}: ${code} ${JSON.stringify(data)}`);
  return data as Record<string, never>;
};

/** What a customer has that nobody else may read. */
async function plantCustomers(): Promise<void> {
  await api.topUp(customer.session, 2_000_000);
  const plan = { sku: "ip-enterprise", quantity: 10_000, method: "wallet" };
  await own("placeOrder", { ...plan, requestId: "plant-order" });
  const { session: _own, email: account } = customer;
  const grant = { account, reason, asset: "traffic", amount: 50_000_000_000 };
  await owner.get("customerGrant", { ...grant, requestId: "plant-traffic" });
  plant("session", customer.session);
  plant("access key", (await own("member"))["accessKey"]);
  const password = plant("proxy password", "Kanary77Pass");
  await own("addSubUser", { account: "Kanary01", password, trafficGb: 1 });
  plant("rotation link", (await own("subUsers"))["items"]?.[0]?.["rotateToken"]);
  plant("API key", (await own("apiKeyAdd", { name: "all", scopes: "read,buy" }))["key"]);
  const url = `https://hooks.example.com/${plant("webhook's path", "kanaryhookpath")}?s=abcdefgh`;
  plant("webhook's secret", (await own("webhookAdd", { url }))["secret"]);
  const made = (await own("cdkeyMake", { kind: "traffic", amount: 1, count: 1 }))["items"];
  plant("CDKey", (made as unknown as { code: string }[])[0]?.code);
  const link = String(
    (await own("apiLinkAdd", { plan: "ip", country: "DE", num: 1, hours: 1 }))["url"],
  );
  plant("extraction link", new URL(link).searchParams.get("token"));
  plant("app's secret", (await own("mfaSecret"))["secret"]);
  const [payment] = (await owner.get("customerPayments", { account })).items;
  const refund = { name: payment?.id, cents: 100, reason, requestId: "plant-refund" };
  const { id } = await owner.get("refund", refund);
  const claim = plant("where a refund is collected", "kanarypullpayment");
  await sql`update refund set claim_url = ${`https://pay.example.com/pull-payments/${claim}xyz1`}
    where id = ${id}`.execute(api.db);
}

/** What the operator has. */
async function plantOperators(): Promise<void> {
  const login = plant("upstream's login", "kanarylogin77");
  const secret = plant("upstream's password", "kanarysecret88");
  const upstream = {
    name: "acme",
    preset: "oxylabs",
    login: { login },
    secret,
    provenance: "test",
  };
  const hosts = ["gate.example.com:7777"];
  await owner.get("upstreamAdd", { file: JSON.stringify({ ...upstream, hosts }), reason });
  const mail = { host: "mail.example.com", port: 587, user: "mailer" };
  await owner.get("mailServerSet", { ...mail, password: plant("mail password", "kanarymail66") });
  const keys = { PAYPAL_CLIENT_ID: "client", PAYPAL_WEBHOOK_ID: "hook" };
  const values = { ...keys, PAYPAL_SECRET: plant("payment key", "kanarypaypal55") };
  await owner.get("paymentKeysSet", { method: "paypal", values, reason });
  const token = plant("bot's token", `123456:${"kanarybot".repeat(4)}`);
  await owner.get("notifyAdd", { place: `telegram:${token}@-100`, on: [], reason });
  const hook = plant("alert's path", "kanaryalertpath");
  await owner.get("notifyAdd", {
    place: `webhook:https://chat.example.com/${hook}`,
    on: [],
    reason,
  });
  const node = { name: "far1", region: "eu", host: "far.example.com" };
  const { join } = await owner.get("nodeAdd", node);
  plant("join line", join.slice(-24));
  const { link } = await owner.get("staffAdd", { email: "new@example.com", role: "support" });
  plant("staff link", link.split("#link=")[1]);
  plant("console session", owner.cookie.split("=")[1]);
}

/** What the calls may ask for; what they do not take is ignored. */
const asked = (): Partial<Record<ConsoleCallName, object>> => ({
  upstreamShow: { name: "acme" },
  mailTextShow: { name: "welcome", lang: "en" },
  revenue: { from: "2026-01-01", to: "2026-01-31" },
  margin: { from: "2026-01-01", to: "2026-01-31" },
  customerSearch: { query: "kanary" },
});

beforeAll(async () => {
  await plantCustomers();
  await plantOperators();
});

it("No call of the console that reads shows a secret, to any role", async () => {
  const shown: string[] = [];
  let answered = 0;
  for (const role of staffRoles) {
    const person = await api.person(role);
    for (const name of Object.keys(consoleCalls) as ConsoleCallName[]) {
      const { access, act } = consoleCalls[name];
      if (act || access === "visitor" || name === "signOut" || name === "mfaStart") continue;
      const fields = { account: customer.id, ...asked()[name] };
      const answer = await person.ask(name, fields);
      if (answer.code === 0) answered += 1;
      const text = JSON.stringify(answer);
      for (const [what, secret] of planted)
        if (text.includes(secret)) shown.push(`${role}: ${name} shows the ${what}`);
    }
  }
  expect(shown).toEqual([]);
  expect(answered).toBeGreaterThan(120);
});

it("Nor does the view of a customer's dashboard", async () => {
  const support = await api.person("support");
  const { url } = await support.get("customerView", { account: customer.id, reason });
  const { session } = (await api.send("viewOpen", { token: url.split("#view=")[1] ?? "" })).data;
  const shown: string[] = [];
  for (const name of Object.keys(calls) as CallName[]) {
    const call = calls[name];
    if (!call.allowedInStaffView || call.events || name === "viewEnd") continue;
    const answer = await api.send(name, { ...call.example.request, session } as never);
    const again = await api.send(name, { session } as never);
    const text = JSON.stringify([answer, again]);
    for (const [what, secret] of planted)
      if (text.includes(secret)) shown.push(`${name} shows the ${what}`);
  }
  expect(shown).toEqual([]);
});
