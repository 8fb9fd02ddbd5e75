import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { version } from "../version.ts";
import { requestLevel } from "./base-server.ts";

let admin: pg.Client;
const api = forTests(startTestApi);
beforeAll(async () => {
  admin = new pg.Client({ connectionString: api.databaseUrl });
  await admin.connect();
});
afterAll(() => admin?.end());

const ask = async () => {
  const answer = await fetch(`${api.url}/readyz`);
  const { data } = (await answer.json()) as { data: { database: boolean; disk: string } };
  return { status: answer.status, ...data };
};
const writtenAt = async () => {
  const { rows } = await admin.query<{ at: string }>("select at::text from readiness");
  return rows[0]?.at;
};
/** Makes new connections of this database read-only or not; closes the open ones. */
async function readOnly(on: boolean) {
  const { rows } = await admin.query<{ name: string }>("select current_database() as name");
  const name = rows[0]?.name ?? "";
  await admin.query(`alter database "${name}" set default_transaction_read_only = ${on}`);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
    [name],
  );
}

it("health requests are logged at level info only if they fail", () => {
  expect(requestLevel("/readyz", 200)).toBe("debug");
  expect(requestLevel("/readyz", 503)).toBe("info");
  expect(requestLevel("/v1/signin", 200)).toBe("info");
});

describe("readiness (spec/environment#health)", () => {
  it("is proven by a write, at most once a second, however many requests arrive", async () => {
    const before = await writtenAt();
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    // No gateway is connected in this test: the count is only information.
    const ready = { status: 200, database: true, gateways: 0, disk: "ok", version };
    expect(answers[0]).toEqual(ready);
    const first = await writtenAt();
    expect(first).not.toBe(before);
    await ask();
    expect(await writtenAt()).toBe(first);
    await expect.poll(async () => (await ask()) && writtenAt(), { timeout: 3_000 }).not.toBe(first);
  });

  it("fails before the API stops, which serves meanwhile: a balancer leaves it out first", async () => {
    const leaving = await api.startAnother({ leaveMs: 1_000 });
    expect((await fetch(`${leaving.url}/readyz`)).status).toBe(200);
    const stopped = leaving.stop();
    const answer = await fetch(`${leaving.url}/readyz`);
    expect([answer.status, ((await answer.json()) as { data: object }).data]).toMatchObject([
      503,
      { database: true },
    ]);
    expect((await fetch(`${leaving.url}/v1/time`)).status).toBeLessThan(500);
    await stopped;
    await expect(fetch(`${leaving.url}/readyz`)).rejects.toThrow("fetch failed");
  });

  it("fails while the database is read-only; calls return 503, and everything recovers", async () => {
    await readOnly(true);
    await expect.poll(ask, { timeout: 5_000 }).toMatchObject({ status: 503, database: false });
    const fields = { email: "readonly@example.com", password: "Passw0rd!x", agree: "1" };
    const body = new URLSearchParams(fields);
    const refused = await fetch(`${api.url}/v1/signup`, { method: "POST", body });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 503, data: { reason: "notReady" } });
    await readOnly(false);
    await expect.poll(ask, { timeout: 5_000 }).toMatchObject({ database: true });
    expect((await api.send("signup", { ...fields, agree: 1 })).code).toBe(0);
  });
});
