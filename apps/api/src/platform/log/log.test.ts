import { connect } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describeError, openLog } from "./log.ts";
import { startTestApi } from "../../../testing/api.ts";

let written = "";
const log = openLog("trace", "api", { write: (line) => void (written += line) });
const api = forTests(() => startTestApi({ log }));

const canary = "Kanary5ecret9";
const post = async (call: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${api.url}/v1/${call}`, { method: "POST", body });
  return (await answer.json()) as { code: number; data: Record<string, unknown> };
};
/** The ways in which a text could appear in a line: plain, base64, hex, a list of bytes. */
const spellings = (text: string) => {
  const bytes = Buffer.from(text);
  return [text, bytes.toString("base64").slice(0, -4), bytes.toString("hex"), [...bytes].join(",")];
};
function expectNoCanary(text: string, secret = canary) {
  for (const spelling of spellings(secret)) expect(text).not.toContain(spelling);
}

test("A row that the database rejects leaves none of its values in the log (A2)", async () => {
  await sql`
    alter table account add constraint test_refuses
    check (email not like 'refused%')`.execute(api.db);
  const email = `refused.${canary.toLowerCase()}@example.com`;
  const answer = await post("signup", { email, password: `${canary}!pw`, agree: "1" });
  expect(answer).toMatchObject({ code: 500, data: { reason: "ourFault" } });
  expect(written).toContain("test_refuses");
  expect(written).not.toContain("$argon2");
  expectNoCanary(written);
  expectNoCanary(written, canary.toLowerCase());
  expectNoCanary(JSON.stringify(answer));
});

test("The contents of malformed requests are not logged (A2)", async () => {
  const type = { "content-type": "application/json" };
  const body = `{"session":"${canary}", "password": ${canary}`;
  const send = (url: string, init: RequestInit) => fetch(api.url + url, init);
  const answers = [
    await send("/v1/member", { method: "POST", headers: type, body }),
    await send(`/v1/member?session=${canary}`, { method: "POST", body: "a=b" }),
    await send(`/v1/unknown?key=${canary}`, { method: "POST", headers: { cookie: canary } }),
    await send("/v1/member", { method: "POST", body: new URLSearchParams({ session: canary }) }),
    await send("/v1/member", { method: "POST", headers: { authorization: canary }, body: "x=y" }),
  ];
  for (const answer of answers) expectNoCanary(await answer.text());
  // Not HTTP at all: the parser's error contains the whole packet.
  const port = Number(new URL(api.url).port);
  await new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(`${canary} bad packet\r\n\r\n`));
    socket.on("close", () => resolve()).resume();
  });
  expect(written).toContain("client error");
  expectNoCanary(written);
});

test("A long address does not fill the log (spec/quality#n7)", async () => {
  const before = written.length;
  await fetch(`${api.url}/${"p".repeat(50_000)}`);
  await expect.poll(() => written.slice(before)).toContain("ppp");
  expect(written.length - before).toBeLessThan(2_000);
});

test("Only the kind, location and safe text of an error are logged", () => {
  const url = `postgres://turnpike:${canary}@db.example:5432/x`;
  const errors = [
    Object.assign(new Error("duplicate key"), { code: "23505", detail: `(${canary})` }),
    Object.assign(new Error(`invalid input syntax for type uuid: "${canary}"`), { code: "22P02" }),
    Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL", input: url }),
    new Error(`connect ${url} failed`, {
      cause: Object.assign(new Error("no"), { where: canary }),
    }),
    Object.assign(new Error("rejected"), { rejected: [canary], response: canary, command: canary }),
  ];
  for (const error of errors) expectNoCanary(JSON.stringify(describeError(error)));
  try {
    JSON.parse(`{"password": ${canary}`);
  } catch (error) {
    expectNoCanary(JSON.stringify(describeError(error)));
  }
  expectNoCanary(JSON.stringify(describeError(canary)));
  expect(describeError(errors[0])).toMatchObject({ message: "duplicate key", code: "23505" });
  expect(describeError(errors[3])).toMatchObject({ cause: { message: "no" } });
});
