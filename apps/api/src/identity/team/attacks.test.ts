/** Attacks of people and strangers on teams, invitations and roles. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { startShop } from "../session/testing.ts";
import { invitationMailedTo, join } from "./testing.ts";

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
