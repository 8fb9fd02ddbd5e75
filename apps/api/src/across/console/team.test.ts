import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const password = "Passw0rd!x";

async function invitationTo(email: string): Promise<string> {
  const answer = await fetch(`${api.url}/lab/mails?to=${encodeURIComponent(email)}`);
  const mails = (await answer.json()) as { text: string }[];
  return mails.map(({ text }) => /#invitation=([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? "";
}

describe("The team of a customer (spec/console#customers)", () => {
  it("is nobody's while one person uses the account, then everybody's with role and sign-ins", async () => {
    const support = await api.person("support");
    const [owner, person] = [await api.register(), await api.register()];
    const asked = { account: owner.email };
    expect(await support.get("customerTeam", asked)).toEqual({ people: [], teams: [] });
    const { session } = owner;
    const { email } = person;
    await api.send("teamInvite", { session, email, role: "developer", password });
    await api.send("teamInvite", { session, email: "later@example.com", role: "viewer", password });
    const token = await invitationTo(email);
    const { data: joined } = await api.send("teamAccept", { session: person.session, token });
    const { data: entered } = await api.send("teamEnter", {
      session: person.session,
      id: joined.id,
    });
    await api.send("signin", { email, password, agree: 1 });
    const { people } = await support.get("customerTeam", asked);
    expect(people).toMatchObject([
      { email: owner.email, role: "owner", state: "active", sessions: 1 },
      { personId: person.id, email, role: "developer", state: "active", sessions: 1 },
      { personId: null, email: "later@example.com", role: "viewer", state: "invited" },
    ]);
    expect(people[1]?.lastSignInAt).not.toBeNull();
    const of = { account: person.id };
    expect((await support.get("customerTeam", of)).teams).toMatchObject([
      { accountId: owner.id, email: owner.email, role: "developer", sessions: 1 },
    ]);
    // Ending a person's sessions ends those in the team; the owner's goes on.
    await support.get("customerEndSessions", of);
    expect((await api.send("member", { session: entered.session })).data).toMatchObject({
      reason: "sessionInvalid",
    });
    expect((await api.send("member", { session })).code).toBe(0);
    expect((await support.get("customerTeam", asked)).people[1]?.sessions).toBe(0);
  });

  it("loses the keys of a person who is disabled; the account's other keys go on", async () => {
    const support = await api.person("support");
    const [owner, person] = [await api.register(), await api.register()];
    const { session } = owner;
    const { email } = person;
    await api.send("teamInvite", { session, email, role: "admin", password });
    const token = await invitationTo(email);
    const { data: joined } = await api.send("teamAccept", { session: person.session, token });
    const entered = await api.send("teamEnter", { session: person.session, id: joined.id });
    const keyOf = async (by: string) =>
      (await api.send("apiKeyAdd", { session: by, name: "crawler", scopes: "read" })).data.key;
    const [theirs, own] = [await keyOf(entered.data.session), await keyOf(session)];
    const codeOf = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${api.url}/v1/member`, { method: "POST", headers });
      return ((await answer.json()) as { code: number }).code;
    };
    expect([await codeOf(theirs), await codeOf(own)]).toEqual([0, 0]);
    await support.get("customerDisable", { account: person.id, reason: "left the company" });
    expect([await codeOf(theirs), await codeOf(own)]).toEqual([300, 0]);
  });
});
