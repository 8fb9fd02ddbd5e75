import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { startShop } from "../session/testing.ts";
import { foreignHashMatches } from "./foreign-hash.ts";

const shop = forTests(startShop);

/** Published test vectors: of bcrypt's and phpass's authors, of passlib, RFC 7914, argon2's own. */
const vectors = [
  ["U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
  ["U*U", "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
  ["test12345", "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"],
  ["test12345", "$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"],
  [
    "password",
    "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
  ],
  [
    "password",
    "scrypt:1024:8:16$NaCl$fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
  ],
  [
    "password",
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
  ],
] as const;

const hashOf = async (email: string) => {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from account where email = ${email}`.execute(shop.db);
  return rows[0]?.hash ?? "";
};

it.each(vectors)("signs in with %s and %s, and stores a hash of its own", async (typed, hash) => {
  const { email, id } = await shop.customer();
  await sql`update account set password_hash = ${hash} where id = ${id}`.execute(shop.db);
  const enter = (password: string) => shop.ask("signin", { email, password, agree: 1 });
  expect((await enter(`${typed}!`)).refused.reason).toBe("wrongPassword");
  expect(await hashOf(email)).toBe(hash);
  expect((await enter(typed)).code).toBe(0);
  const own = await hashOf(email);
  expect(own).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d,p=1\$/);
  expect(own).not.toBe(hash);
  expect((await enter(typed)).code).toBe(0);
  expect((await enter(`${typed}!`)).refused.reason).toBe("wrongPassword");
  expect(await hashOf(email)).toBe(own);
});

it("replaces the hash once for sign-ins at the same time, and refuses none of them", async () => {
  const { email, id } = await shop.customer();
  const [[password, hash]] = vectors;
  await sql`update account set password_hash = ${hash} where id = ${id}`.execute(shop.db);
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.ask("signin", { email, password, agree: 1 })),
  );
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
});

it("takes no hash for right whose cost is out of bounds", async () => {
  const costly = "$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  expect(await foreignHashMatches(costly, "U*U")).toBe(false);
});
