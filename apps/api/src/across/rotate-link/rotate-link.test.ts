import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { givePlan, lastUnlimitedPortFact, soon } from "../../products/unlimited/give-testing.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const advance = (seconds: number) =>
  api.services.world.setOffset(api.services.world.offsetMs() + seconds * 1_000);
async function rotate(token: string | null) {
  const answer = await fetch(`${api.url}/rotate?token=${encodeURIComponent(token ?? "")}`);
  const { data } = (await answer.json()) as { data: Record<string, unknown> };
  return { status: answer.status, ...data };
}
const done = { status: 200, retryAfter: 10, ip: null };
const unknown = { status: 404, reason: "linkNotFound" };
const tooSoon = { status: 429, reason: "tooSoon", retryAfter: 10 };

/** A customer's sub-account, and how a gateway asks which exit a session holds. */
async function holder(account: string) {
  const customer = await api.customer(1);
  const made = await createSubAccount(customer, account, { trafficGb: 0 });
  const hold = (key: string, proposedExitId: string, again?: true) =>
    link.ask("hold", {
      subAccountId: made.id,
      key,
      minutes: 60,
      proposedExitId,
      deadExitId: null,
      ...(again && { again }),
    });
  const facts = () =>
    link.news.flatMap((news) =>
      news.kind === "change"
        ? news.puts.filter((fact) => fact.kind === "subAccount" && fact.id === made.id)
        : [],
    );
  return { customer, id: made.id, token: made.rotateToken, hold, facts };
}
const [one, other] = [
  "00000000-0000-4000-8000-000000000001",
  "00000000-0000-4000-8000-000000000002",
];

describe("A sub-account's session (spec/api#rotate)", () => {
  it("leaves its exit, in every place and at every node, at most once in 10 seconds; others keep theirs", async () => {
    const { token, hold, facts } = await holder("Rotates01");
    const own = ["|a1", "region-DE|a1", "|a1@eu-1"];
    const others = ["|b1", "|xa1", "|b1@a1"];
    for (const key of [...own, ...others]) await hold(key, one);
    expect(await rotate(`${token}-a1`)).toEqual(done);
    await expect.poll(() => facts().at(-1), soon).toMatchObject({ rotations: 1 });
    expect(await rotate(`${token}-a1`)).toEqual({ ...tooSoon, ip: null });
    for (const key of own) {
      // Nothing is held until the gateway has another exit, or knows that there is none.
      expect(await hold(key, one, true)).toMatchObject({ exitId: one, leaves: true });
      expect((await hold(key, other, true)).leaves).toBeUndefined();
      expect((await hold(key, one)).exitId).toBe(other);
    }
    for (const key of others) expect((await hold(key, other)).exitId).toBe(one);
    advance(11);
    expect(await rotate(`${token}-a1`)).toEqual(done);
    // The only exit that there is may be held again.
    expect((await hold("|a1", other)).exitId).toBe(other);
    await expect.poll(() => facts().at(-1), soon).toMatchObject({ rotations: 2 });
  });

  it("is told its new address while it may not change it again", async () => {
    const { token, hold } = await holder("Rotates02");
    const { rows } = await sql<{ id: string; ip: string }>`
      select id, host(ip) as ip from exit where masklen(ip) = 32 limit 2`.execute(api.db);
    await hold("|a1", rows[0]?.id ?? "");
    expect(await rotate(`${token}-a1`)).toEqual(done);
    await hold("|a1", rows[1]?.id ?? "");
    expect(await rotate(`${token}-a1`)).toEqual({ ...tooSoon, ip: rows[1]?.ip });
  });

  it("changes nothing without an exit, and tells gateways nothing", async () => {
    const { token, facts } = await holder("Rotates03");
    const before = facts().length;
    expect(await rotate(`${token}-never`)).toEqual(done);
    expect(facts().length).toBe(before);
  });

  it("is reached by its own token alone, until the password changes or it may not be used", async () => {
    const { customer, id, token, hold } = await holder("Rotates04");
    const { token: strange } = await holder("Rotates05");
    await hold("|a1", one);
    const proof = strange.slice(32);
    const wrong = [
      token,
      `${token}-`,
      `${token}-a_1`,
      `${token}-${"a".repeat(33)}`,
      `${token.slice(0, 32)}${proof}-a1`,
      `${token.slice(0, 63)}${token.endsWith("0") ? "1" : "0"}-a1`,
      `${token.toUpperCase()}-a1`,
      "",
    ];
    for (const each of wrong) expect([each, await rotate(each)]).toEqual([each, unknown]);
    await customer.call("upSubUser", { id, enabled: 0 });
    expect(await rotate(`${token}-a1`)).toEqual(unknown);
    await customer.call("upSubUser", { id, enabled: 1 });
    await customer.call("upSubUserPasswd", { id, password: "another77" });
    expect(await rotate(`${token}-a1`)).toEqual(unknown);
    const { data } = await customer.call("availableSubUsers");
    const next = data.items.find((item) => item.id === id)?.rotateToken ?? "";
    expect(await rotate(`${next}-a1`)).toEqual(done);
    await customer.call("delSubUser", { ids: id });
    advance(11);
    expect(await rotate(`${next}-a1`)).toEqual(unknown);
  });

  it("counts once when many programs ask at the same time", async () => {
    const { token, hold, facts } = await holder("Rotates06");
    await hold("|a1", one);
    const answers = await Promise.all(Array.from({ length: 12 }, () => rotate(`${token}-a1`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await expect.poll(() => facts().at(-1), soon).toMatchObject({ rotations: 1 });
  });
});

it("A port of an unlimited plan (spec/api#rotate) gets another exit by its token, until its plan ends", async () => {
  const customer = await api.customer();
  const { id: planId, portIds } = await givePlan(api.services, customer.id, { quantity: 2 });
  const [portId = ""] = portIds;
  const listed = async () =>
    (await customer.call("portOrder", { planId })).data.items.find(({ id }) => id === portId);
  const token = (await listed())?.rotateToken ?? null;
  advance(11);
  expect(await rotate(token)).toEqual(done);
  await expect
    .poll(() => lastUnlimitedPortFact(link, portId), soon)
    .toMatchObject({ rotation: { turn: 1 } });
  expect(await rotate(token)).toEqual({ ...tooSoon, ip: null });
  advance(31 * 86_400);
  expect(await rotate(token)).toEqual(unknown);
  expect((await listed())?.rotateToken ?? null).toBeNull();
});
