/** Ended sessions' tokens are refused with 300 at once, whatever ended them (A1, A2). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { bindMfaOf, mailedCode } from "../mfa/testing.ts";
import { type Customer, startShop } from "./testing.ts";

const shop = forTests(startShop);

const fresh = "Marzipan7!bridge";

async function again({ email, password }: Customer): Promise<string> {
  return (await shop.ask("signin", { email, password, agree: 1 })).data.session;
}
const codeOf = async (session: string) => (await shop.ask("member", { session })).code;

/** The first session's action, and the resulting codes of two tokens: its own, the other one. */
const ends: [string, (customer: Customer) => Promise<unknown>, mine: number, other: number][] = [
  ["signout", ({ get }) => get("signout"), 300, 0],
  [
    "upPwd",
    ({ get, password }) => get("upPwd", { oldPassword: password, newPassword: fresh }),
    0,
    300,
  ],
  [
    "repwd",
    async ({ email }) => {
      await shop.ask("mailCode", { email, scene: "forgot" });
      const code = await mailedCode(shop, email);
      return shop.ask("repwd", { email, code, password: fresh });
    },
    300,
    300,
  ],
  ["bindMFa", (customer) => bindMfaOf(shop, customer), 0, 300],
  ["moreLogin off", ({ get }) => get("moreLogin", { enabled: 0 }), 0, 300],
  ["endSessions", ({ get }) => get("endSessions"), 0, 300],
  [
    "a login, with multi-device off",
    async (customer) => {
      await sql`update account set multi_device = false where id = ${customer.id}`.execute(shop.db);
      await again(customer);
    },
    300,
    300,
  ],
  [
    "a ticket that was used, with multi-device off",
    async ({ id, get }) => {
      const { ticket } = await get("webauto");
      await sql`update account set multi_device = false where id = ${id}`.execute(shop.db);
      return shop.ask("webauto", { ticket });
    },
    300,
    300,
  ],
  ["expiry", () => shop.advance(1440 * 60), 300, 300],
  [
    "disabling the account",
    ({ id }) => sql`update account set disabled_at = now() where id = ${id}`.execute(shop.db),
    300,
    300,
  ],
];

it.each(ends)(
  "Tokens of ended sessions are refused at once: %s",
  async (_what, end, mine, other) => {
    const customer = await shop.customer();
    const second = await again(customer);
    expect([await codeOf(customer.session), await codeOf(second)]).toEqual([0, 0]);
    await end(customer);
    expect([await codeOf(customer.session), await codeOf(second)]).toEqual([mine, other]);
  },
);

it("unbindMFa ends the sessions that were opened with the second factor", async () => {
  const customer = await shop.customer();
  const { email, password } = customer;
  const mfa = await bindMfaOf(shop, customer);
  const input = { email, password, agree: 1, mfaCode: await mfa.fresh() };
  const second = (await shop.ask("signin", input)).data.session;
  await customer.get("unbindMFa", { code: mfa.recoveryCodes[0] });
  expect([await codeOf(customer.session), await codeOf(second)]).toEqual([0, 300]);
});

it("Each login creates a unique random token of 256 bits (A1, spec/sign-in#secrets)", async () => {
  const customer = await shop.customer();
  const tokens = [customer.session];
  for (let more = 0; more < 20; more++) tokens.push(await again(customer));
  expect(new Set(tokens).size).toBe(21);
  for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const bits = tokens.map((token) => Buffer.from(token, "base64url"));
  // Each of the 256 bits takes both values: a false alarm has a chance of 256 in a million.
  const stuck = Array.from({ length: 256 }, (_none, at) => {
    const seen = new Set(bits.map((bytes) => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1));
    return seen.size;
  }).filter((size) => size < 2);
  expect(stuck).toEqual([]);
});
