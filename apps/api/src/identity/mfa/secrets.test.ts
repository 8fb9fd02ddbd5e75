import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { openLog } from "../../platform/log/log.ts";
import { startTestApi } from "../../../testing/api.ts";

let written = "";
const log = openLog("trace", "api", { write: (line) => void (written += line) });
const api = forTests(() => startTestApi({ log }));

interface CallResult {
  code: number;
  data: { session: string; secret: string; recoveryCodes: string[] };
}
async function ask(name: CallName, fields: Record<string, string>): Promise<CallResult> {
  const body = new URLSearchParams(fields);
  const answer = await fetch(api.url + calls[name].path, { method: "POST", body });
  return (await answer.json()) as CallResult;
}
async function mailed(to: string): Promise<string> {
  const answer = await fetch(`${api.url}/lab/mails?to=${to}`);
  const [mail] = (await answer.json()) as { text: string }[];
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(api.db);
  let text = "";
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
      api.db,
    );
    text += rows.rows.map(({ row }) => row).join("\n");
  }
  return text;
}

it("No second-factor secret and no mailed code appears in a log or a dump (A2)", async () => {
  const email = "secrets@example.com";
  const second = "secrets-second@example.com";
  const password = "h7Kqorchard";
  const { session } = (await ask("signup", { email, password, agree: "1" })).data;
  const { secret } = (await ask("mfaSecret", { session })).data;
  const totp = TOTP.generate({ secret: Secret.fromBase32(secret) });
  const { recoveryCodes } = (await ask("bindMFa", { session, code: totp })).data;
  expect(recoveryCodes).toHaveLength(10);
  await ask("mailCode", { session, scene: "secureMail", email: second });
  await ask("mailCode", { session, scene: "unbindMfa" });
  await ask("mailCode", { scene: "forgot", email });
  const codes = [await mailed(email), await mailed(second)];
  const [recovery = ""] = recoveryCodes;
  // Right, wrong, too long, and in fields not meant for codes.
  for (const code of [...codes, recovery, totp, `${recovery}${"x".repeat(40)}`]) {
    await ask("signin", { email, password, agree: "1", mfaCode: code });
    await ask("secureMail", { session, email: second, code, mfaCode: code });
    await ask("unbindMFa", { session: code, mailCode: code });
    await fetch(`${api.url}/v1/unbindMFa?code=${code}`);
  }
  // The microseconds of a timestamp may equal a code by chance.
  const rows = (await dump()).replaceAll(/\d\d:\d\d:\d\d\.\d+/g, "");
  const everything = { log: written, dump: rows };
  expect(everything.log).toContain("/v1/secureMail");
  expect(everything.dump).toContain(second);
  for (const [where, text] of Object.entries(everything)) {
    for (const one of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((c) => c.replaceAll("-", "")),
    ])
      expect([where, one, text.includes(one)]).toEqual([where, one, false]);
    for (const one of [totp, ...codes]) {
      expect(one).toMatch(/^\d{6}$/);
      expect([where, one, new RegExp(`\\b${one}\\b`).test(text)]).toEqual([where, one, false]);
    }
  }
});
