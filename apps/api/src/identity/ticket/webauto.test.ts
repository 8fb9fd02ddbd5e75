import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { ticketJobs } from "./jobs.ts";
import { askFrom, type Customer, startShop } from "../session/testing.ts";

const shop = forTests(() => startShop({ PUBLIC_URL: "https://proxies.example.com" }));

const ticketOf = async (customer: Customer) => (await customer.get("webauto")).ticket ?? "";
const use = (ticket: string) => shop.ask("webauto", { ticket });
const refused = { code: 410, refused: { reason: "ticketExpired" } };

describe("webauto (spec/sign-in#linked-devices): exchanges a session for a ticket and a ticket for a session", () => {
  it("returns a 256-bit ticket behind the # of the landing page, valid for a minute", async () => {
    const customer = await shop.customer();
    const { ticket = "", url, expiresAt = "", session, user } = await customer.get("webauto");
    expect(Buffer.from(ticket, "base64url")).toHaveLength(32);
    expect(url).toBe(`https://proxies.example.com/index/loading#ticket=${ticket}`);
    const left = Date.parse(expiresAt) - shop.services.world.now();
    expect(left).toBeGreaterThan(55_000);
    expect(left).toBeLessThanOrEqual(60_000);
    expect([session, user]).toEqual([undefined, undefined]);
    const { rows } = await sql<{ row: string }>`select t::text as row from ticket t`.execute(
      shop.db,
    );
    const dump = rows.map(({ row }) => row).join("\n");
    expect(dump).not.toContain(ticket);
    expect(dump).not.toContain(Buffer.from(ticket).toString("hex"));
    expect(dump).not.toContain(Buffer.from(ticket, "base64url").toString("hex"));
  });

  it("signs in with a ticket: opens a separate session, logged as auto", async () => {
    const customer = await shop.customer();
    const { data } = await use(await ticketOf(customer));
    expect(data.session).not.toBe(customer.session);
    expect(data.user?.id).toBe(customer.id);
    expect([data.ticket, data.url]).toEqual([undefined, undefined]);
    expect((await shop.ask("member", { session: data.session })).data.id).toBe(customer.id);
    expect((await customer.ask("member")).code).toBe(0);
    expect((await customer.get("loginLog")).items[0]).toMatchObject({
      event: "auto",
      current: false,
    });
  });

  it("prefers the ticket to an existing session", async () => {
    const [customer, other] = [await shop.customer(), await shop.customer()];
    const answer = await other.ask("webauto", { ticket: await ticketOf(customer) });
    expect(answer.data.user?.id).toBe(customer.id);
    expect((await other.ask("member")).data.id).toBe(other.id);
  });

  it("requires a session or a ticket", async () => {
    for (const session of [undefined, "", "A".repeat(43)])
      expect((await shop.ask("webauto", { session })).code).toBe(300);
  });

  it("accepts a ticket once, even from fifty concurrent calls", async () => {
    const ticket = await ticketOf(await shop.customer());
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(ticket)));
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1);
    for (const one of answers.filter(({ code }) => code !== 0)) expect(one).toMatchObject(refused);
    expect(await use(ticket)).toMatchObject(refused);
  });

  it("refuses a ticket after a minute, and an unknown one", async () => {
    const customer = await shop.customer();
    const ticket = await ticketOf(customer);
    await shop.pass(60);
    for (const one of [ticket, "A".repeat(43), "short", "B".repeat(101)])
      expect(await use(one)).toMatchObject(refused);
    const late = await ticketOf(customer);
    const now = new Date(shop.services.world.now());
    await sql`update ticket set expires_at = ${now}`.execute(shop.db);
    expect(await use(late)).toMatchObject(refused);
    for (const job of ticketJobs) await job.run(shop.services);
    const { rows } = await sql`select 1 from ticket`.execute(shop.db);
    expect(rows).toEqual([]);
  });

  it("refuses a ticket whose session has ended or whose account is disabled", async () => {
    const ended = await shop.customer();
    const first = await ticketOf(ended);
    await ended.get("signout");
    expect(await use(first)).toMatchObject(refused);
    const disabled = await shop.customer();
    const second = await ticketOf(disabled);
    await sql`update account set disabled_at = now() where id = ${disabled.id}`.execute(shop.db);
    expect(await use(second)).toMatchObject(refused);
  });

  it("ends the other sessions if multi-device is off", async () => {
    const customer = await shop.customer();
    await customer.get("moreLogin", { enabled: 0 });
    const { data } = await use(await ticketOf(customer));
    expect((await customer.ask("member")).code).toBe(300);
    expect((await shop.ask("member", { session: data.session })).code).toBe(0);
  });

  it("keeps twenty tickets per account: another one invalidates the oldest", async () => {
    const customer = await shop.customer();
    const tickets = [];
    for (let more = 0; more < 21; more++) {
      tickets.push(await ticketOf(customer));
      await shop.pass(1);
    }
    expect((await use(tickets[0] ?? "")).code).toBe(410);
    expect((await use(tickets[1] ?? "")).code).toBe(0);
  });
});

describe("The holder is notified of a sign-in from a new place with a new device", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";
  async function mails(to: string): Promise<{ subject: string; text: string }[]> {
    const answer = await fetch(`${shop.url}/lab/mails?to=${to}`);
    const all = (await answer.json()) as { subject: string; text: string }[];
    return all.filter((mail) => mail.subject.includes("sign-in"));
  }

  it("once, but not at sign-up or from where they signed in before", async () => {
    const { email, password } = await shop.customer();
    const input = { email, password, agree: 1 };
    const home = askFrom(shop.url, { ip: "127.0.0.1", agent: firefox });
    const phone = askFrom(shop.url, { ip: "127.0.0.31" });
    const away = askFrom(shop.url, {
      ip: "127.0.0.32",
      agent: firefox.replace("Linux", "Windows"),
    });
    await shop.ask("signin", input);
    await home("signin", input);
    await phone("signin", input);
    expect(await mails(email)).toEqual([]);
    expect((await away("signin", { ...input, password: "wrong" })).code).toBe(401);
    expect(await mails(email)).toEqual([]);
    // In the holder's language, not in that of the sign-in.
    await away("signin", { ...input, lang: "fr" });
    await away("signin", input);
    const told = await mails(email);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("127.0.0.32");
    expect(told[0]?.text).toContain("Firefox, Windows");
    expect(told[0]?.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  });

  it("even with the same browser, if it is in a new country", async () => {
    const { id, email, password } = await shop.customer();
    await sql`update login_event set ip = '8.8.8.8', network = '8.8.8.8'
      where account_id = ${id}`.execute(shop.db);
    await shop.ask("signin", { email, password, agree: 1 });
    expect(await mails(email)).toHaveLength(1);
  });

  it("after half a year without a sign-in, when the log is empty", async () => {
    const { id, email, password } = await shop.customer();
    await sql`delete from login_event where account_id = ${id}`.execute(shop.db);
    await shop.ask("signin", { email, password, agree: 1 });
    expect(await mails(email)).toHaveLength(1);
  });
});
