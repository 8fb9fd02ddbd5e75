/** Shared by tests of linked logins. */
import type { Provider } from "@turnpike/contract/identity.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import type { TestIssuer } from "../sign-in-provider/testing.ts";
import type { TestShop } from "../session/testing.ts";

const tables = {
  accounts: "account",
  sessions: "session",
  links: "login_identity",
  used: "used_start",
  mails: "mail",
};

/** Row counts of everything that a sign-in could create. */
export async function rowsOf({ services }: TestShop): Promise<Record<keyof typeof tables, number>> {
  const counted = { accounts: 0, sessions: 0, links: 0, used: 0, mails: 0 };
  for (const [name, table] of Object.entries(tables)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}`.execute(services.db);
    counted[name as keyof typeof tables] = rows[0]?.count ?? Number.NaN;
  }
  return counted;
}

/** A sign-in start, as the login page (or, with a session, the settings page) receives it. */
export async function startAt(shop: TestShop, name: Provider = "google", session?: string) {
  const { data } = await shop.ask("loginOptions", { session });
  const option = data[name];
  if (!option) throw new Error(`${name} is not offered`);
  return option;
}

/** The response that a browser returns after a sign-in at the issuer. */
export async function fromIssuer(
  shop: TestShop,
  issuer: TestIssuer,
  who: Record<string, unknown>,
  session?: string,
) {
  const start = await startAt(shop, "google", session);
  const token = await issuer.sign(issuer.claims({ nonce: start.nonce, ...who }));
  return { code: issuer.code(start.url, token), state: start.state, token, start };
}

/** Signs in by a valid code. */
export async function signInFrom(shop: TestShop, issuer: TestIssuer, who: Record<string, unknown>) {
  const { code, state } = await fromIssuer(shop, issuer, who);
  return shop.ask("gLogin", { code, state, agree: 1 });
}

/** Expects a refusal and no new rows; `but.sessions` is the allowed change of sessions. */
export async function expectUnchanged(
  shop: TestShop,
  ask: () => Promise<{ code: number; refused: { reason: string } }>,
  reason: string,
  but: { sessions?: number } = {},
): Promise<void> {
  const before = await rowsOf(shop);
  const answer = await ask();
  expect(answer.refused.reason).toBe(reason);
  const { sessions = 0 } = but;
  expect(await rowsOf(shop)).toEqual({ ...before, sessions: before.sessions + sessions });
}
