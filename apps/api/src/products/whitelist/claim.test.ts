/**
 * A contested address belongs to the account that calls from it
 * (spec/traffic-plan#contested-addresses).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { askFrom, type Customer, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);

let made = 0;
const freshIp = () => `127.0.7.${++made}`;
async function owner(subs = 1): Promise<Customer> {
  const who = await shop.customer();
  for (let n = 0; n < subs; n++)
    await who.get("addSubUser", {
      account: `Claimer${++made}x`,
      password: "secret77",
      trafficGb: 0,
      main: 0,
    });
  return who;
}
const claimFrom = (ip: string, { session }: Customer, more: Record<string, string> = {}) =>
  askFrom(shop.url, { ip })("checkTrafficWhite", { session, claim: 1, ...more });
const listed = async (who: Customer) => (await who.get("trafficWhiteList")).items;

test("A call from the IP address moves the entry to the caller and notifies its former owner", async () => {
  const [squatter, honest] = [await owner(), await owner(2)];
  const ip = freshIp();
  await squatter.get("addTrafficWhite", { ips: ip, description: "not mine" });
  const { refused } = await honest.get("addTrafficWhite", { ips: ip });
  expect(refused).toMatchObject([{ ip, reason: "ipTaken" }]);
  const answer = await claimFrom(ip, honest);
  expect(answer).toMatchObject({ code: 0, data: { ip, whitelisted: true, claimed: true } });
  expect(await listed(squatter)).toEqual([]);
  const oldest = (await honest.get("subUsers", { sort: "createdAt" })).items[0]?.account;
  expect(await listed(honest)).toMatchObject([
    { ip, account: oldest, description: "", expiresAt: null },
  ]);
  const [mail] = await mailsTo(shop, squatter.email);
  expect(mail?.subject).toBe("An address has left your whitelist");
  expect(mail?.text).toContain(ip);
  expect(mail?.text).not.toContain(honest.email);
  // Claiming again changes nothing.
  expect((await claimFrom(ip, honest)).data).toEqual({ ip, whitelisted: true, claimed: false });
});

test("Only the IP address that the call comes from is claimed, never one in a field or header", async () => {
  const [victim, thief] = [await owner(), await owner()];
  const [ip, elsewhere] = [freshIp(), freshIp()];
  await victim.get("addTrafficWhite", { ips: ip });
  const response = await claimFrom(elsewhere, thief, { ip });
  expect(response.data).toEqual({ ip: elsewhere, whitelisted: false, claimed: false });
  const headers = { "x-forwarded-for": ip, forwarded: `for=${ip}`, "x-real-ip": ip };
  const body = new URLSearchParams({ session: thief.session, claim: "1", ip });
  const url = `${shop.url}/v1/checkTrafficWhite`;
  const answer = await fetch(url, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ data: { ip: "127.0.0.1", claimed: false } });
  expect(await listed(victim)).toMatchObject([{ ip }]);
  expect(await listed(thief)).toEqual([]);
});

test("An access key cannot claim, nor can an account without a sub-account or with a full whitelist", async () => {
  const [victim, bare, full] = [await owner(), await shop.customer(), await owner()];
  const ip = freshIp();
  await victim.get("addTrafficWhite", { ips: ip });
  const { accessKey } = await full.get("member");
  const byKey = await askFrom(shop.url, { ip })("checkTrafficWhite", { key: accessKey, claim: 1 });
  expect(byKey).toMatchObject({ code: 403, refused: { reason: "keyReadOnly" } });
  expect(await claimFrom(ip, bare)).toMatchObject({
    code: 404,
    refused: { reason: "subAccountNotFound" },
  });
  const { items } = await full.get("subUsers");
  await sql`
    insert into whitelist_entry (id, account_id, sub_account_id, ip, created_at)
    select gen_random_uuid(), ${full.id}, ${items[0]?.id}, '198.51.0.0'::inet + n, now()
    from generate_series(1, 1000) n`.execute(shop.db);
  expect(await claimFrom(ip, full)).toMatchObject({
    code: 409,
    refused: { reason: "tooMany", limit: 1_000 },
  });
  expect(await listed(victim)).toMatchObject([{ ip }]);
});

test("After concurrent claims the IP address belongs to exactly one account", async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => owner()));
  const ip = freshIp();
  await many[0]?.get("addTrafficWhite", { ips: ip });
  const answers = await Promise.all(many.map((who) => claimFrom(ip, who)));
  expect(answers.map(({ code }) => code)).toEqual(many.map(() => 0));
  const lists = await Promise.all(many.map(listed));
  expect(lists.flat()).toHaveLength(1);
});

test("Outside the lab an IP address can change accounts once in ten minutes", async () => {
  const real = await startShop({ NODE_ENV: "production" });
  try {
    const [one, two] = [await real.customer(), await real.customer()];
    for (const who of [one, two])
      await who.get("addSubUser", {
        account: `Claimer${++made}x`,
        password: "secret77",
        trafficGb: 0,
      });
    const { items } = await one.get("subUsers");
    // Outside the lab, loopback addresses cannot be whitelisted through the API.
    await sql`
      insert into whitelist_entry (id, account_id, sub_account_id, ip, created_at)
      values (gen_random_uuid(), ${one.id}, ${items[0]?.id}, '127.0.0.1', now())`.execute(
      real.services.db,
    );
    const claim = (who: Customer) => who.ask("checkTrafficWhite", { claim: 1 });
    expect((await claim(two)).data.claimed).toBe(true);
    const soon = await claim(one);
    expect(soon).toMatchObject({ code: 429, refused: { reason: "tooManyTries" } });
    expect(soon.refused.retryAfterSeconds).toBeGreaterThan(590);
    real.services.world.setOffset(601_000);
    expect((await claim(one)).data.claimed).toBe(true);
  } finally {
    await real.stop();
  }
});
