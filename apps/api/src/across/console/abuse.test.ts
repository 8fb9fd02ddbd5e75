/** The abuse desk of the console (spec/console#abuse-desk): from a complaint to a closed case. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, it } from "vitest";
import { operateJson } from "../operator/testing.ts";
import { Intake } from "../request-log/intake.ts";
import { requestRow, withSubAccount } from "../request-log/testing.ts";
import { type Person, startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
let owner: Person;
let support: Person;
const exit = "198.51.100.70";
const happenedAt = Date.now() - 600_000;
const at = new Date(happenedAt + 1_000).toISOString();
const reason = "complaint of a bank";
beforeAll(async () => {
  [owner, support] = [await api.person("owner"), await api.person("support")];
});
const ada = forTests(() => withSubAccount(api, "AdaConsole1"));
beforeAll(async () => {
  const who = { accountId: ada.id, subAccountId: ada.sub, product: "traffic" as const };
  const row = requestRow({ ...who, id: "seen", exitIp: exit, at: happenedAt, ms: 60_000 });
  await new Intake(api.services).record({
    rows: [row],
    dropped: 0,
    node: "local",
    gateway: "local-1",
  });
});

const newest = async () => (await owner.get("auditList")).items[0];

it("The console traces by exit or request id, requires a reason and logs the actor", async () => {
  const bare = await support.ask("trace", { exit, at });
  expect(bare.refused).toMatchObject({ reason: "missingField", field: "reason" });
  for (const [wrong, field] of [
    [{ exit: "somewhere", at }, "exit"],
    [{ exit, at: at.slice(0, 19) }, "at"],
    [{ exit, at, target: "a b" }, "target"],
  ] as const) {
    const { refused } = await support.ask("trace", { ...wrong, reason });
    expect(refused).toMatchObject({ reason: "badField", field });
  }
  const old = new Date(Date.now() - 100 * 86_400_000).toISOString();
  expect((await support.ask("trace", { exit, at: old, reason })).refused.reason).toBe(
    "traceTooOld",
  );
  const { connections } = await support.get("trace", { exit, at, target: "example.com", reason });
  expect(connections).toMatchObject([
    { requestId: "seen", certainty: "surely", account: { email: ada.email } },
  ]);
  expect(await newest()).toMatchObject({
    actor: support.email,
    action: "trace.read",
    subject: exit,
    accountId: ada.id,
    after: { at, target: "example.com", windowSeconds: 60, connections: 1 },
    reason,
  });
  const found = await support.get("traceRequest", { connection: "seen", reason });
  expect(found.connection).toEqual({ ...connections[0], certainty: "surely" });
  expect(await newest()).toMatchObject({ action: "trace.read", subject: "seen", reason });
  expect(await support.get("traceRequest", { connection: "none", reason })).toEqual({
    connection: null,
  });
});

it("The console exports a signed trace that verifies as this installation's", async () => {
  const file = await support.get("traceExport", { exit, at, reason });
  expect(file).toMatchObject({ connections: 1, fileName: expect.stringMatching(/\.json$/) });
  expect(await newest()).toMatchObject({ action: "trace.export", subject: exit, reason });
  const { verifyTrace: checkTrace } = await import("../abuse/signed-trace.ts");
  expect(checkTrace(api.services, file.text)).toMatchObject({ ok: true });
});

it("The console opens a case once per request id, mails its customer, closes, reopens and assigns it", async () => {
  const complaint = { title: "Log-ins", reporter: "bank@example.org", exit, at };
  const requestId = "case-0001";
  const first = await support.get("caseOpen", { ...complaint, requestId });
  expect(first).toMatchObject({
    case: { number: 1, state: "open", account: { email: ada.email }, requestId: "seen" },
    connections: 1,
  });
  expect(await support.get("caseOpen", { ...complaint, requestId })).toEqual(first);
  const mailed = await support.get("caseMail", { number: 1, text: "Please explain." });
  expect(mailed.case.state).toBe("waiting");
  const { case: closed } = await support.get("caseClose", { number: 1, reason: "explained" });
  expect(closed).toMatchObject({ state: "closed", closedAt: expect.any(String) });
  expect((await support.ask("caseClose", { number: 1 })).refused.reason).toBe("actRefused");
  await support.get("caseReopen", { number: 1 });
  await support.get("caseNote", { number: 1, text: "Ask again." });
  const other = await api.register();
  await support.get("caseAssign", { number: 1, account: other.email });
  const { events, ...shown } = await support.get("caseShow", { number: 1 });
  expect(shown.case.account?.email).toBe(other.email);
  expect(events.map(({ kind }) => kind)).toEqual(
    ["opened", "mail", "closed", "reopened", "note", "note"], // The last note assigns the account.
  );
  expect(new Set(events.map(({ author }) => author))).toEqual(new Set([support.email]));
  expect(events[0]?.facts).toMatchObject({ code: "found", accounts: 1 });
  expect(events.at(-1)?.facts).toEqual({ code: "assigned", accountId: other.id });
  expect((await operateJson(api.services, "case", "show", "1")).said.events).toHaveLength(6);
  const states = async (fields: object) => (await support.get("caseList", fields)).total;
  expect([await states({ state: "open" }), await states({ state: "closed" })]).toEqual([1, 0]);
  expect(await states({ account: ada.email })).toBe(0);
  expect((await support.ask("caseShow", { number: 9 })).refused.reason).toBe("caseNotFound");
  const { items } = await owner.get("auditList", { action: "case." });
  expect(items.map(({ action }) => action).toReversed()).toEqual([
    "case.open",
    "case.mail",
    "case.close",
    "case.reopen",
    "case.note",
    "case.assign",
  ]);
});

it("The console lists signals and the provenance of an exit with its users", async () => {
  expect((await support.get("signals")).items).toEqual([]);
  const { users, origins } = await support.get("exitProvenance", { ip: exit });
  expect(users).toMatchObject([{ account: { email: ada.email }, connections: 1 }]);
  expect(origins).toEqual([]);
  const unknown = await support.ask("exitProvenance", { ip: "198.51.100.71" });
  expect(unknown.refused.reason).toBe("exitUnknown");
});
