import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { accessOf, type Call, scopeOf } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { sampled } from "@turnpike/net/testing/full.ts";
import { type PersonRole, personRoles, teamRoles } from "@turnpike/rules/team.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { startShop } from "../session/testing.ts";
import { enter, join, type Member, scopesOf } from "./testing.ts";
import { callOnce } from "../../../testing/call-once.ts";

const shop = forTests(startShop);
const members = new Map<PersonRole, Member>();
const owner = forTests(() => shop.customer());
beforeAll(async () => {
  for (const role of teamRoles) members.set(role, await join(shop, owner, role));
});

const closed = (Object.entries(calls) as unknown as [string, Call][]).filter(
  ([, call]) => call.access !== "visitor",
);
/** Calls that no key may make, and the members who may. */
const ofPeople: Record<string, readonly string[]> = {
  signout: teamRoles,
  apiKeyAdd: ["admin"],
  apiKeyDel: ["admin"],
  teamInvite: ["admin"],
  teamUp: ["admin"],
  teamRemove: ["admin"],
};

/** Makes a call with these fields; the reason it is refused with, if its role is not enough. */
async function make(path: string, fields: object): Promise<string> {
  const { code, data } = await callOnce(shop.url + path, fields);
  const refused = data.reason === "roleScope" || data.reason === "sessionInvalid";
  return refused ? `${code} ${data.reason} ${String(data.scope)}` : "taken";
}

/** The session that a role makes a call with; signing out ends one of its own. */
async function sessionOf(role: PersonRole, name: string): Promise<string> {
  const member = members.get(role);
  if (!member) return name === "signout" ? signedInAgain() : owner.session;
  return name === "signout"
    ? (await enter(shop, member.person, member.id)).session
    : member.session;
}

async function signedInAgain(): Promise<string> {
  const { email, password } = owner;
  const { data } = await shop.ask("signin", { email, password, agree: 1 });
  return data.session;
}

describe("Each call, made as each of five roles (spec/accounts#roles)", () => {
  it.each(sampled(closed, 3))("%s", async (name, call) => {
    const fields = call.example.request as Record<string, unknown>;
    const scope = scopeOf(accessOf(call, fields));
    const made = personRoles.map(async (role) => {
      const session = await sessionOf(role, name);
      return [role, await make(call.path, { ...fields, session })];
    });
    const expected = personRoles.map((role) => {
      const may =
        role === "owner" ||
        (scope === null ? ofPeople[name]?.includes(role) : scopesOf[role].includes(scope));
      return [role, may ? "taken" : `403 roleScope ${String(scope)}`];
    });
    expect(await Promise.all(made)).toEqual(expected);
  });

  it("names the roles of exactly these calls that no key may make", () => {
    const named = closed.filter(([, call]) => call.roles.length > 0);
    expect(Object.fromEntries(named.map(([name, call]) => [name, [...call.roles]]))).toEqual(
      ofPeople,
    );
    expect(named.every(([, call]) => call.access === "session")).toBe(true);
  });

  it("refuses what a field makes a call for the owner alone", async () => {
    for (const member of members.values()) {
      const { refused } = await member.ask("ticket", { what: "personalData" });
      expect(refused).toMatchObject({ reason: "roleScope", scope: null });
    }
  });

  it("takes a member for a visitor in calls that sign in, so that none becomes the owner", async () => {
    const { session } = await join(shop, owner, "admin");
    expect((await shop.ask("webauto", { session })).refused.reason).toBe("sessionInvalid");
    const asked = { session, scene: "confirm" };
    expect((await shop.ask("mailCode", asked)).refused.reason).toBe("sessionInvalid");
    const part = await fetch(`${shop.url}/v1/identityPart?document=x&number=0`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream", "x-session": session },
      body: "x",
    });
    expect(part.status).toBe(403);
  });

  it("covers passwords for those who use no proxies, and the access key for every member", async () => {
    await owner.get("addSubUser", {
      account: "Crawl777",
      password: "Crawl777pw",
      trafficGb: 0,
    });
    const passwords: Record<string, string> = {};
    for (const [role, member] of members) {
      const { items } = await member.get("subUsers");
      passwords[role] = /^•+$/.test(items[0]?.password ?? "") ? "covered" : "shown";
      expect(items).not.toEqual([]);
      expect((await member.get("member")).accessKey).toBe("");
    }
    expect(passwords).toEqual({
      admin: "shown",
      billing: "covered",
      developer: "shown",
      viewer: "covered",
    });
  });
});
