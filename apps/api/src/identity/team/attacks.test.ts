/** Attacks of people and strangers on teams, invitations and roles. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { maskCdkey } from "@turnpike/rules/cdkey.ts";
import type { TeamRole } from "@turnpike/rules/team.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { enterpriseCustomer, give } from "../../products/cdkey/testing.ts";
import { withStatics } from "../../products/static/renew-testing.ts";
import { keyOf } from "../api-key/testing.ts";
import { codeMailedTo, startShop } from "../session/testing.ts";
import { invitationMailedTo, join, type Member } from "./testing.ts";

const shop = forTests(startShop);

it("an invitation that many accept at once makes one member, and one mail makes no second", async () => {
  const [owner, person] = [await shop.customer(), await shop.newcomer()];
  const { email } = person;
  await owner.get("teamInvite", { email, role: "viewer", password: owner.password });
  const token = await invitationMailedTo(shop, email);
  const all = await Promise.all(
    Array.from({ length: 12 }, () => person.ask("teamAccept", { token })),
  );
  expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
  expect((await owner.get("team")).members).toHaveLength(1);
});

it("an invitation that is taken back while it is accepted leaves a member that is listed, or none", async () => {
  const owner = await shop.customer();
  for (let turn = 0; turn < 4; turn++) {
    const person = await shop.newcomer();
    const { email } = person;
    const { id } = await owner.get("teamInvite", {
      email,
      role: "admin",
      password: owner.password,
    });
    const token = await invitationMailedTo(shop, email);
    const [accepted] = await Promise.all([
      person.ask("teamAccept", { token }),
      owner.ask("teamRemove", { id }),
    ]);
    const { members, invitations } = await owner.get("team");
    expect(invitations).toEqual([]);
    expect(members.some((one) => one.email === email)).toBe(accepted.code === 0);
  }
});

it("no call of a member is done after the answer that the role is another one", async () => {
  const owner = await shop.customer();
  const member = await join(shop, owner, "developer");
  let done = 0;
  let isOver = false;
  const hammer = Array.from({ length: 6 }, async (_, lane) => {
    for (let turn = 0; !isOver && turn < 200; turn++) {
      const account = `Race${lane}x${turn}abc`;
      const made = await member.ask("addSubUser", { account, password: "Secret77x", trafficGb: 0 });
      if (made.code === 0) done += 1;
      else return;
    }
  });
  const fields = { id: member.id, role: "viewer", password: owner.password } as const;
  await owner.get("teamUp", fields);
  const { total } = await owner.get("subUsers", { page: 1, limit: 1 });
  isOver = true;
  await Promise.all(hammer);
  expect((await owner.get("subUsers", { page: 1, limit: 1 })).total).toBe(total);
  expect(done).toBe(total);
});

it("a member raises nobody and joins nothing with the team's session", async () => {
  const owner = await shop.customer();
  const [admin, billing] = [await join(shop, owner, "admin"), await join(shop, owner, "billing")];
  const other = await shop.customer();
  await other.get("teamInvite", {
    email: admin.person.email,
    role: "admin",
    password: other.password,
  });
  const token = await invitationMailedTo(shop, admin.person.email);
  const { password } = admin.person;
  const tries = [
    await admin.ask("teamAccept", { token }),
    await admin.ask("teamEnter", { id: billing.id }),
    await admin.ask("teamUp", { id: admin.id, role: "admin", password }),
    await billing.ask("teamUp", { id: billing.id, role: "admin", password }),
    await billing.ask("apiKeyAdd", { name: "x", scopes: "read,money,manage" }),
    await admin.ask("upPwd", { oldPassword: password, newPassword: "An0therOrchard!" }),
    await admin.ask("cancel", { password, code: "000000", confirm: true }),
  ];
  expect(tries.map(({ refused }) => refused.reason)).toEqual([
    "roleScope",
    "roleScope",
    "roleForbidden",
    "roleScope",
    "roleScope",
    "roleScope",
    "roleScope",
  ]);
  // A session cannot be named by the one that it hangs on, and no header makes a member the owner.
  const { session } = admin;
  for (const wrong of [
    session.toUpperCase(),
    `${session} `,
    `team-${owner.session}`,
    owner.session.slice(1),
  ])
    expect((await shop.ask("member", { session: wrong })).refused.reason).toBe("sessionInvalid");
});

it("who uses no proxies sees no token that changes an address", async () => {
  const owner = await shop.customer();
  await owner.get("addSubUser", { account: "Covered01", password: "Secret77x", trafficGb: 0 });
  const shown = async (role: "viewer" | "billing" | "developer") => {
    const member = await join(shop, owner, role);
    const all = await member.get("subUsers");
    const available = await member.get("availableSubUsers");
    return [all.items[0]?.rotateToken, available.items[0]?.rotateToken].map((one) =>
      /^[0-9a-f]{64}$/.test(one ?? ""),
    );
  };
  expect(await shown("viewer")).toEqual([false, false]);
  expect(await shown("billing")).toEqual([false, false]);
  expect(await shown("developer")).toEqual([true, true]);
});

it("who spends nothing reads no code that could be redeemed", async () => {
  const owner = await enterpriseCustomer(shop);
  const made = await owner.get("cdkeyMake", { kind: "ip", amount: 100, count: 1 });
  const code = made.items[0]?.code ?? "";
  const seenBy = async (role: TeamRole) =>
    (await (await join(shop, owner, role)).get("cdkeys")).items[0]?.code;
  expect(await seenBy("developer")).toBe(maskCdkey(code));
  expect(await seenBy("viewer")).not.toContain(code.slice(6));
  expect(await seenBy("admin")).toBe(code);
  expect((await owner.get("cdkeys")).items[0]?.code).toBe(code);
});

it("who buys and uses no proxies gets no password of what is renewed or opened", async () => {
  const { customer: owner, ids } = await withStatics(shop, { num: 1, credits: 2 });
  await give(shop.services, owner.id, { asset: "ip", amount: 2 });
  const [billing, admin] = [await join(shop, owner, "billing"), await join(shop, owner, "admin")];
  const renewed = (member: Member) =>
    member.get("renewalStatic", { id: ids[0] ?? "", days: 30, method: "wallet" });
  const opened = (member: Member) => member.get("ipOpen", { num: 1, hours: 1, auth: "user" });
  const masked = /^•+$/;
  const [own, theirs] = [await renewed(admin), await renewed(billing)];
  expect([own, theirs].map(({ password = "" }) => masked.test(password))).toEqual([false, true]);
  expect(theirs.items.map(({ password }) => masked.test(password))).toEqual([true]);
  const [mine, others] = [await opened(admin), await opened(billing)];
  const isCovered = ({ items }: typeof mine) => masked.test(items[0]?.password ?? "");
  expect([isCovered(mine), isCovered(others)]).toEqual([false, true]);
});

it("a thief's keys for a team end with the recovery of the member whose session was stolen", async () => {
  const owner = await shop.customer();
  const { person, get } = await join(shop, owner, "admin");
  const isKnown = async (key: string) => (await shop.ask("member", { key })).code === 0;
  const stolen = await get("apiKeyAdd", { name: "thief", scopes: "read,buy,money" });
  const { key } = await keyOf(owner, "read");
  expect([await isKnown(stolen.key), await isKnown(key)]).toEqual([true, true]);
  const { email } = person;
  await shop.ask("mailCode", { scene: "forgot", email });
  const code = await codeMailedTo(shop.url, email);
  const password = "An0therOrchard!";
  expect((await shop.ask("repwd", { email, code, password })).code).toBe(0);
  expect([await isKnown(stolen.key), await isKnown(key)]).toEqual([false, true]);
});

it("no key for a team is made after the answer that the member's session has ended", async () => {
  const owner = await shop.customer();
  for (let turn = 0; turn < 3; turn++) {
    const { person, ask } = await join(shop, owner, "admin");
    const adding = Array.from({ length: 6 }, () =>
      ask("apiKeyAdd", { name: `late ${turn}`, scopes: "read" }),
    );
    await person.get("signout");
    const { items } = await owner.get("apiKeys");
    await Promise.all(adding);
    expect((await owner.get("apiKeys")).items).toHaveLength(items.length);
  }
});

it("nobody hides an act or a change of credentials behind ten thousand others", async () => {
  const owner = await shop.customer();
  const { person, get } = await join(shop, owner, "admin");
  const { id } = await get("apiKeyAdd", { name: "hidden", scopes: "read" });
  const { db } = shop.services;
  await sql`
    insert into team_act (id, account_id, person_id, at, call, subject, ip)
    select gen_random_uuid(), ${owner.id}, ${person.id}, now() + n * interval '1 second',
      '/v1/upLang', '', '' from generate_series(1, 10050) n`.execute(db);
  await sql`
    insert into login_event (id, account_id, at, ip, network, agent, event)
    select gen_random_uuid(), ${owner.id}, now() + n * interval '1 second', '', '', '', 'mfaBound'
    from generate_series(1, 10050) n`.execute(db);
  await get("upLang", { language: "fr" });
  await get("apiKeyDel", { ids: id });
  const { rows } = await sql<{ acts: number; kept: number; events: number; added: number }>`
    select (select count(*) from team_act where account_id = ${owner.id})::int as acts,
      (select count(*) from team_act where account_id = ${owner.id}
        and call = '/v1/apiKeyAdd')::int as kept,
      (select count(*) from login_event where account_id = ${owner.id})::int as events,
      (select count(*) from login_event where account_id = ${owner.id}
        and event = 'apiKeyAdded')::int as added`.execute(db);
  const [found] = rows;
  expect([found?.kept, found?.added]).toEqual([1, 1]);
  expect(Math.max(found?.acts ?? 0, found?.events ?? 0)).toBeLessThanOrEqual(10_000);
});
