/** What a network that behaves oddly has to solve (spec/sign-in#proof-of-work). */
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { addOffset } from "../../across/lab/store.ts";
import { askFrom, type CallResult, type Fields } from "../session/testing.ts";

// Behind a proxy, so that each request can come from an address of its own.
const first = forTests(() => startTestApi({}, { CAPTCHA: "altcha", TRUSTED_PROXIES: "127.0.0.1" }));
const second = forTests(() => first.startAnother());

let people = 0;
const person = () => ({
  email: `p${people++}@captcha.example.com`,
  password: "Passw0rd!x",
  agree: 1,
});

type Said = CallResult<CallName> & { refused: { challenge?: Challenge } };
/** Makes a call from an address. */
async function ask(ip: string, name: CallName, fields: Fields, url = first.url): Promise<Said> {
  const body = new URLSearchParams(Object.entries(fields).map(([k, v]) => [k, String(v)]));
  const headers = { "x-forwarded-for": ip };
  const answer = await fetch(url + calls[name].path, { method: "POST", headers, body });
  const { code, msg, data } = (await answer.json()) as Said;
  return { status: answer.status, code, msg, data, refused: data as never };
}
const reasonOf = ({ code, refused }: Said) => (code === 0 ? "ok" : refused.reason);

async function solve({ refused }: Said): Promise<string> {
  const { challenge } = refused;
  if (!challenge) throw new Error(`no challenge: ${JSON.stringify(refused)}`);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

describe("A network's sign-ups (spec/sign-in#proof-of-work)", () => {
  it("are free for an honest person, from any network, and asked from the third of a farm", async () => {
    const honest: string[] = [];
    for (let at = 0; at < sized(8, 1_000); at++)
      honest.push(reasonOf(await ask(`198.51.${at >> 8}.${at & 255}`, "signup", person())));
    expect(new Set(honest)).toEqual(new Set(["ok"]));
    const accounts = sized(6, 100);
    const farm = Array.from({ length: accounts }, (_none, at) =>
      ask("203.0.113.7", "signup", person(), at % 2 ? first.url : second.url),
    );
    const reasons = (await Promise.all(farm)).map(reasonOf);
    expect(reasons.filter((one) => one === "ok")).toHaveLength(2);
    expect(reasons.filter((one) => one === "captchaNeeded")).toHaveLength(accounts - 2);
  }, 600_000);

  it("count by the /64 of IPv6, and a solved answer opens one account, over all processes", async () => {
    const inNetwork = (host: number) => `2001:db8:7:7::${host}`;
    await ask(inNetwork(1), "signup", person());
    await ask(inNetwork(2), "signup", person());
    const refused = await ask(inNetwork(3), "signup", person());
    expect([refused.status, refused.code, refused.refused.field]).toEqual([200, 403, "captcha"]);
    const captcha = await solve(refused);
    const elsewhere = await ask("2001:db8:7:8::1", "signin", { ...person(), captcha });
    expect(elsewhere.refused.reason).toBe("wrongPassword");
    const [one, other] = await Promise.all([
      ask(inNetwork(4), "signup", { ...person(), captcha }),
      ask(inNetwork(5), "signup", { ...person(), captcha }, second.url),
    ]);
    expect([reasonOf(one), reasonOf(other)].toSorted()).toEqual(["captchaNeeded", "ok"]);
  });

  it("are not counted if they fail for a reason that tells nothing", async () => {
    const weak = { ...person(), password: "password1" };
    for (let at = 0; at < 5; at++)
      expect((await ask("203.0.113.20", "signup", weak)).refused.reason).toBe("commonPassword");
    expect(reasonOf(await ask("203.0.113.20", "signup", person()))).toBe("ok");
  });
});

it("An answer (spec/sign-in#proof-of-work) is of its network and purpose, has not been altered, and lives ten minutes", async () => {
  const ip = "203.0.113.30";
  for (let at = 0; at < 2; at++) await ask(ip, "signup", person());
  const refused = await ask(ip, "signup", person());
  const captcha = await solve(refused);
  // The same answer at a neighbour's, for another purpose, altered, and no answer at all.
  const neighbour = "203.0.113.31";
  for (let at = 0; at < 2; at++) await ask(neighbour, "signup", person());
  const stolen = await ask(neighbour, "signup", { ...person(), captcha });
  for (let at = 0; at < 2; at++)
    await ask(ip, "mailCode", { scene: "forgot", email: person().email });
  const target = { scene: "forgot", email: person().email };
  const misused = await ask(ip, "mailCode", { ...target, captcha });
  const payload = JSON.parse(Buffer.from(captcha, "base64").toString()) as {
    challenge: Challenge;
  };
  payload.challenge.parameters.expiresAt = 9_999_999_999;
  const altered = await ask(ip, "signup", { ...person(), captcha: JSON.stringify(payload) });
  const noise = await ask(ip, "signup", { ...person(), captcha: "e30=" });
  for (const said of [stolen, misused, altered, noise])
    expect(said.refused.reason).toBe("captchaNeeded");
  const { db, world } = first.services;
  world.setOffset(await addOffset(db, 601_000));
  const late = await ask(ip, "signup", { ...person(), captcha });
  expect(late.refused.reason).toBe("captchaNeeded");
});

it("Failed sign-ins and mailed codes (spec/sign-in#proof-of-work) are asked from the fifth failure and the third code; a right password is not counted", async () => {
  const ip = "203.0.113.40";
  const known = person();
  await ask("203.0.113.41", "signup", known);
  for (let at = 0; at < 6; at++) expect(reasonOf(await ask(ip, "signin", known))).toBe("ok");
  const wrong = { ...known, password: "Wrong-Pass-1" };
  for (let at = 0; at < 4; at++)
    expect((await ask(ip, "signin", wrong)).refused.reason).toBe("wrongPassword");
  const fifth = await ask(ip, "signin", wrong);
  expect(fifth.refused.reason).toBe("captchaNeeded");
  expect(reasonOf(await ask(ip, "signin", { ...known, captcha: await solve(fifth) }))).toBe("ok");
  const code = () => ask(ip, "mailCode", { scene: "forgot", email: person().email });
  expect([reasonOf(await code()), reasonOf(await code())]).toEqual(["ok", "ok"]);
  const third = await code();
  expect(third.refused.reason).toBe("captchaNeeded");
  const captcha = await solve(third);
  const again = { scene: "forgot", email: person().email, captcha };
  expect(reasonOf(await ask(ip, "mailCode", again))).toBe("ok");
});

it("With CAPTCHA_ALWAYS and Turnstile (spec/sign-in#proof-of-work), every sign-up is asked; a token counts if Turnstile says so, for its purpose", async () => {
  const asked: URLSearchParams[] = [];
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const fields = new URLSearchParams(await text(request));
    asked.push(fields);
    const good = fields.get("response") === "good";
    response.end(JSON.stringify({ success: good, action: "signup" }));
  };
  const turnstile = http.createServer((request, response) => void answer(request, response));
  turnstile.listen(0, "127.0.0.1");
  await once(turnstile, "listening");
  const { port } = turnstile.address() as { port: number };
  const api = await startTestApi(
    {},
    {
      CAPTCHA: "turnstile",
      CAPTCHA_ALWAYS: "1",
      TURNSTILE_SITE_KEY: "site",
      TURNSTILE_SECRET: "hush",
      TURNSTILE_URL: `http://127.0.0.1:${port}`,
    },
  );
  try {
    const here = askFrom(api.url, { ip: "127.0.0.9" });
    const refused = await here("signup", person());
    expect(refused.refused).toMatchObject({
      reason: "captchaNeeded",
      challenge: { type: "turnstile", siteKey: "site", action: "signup" },
    });
    expect((await here("signup", { ...person(), captcha: "bad" })).code).toBe(403);
    expect((await here("signup", { ...person(), captcha: "good" })).code).toBe(0);
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
      secret: "hush",
      response: "good",
      remoteip: "127.0.0.9",
    });
    const page = await fetch(`${api.url}/index/login`);
    expect(page.headers.get("content-security-policy")).toContain(
      `script-src 'self' http://127.0.0.1:${port}`,
    );
    turnstile.close();
    turnstile.closeAllConnections();
    expect((await here("signup", { ...person(), captcha: "good" })).code).toBe(503);
  } finally {
    await api.stop();
  }
  const plain = await fetch(`${first.url}/index/login`);
  expect(plain.headers.get("content-security-policy")).toContain("script-src 'self';");
});
