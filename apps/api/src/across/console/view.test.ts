import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isViewable } from "@turnpike/contract/call.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { dumpOf } from "../../platform/db/testing.ts";
import { operateJson } from "../operator/testing.ts";
import { type Person, startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const support = forTests(() => api.person("support"));
const customer = forTests(() => api.register());
beforeAll(async () => {
  await api.topUp(customer.session, 5_000);
});

const MINUTE = 60_000;
const wait = (ms: number) => {
  const { world } = api.services;
  world.setOffset(world.offsetMs() + ms);
};
async function linkOf(who: Person): Promise<string> {
  const { url } = await who.get("customerView", { account: customer.email, reason: "a question" });
  expect(url.startsWith(`${api.services.env.publicUrl}/index/loading#view=`)).toBe(true);
  return url.split("#view=")[1] ?? "";
}
const open = async (token: string) => api.send("viewOpen", { token });
const viewBy = async (who: Person) => (await open(await linkOf(who))).data.session;
const codeOf = async (session: string) => (await api.send("member", { session })).code;

/** Makes a call as JSON, like a browser; of a stream it reads only the start. */
async function ask(name: CallName, fields: object): Promise<{ code: number; reason?: string }> {
  const leave = new AbortController();
  const answer = await fetch(api.url + calls[name].path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
    signal: leave.signal,
  });
  if (answer.headers.get("content-type")?.includes("event-stream")) {
    leave.abort();
    return { code: 0 };
  }
  const { code, data } = (await answer.json()) as { code: number; data: { reason?: string } };
  return { code, ...(data?.reason ? { reason: data.reason } : {}) };
}

/** Calls allowed in a view besides those a key may read. */
const alsoRead = new Set<CallName>([
  "sessions",
  "cards",
  "loginLog",
  "apiKeys",
  "team",
  "teamActs",
  "cancelInfo",
  "mfaApp",
  "loginOptions",
  "priceList",
  "staticPrices",
  "viewEnd",
]);

describe("viewing as the customer (spec/console#view)", () => {
  it("works for disabled accounts, and from the command line", async () => {
    const { email } = await api.register();
    await operateJson(api.services, "account", "disable", email);
    const link = ["account", "view", email, "--reason", "asks why"];
    const { said } = await operateJson(api.services, ...link);
    const opened = await open(String(said.url).split("#view=")[1] ?? "");
    expect(opened.data.email).toBe(email);
    expect(await codeOf(opened.data.session)).toBe(0);
    expect((await operateJson(api.services, ...link.slice(0, 3))).code).toBe(2);
  });

  it("shows masked secrets and refuses every call that changes something (spec/accounts#secrets-shown)", async () => {
    const session = await viewBy(support);
    const member = (await api.send("member", { session })).data;
    expect(member).toMatchObject({ id: customer.id, email: customer.email, walletCents: 5_000 });
    expect(member.accessKey).toBe("••••••••");
    expect((await api.send("ipPassInfo", { session })).data.password).toBe("••••••••");
    const before = await dumpOf(api.db);
    const wrong: string[] = [];
    const names = (Object.keys(calls) as CallName[]).filter((name) => name !== "viewEnd");
    for (const name of names) {
      const call = calls[name];
      const mayRead = call.access === "read" || alsoRead.has(name);
      if (mayRead && !call.allowedInStaffView)
        wrong.push(`${name}: reads; why does its contract keep the view out?`);
      if (!mayRead && call.allowedInStaffView)
        wrong.push(`${name}: if it changes nothing, name it in alsoRead, above`);
      // Calls that change something are refused whatever they are sent; calls that read are refused
      // only if their fields change something.
      const fields = mayRead ? call.example.request : {};
      const { reason } = await ask(name, { ...fields, session });
      if ((reason !== "viewOnly") !== isViewable(call, fields))
        wrong.push(`${name}: the view was ${reason === "viewOnly" ? "refused" : "answered"}`);
    }
    expect(wrong).toEqual([]);
    const after = await dumpOf(api.db);
    const sorted = (dump: Map<string, string[]>, table: string) =>
      (dump.get(table) ?? []).toSorted();
    const changed = [...after.keys()].filter(
      (table) => JSON.stringify(sorted(after, table)) !== JSON.stringify(sorted(before, table)),
    );
    expect(changed).toEqual([]);
    expect(names.filter((name) => !calls[name].allowedInStaffView).length).toBeGreaterThan(70);
    expect(await ask("ipPassInfo", { session, password: "abcdef1" })).toMatchObject({ code: 403 });
  }, 60_000);

  it("is recorded in both logs; the customer's does not show the staff member's IP address", async () => {
    const { items } = (await api.send("loginLog", { session: customer.session })).data;
    expect(items[0]).toMatchObject({ event: "viewed", ip: "", agent: "", current: false });
    const owner = await api.person("owner");
    const log = (await owner.get("auditList", { account: customer.id })).items;
    expect(log.slice(0, 2)).toMatchObject([
      { action: "account.viewOpen", actor: support.email, ip: "127.0.0.1" },
      { action: "account.view", actor: support.email, reason: "a question" },
    ]);
    expect(JSON.stringify(log)).not.toContain("#view=");
  });

  it("opens once and within two minutes, for roles with the permission", async () => {
    const token = await linkOf(support);
    expect((await open(token)).code).toBe(0);
    expect((await open(token)).data.reason).toBe("viewLinkInvalid");
    const late = await linkOf(support);
    wait(2 * MINUTE + 1);
    expect((await open(late)).data.reason).toBe("viewLinkInvalid");
    expect((await open("x".repeat(43))).data.reason).toBe("viewLinkInvalid");
    const viewer = await api.person("viewer");
    const asked = { account: customer.email, reason: "curious" };
    expect((await viewer.ask("customerView", asked)).refused.permission).toBe("customers.view");
    expect((await support.ask("customerView", { ...asked, reason: "" })).code).toBe(400);
  });

  it("ends after half an hour, on request, and with the staff member's session or role", async () => {
    const session = await viewBy(support);
    wait(29 * MINUTE);
    expect(await codeOf(session)).toBe(0);
    wait(MINUTE + 1);
    expect(await codeOf(session)).toBe(300);
    const ended = await viewBy(support);
    await api.send("viewEnd", { session: ended });
    expect(await codeOf(ended)).toBe(300);
    expect(await codeOf(customer.session)).toBe(0);
    const other = await api.person("support");
    const [unused, theirs] = [await linkOf(other), await viewBy(other)];
    await other.get("signOut");
    expect(await codeOf(theirs)).toBe(300);
    expect((await open(unused)).data.reason).toBe("viewLinkInvalid");
    const owner = await api.person("owner");
    const moved = await api.person("support");
    const seen = await viewBy(moved);
    const { me } = await moved.get("whoAmI");
    await owner.get("staffRole", { id: me.id, role: "viewer", reason: "test" });
    expect(await codeOf(seen)).toBe(300);
  });
});
