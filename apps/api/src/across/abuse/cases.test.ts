/** Complaints, signals and provenance as the operator sees them (spec/operator#cases). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { signalLimits } from "@turnpike/rules/abuse-signals.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, test } from "vitest";
import { setLang } from "../../identity/account/settings.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { operate, operateJson } from "../operator/testing.ts";
import {
  reportConnections,
  requestRow,
  startHubApi,
  withSubAccount,
} from "../request-log/testing.ts";
import { countedHours, deleteActivity } from "../request-log/store/activity.ts";
import { deleteOldCases, listCases } from "./cases.ts";
import { countJob } from "./count.ts";
import { type AbuseSignal, abuseSignals } from "./signals.ts";

const api = forTests(startHubApi);
const at = Date.now() - 600_000;
const exit = "198.51.100.60";
const link = forTests(() => api.gateway());
const ada = forTests(() => withSubAccount(api, "AdaCases1"));
const bob = forTests(() => withSubAccount(api, "BobCases1"));
beforeAll(async () => {
  await send([rowOf(ada, { id: "seen", exitIp: exit, at, ms: 60_000 })]);
});

const send = (rows: RequestRow[]) => reportConnections(link, rows);
const rowOf = (who: { id: string; sub: string }, changed: Partial<RequestRow> = {}) =>
  requestRow({ accountId: who.id, subAccountId: who.sub, product: "traffic", ...changed });
const json = (...words: string[]) => operateJson(api.services, ...words);
const mailsTo = async (email: string) => {
  const answer = await fetch(`${api.url}/lab/mails?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as { subject: string; text: string }[];
};

describe("A case", () => {
  const complaint = ["case", "add", "--title", "Port scan", "--reporter", "cert@example.org"];
  const seen = ["--exit", exit, "--at", new Date(at + 1_000).toISOString()];

  it("is opened with the complaint and names an account only if the trace leads to exactly one", async () => {
    const { code, said } = await json(...complaint, ...seen);
    expect(code).toBe(0);
    expect(said.case).toMatchObject({
      number: 1,
      state: "open",
      title: "Port scan",
      reporter: "cert@example.org",
      exit,
      account: { email: ada.email },
      holder: { name: "AdaCases1" },
      requestId: "seen",
    });
    await send([rowOf(bob, { id: "alsoSeen", exitIp: exit, at, ms: 60_000 })]);
    const unsure = await json(...complaint, ...seen);
    expect(unsure.said.case).toMatchObject({ number: 2, account: null, holder: null });
    expect(unsure.said.connections).toHaveLength(2);
  });

  it("is mailed to the customer in their language, changes to waiting and records the mail", async () => {
    await setLang(api.db, ada.id, "de");
    const text = "Please tell us what this was.\nYour operator";
    const { said } = await json("case", "note", "1", "--body", text, "--mail-customer");
    expect(said.case.state).toBe("waiting");
    expect(said.events.map(({ kind }: { kind: string }) => kind)).toEqual(["opened", "mail"]);
    const [mail] = await mailsTo(ada.email);
    expect(mail?.subject).toContain("Beschwerde");
    expect(mail?.text).toContain(text);
    expect(mail?.text).toContain(exit);
    // With two matching customers the command refuses instead of mailing one of them by chance.
    const before = (await mailsTo(bob.email)).length;
    const nobody = await json("case", "note", "2", "--body", text, "--mail-customer");
    expect([nobody.code, nobody.error]).toEqual([1, "the case 2 names no account"]);
    await json("case", "note", "2", "--account", bob.email, "--body", "It was Bob.");
    expect((await json("case", "show", "2")).said.case.account.email).toBe(bob.email);
    expect(await mailsTo(bob.email)).toHaveLength(before);
  });

  it("can be closed, reopened, and listed by state and account", async () => {
    expect((await json("case", "close", "1", "--reason", "Answered.")).said.case).toMatchObject({
      state: "closed",
      closedAt: expect.any(String),
    });
    expect((await json("case", "close", "1")).error).toBe("the case 1 is already closed");
    const numbers = async (...options: string[]) =>
      (await json("case", "list", ...options)).said.map(({ number }: { number: number }) => number);
    expect(await numbers()).toEqual([2, 1]);
    expect(await numbers("--status", "closed")).toEqual([1]);
    expect(await numbers("--account", bob.email)).toEqual([2]);
    expect((await json("case", "reopen", "1")).said.case).toMatchObject({
      state: "open",
      closedAt: null,
    });
    expect((await operate(api.services, "case", "show", "99")).code).toBe(1);
    expect((await operate(api.services, "case", "list", "--status", "lost")).code).toBe(2);
    expect((await operate(api.services, "case", "add")).code).toBe(2);
  });

  it("is recorded in the audit log with every act, without the texts", async () => {
    const { rows } = await sql<{ action: string; subject: string; whole: string }>`
      select action, subject, to_jsonb(audit_log)::text as whole from audit_log
      where action like 'case.%' order by id`.execute(api.db);
    expect(rows.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "case.open case 1",
      "case.open case 2",
      "case.mail case 1",
      "case.assign case 2",
      "case.note case 2",
      "case.close case 1",
      "case.reopen case 1",
    ]);
    expect(rows[0]?.whole).toContain(exit);
    expect(rows.some(({ whole }) => /Please tell us|It was Bob/.test(whole))).toBe(false);
  });

  it("is deleted three years after it was closed, not earlier", async () => {
    const { services } = api;
    const { case: made } = (await json("case", "add", "--title", "Old")).said;
    await json("case", "close", String(made.number));
    const closed = (years: number) =>
      sql`
      update abuse_case set closed_at = now() - ${years} * interval '366 days'
      where number = ${made.number}`.execute(services.db);
    const all = async () => (await listCases(services)).items.map(({ number }) => number);
    await closed(2);
    await deleteOldCases(services);
    expect(await all()).toContain(made.number);
    await closed(3);
    await deleteOldCases(services);
    expect(await all()).toEqual([2, 1]);
  });
});

test("Signals list suspicious traffic and change nothing (spec/operator#signals)", async () => {
  expect((await json("signals")).said.signals).toEqual([]);
  const tries = Array.from({ length: signalLimits.mailTries }, (_, index) =>
    rowOf(ada, {
      exitIp: "",
      target: `mx${index}.example:25`,
      outcome: "refused",
      reason: "portBlocked",
    }),
  );
  await link.ask("requests", { gateway: "g1", epoch: "e1", rows: tries, dropped: 0 });
  const logins = Array.from({ length: signalLimits.loginHosts }, (_, index) =>
    rowOf(bob, { target: `198.18.0.${index}:22`, outcome: "failed", reason: "targetRefused" }),
  );
  const sprays = Array.from({ length: signalLimits.sprays }, (_, index) =>
    rowOf(bob, { target: "login.example:443", exitIp: `198.51.100.${index % 40}`, upBytes: 900 }),
  );
  // The same hosts an hour earlier: each is counted once.
  const before = logins.map((row, index) => {
    return { ...row, id: `before${index}`, at: Date.now() - 3_600_000 };
  });
  await send([...logins, ...before, ...sprays]);
  const { said } = await json("signals", "--hours", "1");
  const found = said.signals.map(
    ({ account, holder, signal }: { account: object; holder: object; signal: string }) =>
      `${(account as { email: string }).email} ${(holder as { name: string }).name} ${signal}`,
  );
  expect(new Set(found)).toEqual(
    new Set([
      `${ada.email} AdaCases1 mailPorts`,
      `${bob.email} BobCases1 loginPorts`,
      `${bob.email} BobCases1 passwordSpraying`,
    ]),
  );
  expect(found).toHaveLength(3);
  const { out } = await operate(api.services, "signals");
  expect(out).toContain(`${signalLimits.mailTries} tries of mail ports`);
  expect(out).toContain("login.example:443 through 40 exits");
  expect(out).toContain(`${signalLimits.loginHosts} different hosts at ports of log-ins`);
  const { data } = await api.send("subUsers", { session: ada.session });
  expect(data.items[0]?.enabled).toBe(true);
});

test("Targets that a list refuses are counted as tries, not as targets, and a holder's networks within an hour (spec/operator#signals)", async () => {
  const carl = await withSubAccount(api, "CarlCases1");
  const refused = { exitIp: "", outcome: "refused", reason: "targetPolicy" } as const;
  const rows = Array.from({ length: signalLimits.targets }, (_, index) =>
    rowOf(carl, { ...refused, target: `bank${index}.example:22` }),
  );
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500);
    await link.ask("requests", { gateway: "g1", epoch: "e1", rows: some, dropped: 0 });
  }
  // The clients of one network count once, and those of another hour for themselves.
  const from = (network: number, ago = 0) =>
    [1, 2].map((host) =>
      rowOf(carl, { client: `198.18.${network}.${host}`, at: Date.now() - ago * 3_600_000 }),
    );
  const networks = Array.from({ length: signalLimits.clientNetworks - 1 }, (_, index) => index);
  await send([...networks.flatMap((one) => from(one)), ...from(99, 1)]);
  const own = async () =>
    ((await json("signals", "--hours", "2")).said.signals as AbuseSignal[]).filter(
      ({ account }) => account.email === carl.email,
    );
  expect(await own()).toMatchObject([{ signal: "refusedTargets", count: signalLimits.targets }]);
  await send(from(98));
  const both = await own();
  expect(both.map(({ signal }) => signal)).toEqual(["refusedTargets", "accountSharing"]);
  expect(both[1]).toMatchObject({
    count: signalLimits.clientNetworks,
    holder: { name: carl.account },
  });
});

test("Signals count each past hour once, and counts are deleted after 80 hours, not earlier", async () => {
  const { db, world } = api.services;
  const hour = 3_600_000;
  const signals = async (maxAgeMs: number) =>
    (await abuseSignals(api.services, { hours: 3, maxAgeMs })).signals.length;
  const all = await signals(0);
  expect(all).toBeGreaterThan(0);
  await sql`truncate connection_trace, request_log`.execute(db);
  expect(await signals(hour)).toBe(all);
  const counted = async () =>
    (await countedHours(db, 0)).map(({ hour: at }) => Math.round((world.now() - at) / hour));
  // Copies of a count, 80 hours old and almost as old.
  const begin = world.now() - 80 * hour;
  const [old, kept] = [new Date(begin - 1), new Date(begin + 600_000)];
  const tables = ["activity_hour", "activity_spray", "activity_counted"].map((one) =>
    sql.table(one),
  );
  for (const table of tables)
    await sql`
      insert into ${table}
      select (jsonb_populate_record(one, jsonb_build_object('hour', moment))).*
      from (select one from ${table} one limit 1) as found,
        unnest(${[old, kept]}::timestamptz[]) moment`.execute(db);
  await countJob.run(api.services);
  for (const table of tables) {
    const { rows } = await sql`
      select hour from ${table} where hour < ${new Date(begin + hour)}`.execute(db);
    expect(rows).toEqual([{ hour: kept }]);
  }
  expect(await counted()).toHaveLength(74);
  expect((await counted()).filter((age) => age < 74)).toHaveLength(73);
  // Hours that are final keep their counts; the current hour is counted again.
  expect(await signals(0)).toBeLessThan(all);
  await deleteActivity(db, world.now() + hour);
  expect([await counted(), await signals(0)]).toEqual([[], 0]);
  await expect(abuseSignals(api.services, { hours: 72, timeoutMs: 0 })).rejects.toMatchObject({
    reason: "signalsTooSlow",
  });
});

test("The provenance of an exit names its source, node, holders and users (spec/operator#provenance)", async () => {
  const { services } = api;
  const [id = ""] = await giveStatics(services, ada.id, { account: "AdaDoor11" });
  const { rows } = await sql<{ ip: string }>`
    select host(ip) as ip from static_ip where id = ${id}`.execute(services.db);
  const ip = rows[0]?.ip ?? "";
  await send([rowOf(ada, { subAccountId: id, exitIp: ip, product: "static", at })]);
  const { code, said } = await json("exits", "provenance", ip);
  expect(code).toBe(0);
  expect(said.origins[0]).toMatchObject({ kind: "local", lab: true, retiredAt: null });
  expect(said.holders).toEqual([
    expect.objectContaining({
      account: { id: ada.id, email: ada.email },
      holder: { id, name: "AdaDoor11", product: "static" },
      to: null,
    }),
  ]);
  expect(said.users).toEqual([expect.objectContaining({ connections: 1, bytes: 300 })]);
  expect((await operate(services, "exits", "provenance", ip)).out).toContain(ada.email);
  expect((await json("exits", "provenance", "192.88.99.1")).code).toBe(1);
  expect((await json("exits", "provenance", "nowhere")).code).toBe(2);
});
