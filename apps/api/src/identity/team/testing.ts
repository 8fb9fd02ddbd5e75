/** Shared by tests of teams: people who join an account and enter it. */
import type { PersonRole, TeamRole } from "@turnpike/rules/team.ts";
import type { Customer, TestShop } from "../session/testing.ts";

/** The token in the newest invitation mailed to an address. */
export async function invitationMailedTo(shop: TestShop, address: string): Promise<string> {
  const answer = await fetch(`${shop.url}/lab/mails?to=${encodeURIComponent(address)}`);
  const [mail] = (await answer.json()) as { text: string }[];
  const token = /#invitation=([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  if (token === undefined) throw new Error(`no invitation was mailed to ${address}`);
  return token;
}

export interface Member {
  /** The membership's ID. */
  id: string;
  /** The person's own account. */
  person: Customer;
  /** The token of the session in the team's account. */
  session: string;
  ask: Customer["ask"];
  get: Customer["get"];
}

/** Opens another session of a member in the team's account. */
export async function enter(shop: TestShop, person: Customer, id: string): Promise<Member> {
  const { session } = await person.get("teamEnter", { id });
  const ask: Customer["ask"] = (name, fields = {}) => shop.ask(name, { ...fields, session });
  const get: Customer["get"] = async (name, fields) => {
    const result = await ask(name, fields);
    if (result.code !== 0) throw new Error(`${name}: ${result.code} ${result.msg}`);
    return result.data;
  };
  return { id, person, session, ask, get };
}

/** Invites a new person, who accepts and enters. */
export async function join(shop: TestShop, owner: Customer, role: TeamRole): Promise<Member> {
  const person = await shop.newcomer();
  const { email } = person;
  await owner.get("teamInvite", { email, role, password: owner.password });
  const token = await invitationMailedTo(shop, email);
  const { id } = await person.get("teamAccept", { token });
  return enter(shop, person, id);
}

/** What each role may do, as the specification says it. */
export const scopesOf: Record<PersonRole, string[]> = {
  owner: ["read", "proxies", "buy", "money", "manage"],
  admin: ["read", "proxies", "buy", "money", "manage"],
  billing: ["read", "buy", "money"],
  developer: ["read", "proxies", "manage"],
  viewer: ["read"],
};
