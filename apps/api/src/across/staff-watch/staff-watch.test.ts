/** What the operator's staff are told, where, and how often (spec/operator#alerts). */
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Services } from "../../platform/services.ts";
import { startTestConsole } from "../console/testing.ts";
import { addOffset } from "../lab/store.ts";
import { operate, operateJson } from "../operator/testing.ts";
import { startReceiver, status } from "../webhook/testing.ts";

const token = "123456:ABCdefGHIjklMNOpqrsTUVwxyz012345678";
const receiver = forTests(startReceiver);
const office = forTests(() =>
  startTestConsole({
    LAB_TARGETS: `127.0.0.1:${receiver.port}`,
    TELEGRAM_API_URL: `http://127.0.0.1:${receiver.port}`,
  }),
);
const other = forTests(() => office.startAnother());
const support = forTests(() => office.person("support"));
beforeEach(async () => {
  receiver.answer.clear();
  await sql`delete from staff_alert_target`.execute(office.services.db);
  await sql`delete from staff_alert_event`.execute(office.services.db);
  await sql`delete from abuse_case_event`.execute(office.services.db);
  await sql`delete from abuse_case`.execute(office.services.db);
  receiver.kept.length = 0;
});

const notify = (...words: string[]) => operateJson(office.services, "notify", ...words);
/** By the console, whose process has the test's settings. */
const add = async (place: string, ...on: string[]) =>
  (await support.get("notifyAdd", { place, on })).item;
const at = (place: string) => `http://127.0.0.1:${receiver.port}/${place}`;
const tell = (services: Services = office.services) =>
  services.modules.jobs.find(({ name }) => name === "tell-staff")?.run(services);
const openCase = (title: string) => operate(office.services, "case", "add", "--title", title);
/** Moves the clock of both processes. */
async function pass(seconds: number): Promise<void> {
  const offset = await addOffset(office.services.db, seconds * 1_000);
  for (const { services } of [office, other]) services.world.setOffset(offset);
}

describe("A place (spec/operator#alerts)", () => {
  it("is added by the command line or in the console, listed without secrets, and removed", async () => {
    const mail = await notify("add", "mail:ops@example.com", "--on", "nodes,disputes");
    expect(mail.said).toMatchObject({
      kind: "mail",
      to: "ops@example.com",
      on: ["disputes", "nodes"],
    });
    await add(`telegram:${token}@-100200`);
    await add(`webhook:${at("secret-path")}`, "cases");
    const listed = await notify("list");
    expect(listed.said).toMatchObject([
      { kind: "mail", lastAt: null, lastError: "" },
      { kind: "telegram", to: "-100200", on: { length: 7 } },
      { kind: "webhook", to: `http://127.0.0.1:${receiver.port}/…`, on: ["cases"] },
    ]);
    const { rows } = await sql<object>`select * from staff_alert_target`.execute(
      office.services.db,
    );
    const kept = JSON.stringify([listed.said, rows, await support.get("notifyList", {})]);
    expect(kept).not.toMatch(/secret-path|ABCdefGHI/);
    const log = JSON.stringify((await (await office.person("owner")).get("auditList", {})).items);
    expect(log).toMatch(/notify\.add/);
    expect(log).not.toMatch(/secret-path|ABCdefGHI/);
    const removed = await notify("remove", String(mail.said.id));
    expect(removed.said).toMatchObject({ to: "ops@example.com" });
    expect((await notify("list")).said).toHaveLength(2);
    const viewer = await office.person("viewer");
    const refused = await viewer.ask("notifyTest", { id: listed.said[1].id });
    expect(refused.refused.permission).toBe("alerts.write");
  });

  it.each([
    [["add", "sms:123"], "place: is none of"],
    [["add", "mail:a@example.com", "--on", "weather"], "on: weather is no topic"],
    [["add", "webhook:http://10.0.0.1/x"], "place: leads to an internal network"],
    [["add", "webhook:ftp://example.com/x"], "place: has no address"],
    [["test", "999999"], "no place has the id 999999"],
  ])("is refused with the field: %j", async (words, why) => {
    const { code, error } = await notify(...words);
    expect([code, error.slice(0, why.length)]).toEqual([1, why]);
  });

  it("is tested at once, and says why a test failed, without the token", async () => {
    const { id } = await add(`telegram:${token}@oncall`);
    expect(await support.get("notifyTest", { id })).toEqual({ delivered: true, error: "" });
    const [message] = receiver.to(`/bot${token}/sendMessage`);
    expect(message?.json).toMatchObject({
      chat_id: "@oncall",
      text: expect.stringMatching(/Test of alerts/),
    });
    const refusal = JSON.stringify({ ok: false, description: "chat not found" });
    receiver.answer.set("/bot", status(400, {}, refusal));
    const refused = await support.get("notifyTest", { id });
    expect(refused).toEqual({
      delivered: false,
      error: "Telegram answered 400: chat not found",
    });
    expect((await notify("list")).said[0].lastError).toMatch(/chat not found/);
  });
});

describe("What happens (spec/operator#alerts)", () => {
  it("is told once over all processes; many within a minute are one message with counts", async () => {
    await add(`webhook:${at("one")}`, "cases");
    await add(`webhook:${at("two")}`, "withdrawals");
    await openCase("Spam from an exit");
    await Promise.all([tell(), tell(other.services)]);
    await tell();
    expect(receiver.to("/two")).toEqual([]);
    const [first, ...more] = receiver.to("/one");
    expect(more).toEqual([]);
    expect(first?.json).toMatchObject({
      event: "staff.alert",
      subject: expect.stringMatching(/^Abuse case \d+: Spam from an exit$/),
      counts: { cases: 1 },
    });
    for (let each = 0; each < 8; each++) await openCase(`Another ${each}`);
    await tell();
    const [, second] = receiver.to("/one");
    expect(second?.json).toMatchObject({ subject: "cases: 8", counts: { cases: 8 } });
    expect(second?.json).toMatchObject({ text: expect.stringMatching(/- and 3 more$/) });
  });

  it("is tried again after a failure, and the list says how it went", async () => {
    await add(`webhook:${at("flaky")}`, "cases");
    await openCase("Port scan");
    receiver.answer.set("/flaky", status(500));
    await tell();
    expect((await notify("list")).said[0].lastError).toBe("answered 500");
    receiver.answer.clear();
    await tell();
    expect(receiver.to("/flaky")).toHaveLength(1);
    await pass(10);
    await tell();
    expect(receiver.to("/flaky")).toHaveLength(2);
    expect((await notify("list")).said[0].lastError).toBe("");
  });

  it("goes by mail into the outbox, with a link to the console", async () => {
    await notify("add", "mail:oncall@example.com", "--on", "books");
    await sql`
      insert into usage_aside (gateway, epoch, sequence, rows, bytes, why, doubtful, set_aside_at)
      values ('g', 'e', 1, '', 1, 'test', false, now())`.execute(office.services.db);
    await tell();
    const mails = await fetch(`${office.url}/lab/mails?to=oncall@example.com`);
    const [mail] = (await mails.json()) as { subject: string; text: string }[];
    expect(mail?.subject).toBe("Usage reports set aside: 1");
    expect(mail?.text).toContain(office.services.env.consoleUrl);
    await sql`delete from usage_aside`.execute(office.services.db);
  });

  it("is told again if it ends and comes back after an hour, not while it flaps", async () => {
    await add(`webhook:${at("flap")}`, "books");
    const { db } = office.services;
    const aside = () =>
      sql`insert into item_aside (kind, node, gateway, name, item, why, set_aside_at)
        values ('trace', '', '', 'x', '', 'test', now())`.execute(db);
    const end = () => sql`delete from item_aside`.execute(db);
    for (const [wait, messages] of [
      [0, 1],
      [60, 1],
      [3_600, 2],
    ] as const) {
      await end();
      await pass(wait);
      await tell();
      await aside();
      await tell();
      expect(receiver.to("/flap")).toHaveLength(messages);
    }
    await end();
  });
});

/** Alerts of Prometheus that are the product's own business, with what the staff read. */
const told = {
  TurnpikeNoGateway: "No gateway worker is connected",
  TurnpikeReportsSetAside: "Usage reports set aside",
  TurnpikeUpstreamStopped: "is out of quota",
  TurnpikeUpstreamFails: "of the tries through upstream",
  TurnpikeExitsUnreachable: "Exits do not answer",
  TurnpikeDiskFull: "The disk of",
  TurnpikeTraceIncomplete: "The trace of node",
};
/** Those that need rates over time, or figures that only a process has: Prometheus tells them. */
const measured = [
  "TurnpikeDown",
  "TurnpikeGatewayWithoutHub",
  "TurnpikeReportsNotBilled",
  "TurnpikeCallsFail",
  "TurnpikeCallsSlow",
  "TurnpikeDialsFail",
  "TurnpikeWebhooksWait",
  "TurnpikeJobFails",
  "TurnpikeDescriptors",
];

it("each alert for Prometheus is told here too, or is one that only Prometheus can measure", () => {
  const root = path.resolve(import.meta.dirname, "../../../../..");
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const alerts = read("deploy/prometheus-rules.yaml").matchAll(/- alert: (\w+)/g);
  const names = [...alerts].map(([, name = ""]) => name);
  expect(names.toSorted()).toEqual([...Object.keys(told), ...measured].toSorted());
  const sources = ["operator/read/alert-items.ts", "staff-watch/machine-items.ts"];
  const source = sources.map((file) => read(`apps/api/src/across/${file}`)).join("");
  for (const words of Object.values(told)) expect(source).toContain(words);
});
