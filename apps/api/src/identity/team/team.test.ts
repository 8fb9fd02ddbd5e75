import { createHash } from "node:crypto";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { bindMfaOf, mailedCode } from "../mfa/testing.ts";
import { keyOf, program } from "../api-key/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { enter, invitationMailedTo, join } from "./testing.ts";

const shop = forTests(startShop);

const proved = (owner: Customer, fields: object) => ({ ...fields, password: owner.password });

describe("A team (spec/accounts#teams)", () => {
  it("is invited by mail, signs in by itself, and works in the account", async () => {
    const owner = await shop.customer({ cents: 1_234 });
    const member = await join(shop, owner, "developer");
    const user = await member.get("member");
    expect([user.id, user.walletCents]).toEqual([owner.id, 1_234]);
    const { email } = member.person;
    expect(user.acting).toEqual({ id: member.id, email, role: "developer" });
    const own = await member.person.get("member");
    expect([own.walletCents, own.acting]).toEqual([0, null]);
    expect(own.teams).toEqual([{ id: member.id, account: owner.email, role: "developer" }]);
    // The mailed link proved the mailbox.
    expect(own.emailVerified).toBe(true);
    const { members, invitations } = await owner.get("team");
    expect(invitations).toEqual([]);
    expect(members).toMatchObject([{ email, role: "developer", mfaBound: false, sessions: 1 }]);
  });

  it("is nothing that an account of one person sees", async () => {
    const alone = await shop.customer();
    await alone.get("upLang", { language: "de" });
    expect(await alone.get("team")).toEqual({ owner: alone.email, members: [], invitations: [] });
    expect((await alone.get("teamActs")).total).toBe(0);
    const { teams, acting } = await alone.get("member");
    expect([teams, acting]).toEqual([[], null]);
  });

  it("shows the owner who did what, refused calls and those that read left out (spec/accounts#acts)", async () => {
    const owner = await shop.customer();
    const developer = await join(shop, owner, "developer");
    await developer.get("subAccounts");
    await developer.ask("recharge", { amountCents: 500, method: "card" });
    await developer.get("addSubUser", {
      account: "Crawl101",
      password: "Crawl101pw",
      trafficGb: 0,
    });
    await owner.get("upLang", { language: "fr" });
    const { items } = await owner.get("teamActs");
    const { email } = developer.person;
    expect(items.map((one) => [one.email, one.call, one.subject])).toEqual([
      [owner.email, "/v1/upLang", ""],
      [email, "/v1/addSubUser", "Crawl101"],
      [email, "/v1/teamEnter", ""],
      [email, "/v1/teamAccept", "developer"],
    ]);
    // A call that is repeated under its requestId is done, and recorded, once.
    await shop.fund(owner.id, 5_000);
    const billing = await join(shop, owner, "billing");
    const order = {
      sku: "ip-standard",
      quantity: 100,
      method: "wallet",
      requestId: "team-order-1",
    };
    await billing.get("placeOrder", order);
    await billing.get("placeOrder", order);
    const after = await owner.get("teamActs");
    expect(after.items.filter((one) => one.subject === "ip-standard")).toHaveLength(1);
  });

  it("ends a member's sessions and keys with the removal, at once", async () => {
    const owner = await shop.customer();
    const admin = await join(shop, owner, "admin");
    const made = await admin.get("apiKeyAdd", { name: "crawler", scopes: "read" });
    const own = await keyOf(owner, "read");
    const [theirs, mine] = [program(shop.url, made.key), program(shop.url, own.key)];
    expect((await theirs("member")).code).toBe(0);
    await owner.get("teamRemove", { id: admin.id });
    expect((await admin.ask("member")).refused.reason).toBe("sessionInvalid");
    expect((await theirs("member")).data.reason).toBe("keyUnknown");
    expect((await mine("member")).code).toBe(0);
    // The own account of the person is as it was.
    expect((await admin.person.get("member")).teams).toEqual([]);
    expect((await admin.person.ask("teamEnter", { id: admin.id })).refused.reason).toBe(
      "memberNotFound",
    );
  });

  it("ends a member's sessions and keys with a new role", async () => {
    const owner = await shop.customer();
    const admin = await join(shop, owner, "admin");
    const { key } = await admin.get("apiKeyAdd", { name: "crawler", scopes: "read,buy" });
    const fields = proved(owner, { id: admin.id, role: "viewer" });
    expect(await owner.get("teamUp", fields)).toMatchObject({ role: "viewer", sessions: 0 });
    expect((await admin.ask("member")).refused.reason).toBe("sessionInvalid");
    expect((await program(shop.url, key)("member")).data.reason).toBe("keyUnknown");
    const again = await enter(shop, admin.person, admin.id);
    expect((await again.ask("apiKeys")).refused.reason).toBe("roleScope");
  });

  it("leaves by itself, and ends with the person's own session, password or account", async () => {
    const owner = await shop.customer();
    const [left, out, changed, closed] = [
      await join(shop, owner, "viewer"),
      await join(shop, owner, "viewer"),
      await join(shop, owner, "viewer"),
      await join(shop, owner, "viewer"),
    ];
    await left.person.get("teamLeave", { id: left.id });
    await out.person.get("signout");
    const { password } = changed.person;
    await changed.person.get("upPwd", { oldPassword: password, newPassword: "An0therOrchard!" });
    await closed.person.get("mailCode", { scene: "cancel" });
    const code = await mailedCode(shop, closed.person.email);
    await closed.person.get("cancel", { password: closed.person.password, code, confirm: true });
    for (const one of [left, out, changed, closed])
      expect((await one.ask("member")).refused.reason).toBe("sessionInvalid");
    expect((await owner.get("team")).members.map(({ id }) => id)).toEqual([out.id, changed.id]);
  });

  it("goes on when the owner signs in on one device alone, and ends with a new password", async () => {
    const owner = await shop.customer();
    const member = await join(shop, owner, "viewer");
    await owner.get("moreLogin", { enabled: 0 });
    const { email, password } = owner;
    const signedIn = await shop.ask("signin", { email, password, agree: 1 });
    expect((await member.ask("member")).code).toBe(0);
    expect((await owner.ask("member")).refused.reason).toBe("sessionInvalid");
    const { session } = signedIn.data;
    const passwords = { oldPassword: password, newPassword: "An0therOrchard!" };
    await shop.ask("upPwd", { session, ...passwords });
    expect((await member.ask("member")).refused.reason).toBe("sessionInvalid");
  });

  it("idles out by the shorter limit of the two accounts, and keeps the own session alive", async () => {
    const owner = await shop.customer();
    const member = await join(shop, owner, "viewer");
    await member.person.get("upTokenCache", { minutes: 30 });
    for (let turn = 0; turn < 3; turn++) {
      await shop.pass(20 * 60);
      expect((await member.ask("member")).code).toBe(0);
    }
    expect((await member.person.ask("member")).code).toBe(0);
    await shop.pass(31 * 60);
    expect((await member.ask("member")).refused.reason).toBe("sessionInvalid");
  });
});

describe("Whoever manages a team (spec/accounts#roles)", () => {
  it("decides about admins only as the owner", async () => {
    const owner = await shop.customer();
    const [admin, other] = [await join(shop, owner, "admin"), await join(shop, owner, "admin")];
    const viewer = await join(shop, owner, "viewer");
    const { password } = admin.person;
    const asAdmin = [
      await admin.ask("teamInvite", { email: "x@example.com", role: "admin", password }),
      await admin.ask("teamUp", { id: viewer.id, role: "admin", password }),
      await admin.ask("teamUp", { id: other.id, role: "viewer", password }),
      await admin.ask("teamRemove", { id: other.id }),
    ];
    expect(asAdmin.map(({ refused }) => refused.reason)).toEqual(
      asAdmin.map(() => "roleForbidden"),
    );
    const role = "developer";
    expect(await admin.get("teamUp", { id: viewer.id, role, password })).toMatchObject({ role });
    await admin.get("teamRemove", { id: viewer.id });
  });

  it("proves who they are by their own password or second factor", async () => {
    const owner = await shop.customer();
    const admin = await join(shop, owner, "admin");
    const asked = { email: "someone@example.com", role: "viewer" };
    expect((await admin.ask("teamInvite", asked)).refused).toMatchObject({
      reason: "missingField",
      field: "password",
    });
    const wrong = await admin.ask("teamInvite", { ...asked, password: `${owner.password}x` });
    expect(wrong.refused.reason).toBe("wrongPassword");
    const { fresh } = await bindMfaOf(shop, admin.person);
    const again = await enter(shop, admin.person, admin.id);
    expect((await again.ask("apiKeyAdd", { name: "x", scopes: "read" })).refused.reason).toBe(
      "mfaNeeded",
    );
    const mfaCode = await fresh();
    expect((await again.ask("teamInvite", { ...asked, mfaCode })).code).toBe(0);
  });

  it("lets nobody in without a second factor once the owner has one", async () => {
    const owner = await shop.customer();
    const member = await join(shop, owner, "viewer");
    await bindMfaOf(shop, owner);
    expect((await member.ask("member")).refused.reason).toBe("sessionInvalid");
    const refused = await member.person.ask("teamEnter", { id: member.id });
    expect(refused.refused.reason).toBe("teamNeedsMfa");
    await bindMfaOf(shop, member.person);
    expect((await (await enter(shop, member.person, member.id)).ask("member")).code).toBe(0);
  });

  it("changes nobody in another account", async () => {
    const [owner, stranger] = [await shop.customer(), await shop.customer()];
    const member = await join(shop, owner, "viewer");
    const { id } = member;
    const tries = [
      await stranger.ask("teamUp", proved(stranger, { id, role: "admin" })),
      await stranger.ask("teamRemove", { id }),
      await stranger.ask("teamEnter", { id }),
      await stranger.ask("teamLeave", { id }),
    ];
    expect(tries.map(({ refused }) => refused.reason)).toEqual(tries.map(() => "memberNotFound"));
  });
});

describe("An invitation (spec/accounts#invitations)", () => {
  const invited = async (owner: Customer, person: Customer) => {
    const fields = { email: person.email, role: "viewer" };
    const answer = await owner.get("teamInvite", proved(owner, fields));
    return { ...answer, token: await invitationMailedTo(shop, person.email) };
  };

  it("works once, for the invited address, within 7 days, until it is taken back or replaced", async () => {
    const owner = await shop.customer();
    const [person, other] = [await shop.newcomer(), await shop.newcomer()];
    const first = await invited(owner, person);
    const second = await invited(owner, person);
    expect((await owner.get("team")).invitations).toHaveLength(1);
    const reasonOf = async (customer: Customer, token: string) =>
      (await customer.ask("teamAccept", { token })).refused.reason;
    expect(await reasonOf(person, first.token)).toBe("invitationNotFound");
    expect(await reasonOf(other, second.token)).toBe("otherAddressInvited");
    await person.get("teamAccept", { token: second.token });
    expect(await reasonOf(person, second.token)).toBe("invitationNotFound");
    const again = await owner.ask(
      "teamInvite",
      proved(owner, { email: person.email, role: "admin" }),
    );
    expect(again.refused.reason).toBe("alreadyInTeam");
    const taken = await invited(owner, other);
    await owner.get("teamRemove", { id: taken.id });
    expect(await reasonOf(other, taken.token)).toBe("invitationNotFound");
    const late = await invited(owner, other);
    await shop.pass(7 * 86_400 + 1);
    expect((await shop.ask("teamInvitation", { token: late.token })).refused.reason).toBe(
      "invitationNotFound",
    );
  });

  it("tells who invites to its token alone, and nothing about whether an address has an account", async () => {
    const owner = await shop.customer();
    const person = await shop.newcomer();
    const known = await owner.ask(
      "teamInvite",
      proved(owner, { email: person.email, role: "viewer" }),
    );
    const unknown = await owner.ask(
      "teamInvite",
      proved(owner, { email: "nobody-here@example.com", role: "viewer" }),
    );
    const shape = ({ code, data }: typeof known) => [code, Object.keys(data)];
    expect(shape(known)).toEqual(shape(unknown));
    const token = await invitationMailedTo(shop, person.email);
    const shown = await shop.ask("teamInvitation", { token });
    expect(shown.data).toMatchObject({ account: owner.email, email: person.email, role: "viewer" });
    const { rows } = await sql<{ stored: string }>`
      select encode(token_hash, 'hex') as stored from team_invitation where email = ${person.email}`.execute(
      shop.db,
    );
    expect(rows[0]?.stored).toBe(createHash("sha256").update(token).digest("hex"));
  });

  it("is mailed 20 times a day at most", async () => {
    const owner = await shop.customer();
    const sent: number[] = [];
    for (let turn = 0; turn < 21; turn++) {
      const email = `colleague${turn}@example.com`;
      sent.push((await owner.ask("teamInvite", proved(owner, { email, role: "viewer" }))).code);
    }
    expect(sent).toEqual([...Array.from({ length: 20 }, () => 0), 429]);
  });

  it("has a session that releases before teams refuse", async () => {
    const owner = await shop.customer();
    const { session } = await join(shop, owner, "admin");
    expect(session).toMatch(/^team-[\w-]{43}$/);
    // Without its prefix, which an older release would look up, it opens nothing.
    const bare = session.slice("team-".length);
    expect((await shop.ask("member", { session: bare })).refused.reason).toBe("sessionInvalid");
  });
});
