/** Storage of the lab's sign-in provider: in memory, bounded and short-lived. */
import { createHash } from "node:crypto";
import type { Adapter, AdapterPayload } from "oidc-provider";

const MAX_ENTRIES = 2_000;
const MAX_PEOPLE = 200;

export interface LabPerson {
  /** Derived from the e-mail address alone, so the same for each sign-in. */
  subject: string;
  email: string;
  name: string;
  verified: boolean;
}

/** People who signed in, newest first. */
export interface LabPeople {
  add(given: Omit<LabPerson, "subject">): LabPerson;
  find(subject: string): LabPerson | undefined;
  newest(count: number): LabPerson[];
}

export function labPeople(): LabPeople {
  const people = new Map<string, LabPerson>();
  return {
    add(given) {
      const subject = createHash("sha256").update(given.email).digest("hex").slice(0, 12);
      const person = { ...given, subject };
      people.delete(subject);
      people.set(subject, person);
      if (people.size > MAX_PEOPLE) people.delete(people.keys().next().value ?? "");
      return person;
    },
    find: (subject) => people.get(subject),
    newest: (count) => [...people.values()].reverse().slice(0, count),
  };
}

/** The provider's tables of codes, tokens, sessions and interactions, with expiry. */
export function labMemory(): (table: string) => Adapter {
  const entries = new Map<string, { payload: AdapterPayload; endsAt: number }>();
  const live = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.endsAt > Date.now() ? entry.payload : undefined;
  };
  return (table) => ({
    async upsert(id, payload, expiresIn) {
      const key = `${table} ${id}`;
      entries.delete(key);
      entries.set(key, { payload, endsAt: Date.now() + (expiresIn || 600) * 1_000 });
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? "");
    },
    find: async (id) => live(`${table} ${id}`),
    async findByUid(uid) {
      const own = [...entries].filter(([key]) => key.startsWith(`${table} `));
      const [key] = own.find(([, { payload }]) => payload.uid === uid) ?? [];
      return key === undefined ? undefined : live(key);
    },
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = live(`${table} ${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    async destroy(id) {
      entries.delete(`${table} ${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries)
        if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
