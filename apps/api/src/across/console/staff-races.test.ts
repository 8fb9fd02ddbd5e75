import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { countTry } from "../../identity/session/rate-limit.ts";
import { transaction } from "../../platform/db/database.ts";
import { cookieHeader, startTestConsole } from "./testing.ts";

const api = forTests(() => startTestConsole());

/** How many statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(api.db);
        return rows[0]?.count;
      },
      { timeout: 3_000, interval: 5 },
    )
    .toBeGreaterThanOrEqual(count);
}

/** Makes calls one after the other while a staff member is locked; then all of them go on. */
async function inThisOrder<T>(id: string, ...calls: (() => Promise<T>)[]): Promise<T[]> {
  const begun: Promise<T>[] = [];
  await transaction(api.db, async (tx) => {
    await sql`select from staff where id = ${id} for no key update`.execute(tx);
    for (const call of calls) {
      begun.push(call());
      await waiting(begun.length);
    }
  });
  return Promise.all(begun);
}

const idOf = async (who: { get: (name: "whoAmI") => Promise<{ me: { id: string } }> }) =>
  (await who.get("whoAmI")).me.id;

it("A sign-in that is under way when the password is taken away opens no session (spec/console#staff)", async () => {
  const owner = await api.person("owner");
  const thief = await api.person("support");
  const id = await idOf(thief);
  const { email, password } = thief;
  const [linked, signedIn] = await inThisOrder<{ code: number; cookie: string | null }>(
    id,
    () => owner.ask("staffLink", { id }),
    () => api.ask("signIn", { email, password }),
  );
  expect(linked?.code).toBe(0);
  const late = api.as({ email, password, cookie: cookieHeader(signedIn?.cookie ?? "") });
  expect((await late.ask("whoAmI")).refused.reason).toBe("sessionInvalid");
  expect(signedIn?.code).not.toBe(0);
});

it("Who is not an owner any more changes no staff, also with a call that was under way (spec/console#staff)", async () => {
  const owner = await api.person("owner");
  const former = await api.person("owner");
  const id = await idOf(former);
  const [demoted, raised, added] = await inThisOrder<{ code: number; refused: { reason: string } }>(
    id,
    () => owner.ask("staffRole", { id, role: "viewer" }),
    () => former.ask("staffRole", { id, role: "owner" }),
    () => former.ask("staffAdd", { email: "accomplice@example.com", role: "owner" }),
  );
  expect(demoted?.code).toBe(0);
  expect([raised?.refused.reason, added?.refused.reason]).toEqual(["notPermitted", "notPermitted"]);
  expect((await former.get("whoAmI")).me.role).toBe("viewer");
  await owner.get("staffRole", { id, role: "owner" });
  const [disabled, enabled] = await inThisOrder<{ code: number; refused: { reason: string } }>(
    id,
    () => owner.ask("staffDisable", { id, reason: "left" }),
    () => former.ask("staffEnable", { id }),
  );
  expect([disabled?.code, enabled?.refused.reason]).toEqual([0, "notPermitted"]);
});

it("Guessing from other networks keeps no staff out of a network that they signed in from (spec/console#sign-in)", async () => {
  const { email, password } = await api.person("owner");
  const stranger = await api.person("viewer");
  const elsewhere = (name: string) => ({
    key: `staff signin ${name}`,
    tries: 100,
    windowSeconds: 3_600,
  });
  for (const name of [email, stranger.email])
    for (let guess = 0; guess < 100; guess += 1) await countTry(api.services, [elsewhere(name)]);
  expect((await api.ask("signIn", { email, password })).code).toBe(0);
  // From a network that is not known the limit holds, with the right password, too.
  await sql`update staff set networks = '{203.0.113.0}' where email = ${stranger.email}`.execute(
    api.db,
  );
  const { refused } = await api.ask("signIn", { email: stranger.email, password });
  expect(refused.reason).toBe("tooManyTries");
});
