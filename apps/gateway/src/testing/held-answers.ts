/** Answers about sticky sessions as the hub gives them. */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import { decideStickySession } from "@turnpike/rules/sticky-session.ts";
import type { TestHub } from "./test-hub.ts";

type Held = Pick<TestHub, "stickySessions" | "leftExits" | "offsetMs">;

export function hold(
  { stickySessions, leftExits, offsetMs }: Held,
  { subAccountId, key, again, ...request }: Questions["hold"]["question"],
): Questions["hold"]["answer"] {
  const name = `${subAccountId} ${key}`;
  const current = stickySessions.get(name) ?? null;
  const session = decideStickySession({ ...request, current, now: Date.now() + offsetMs });
  if (again === true && leftExits.get(name) === session.exitId) return { ...session, leaves: true };
  stickySessions.set(name, session);
  leftExits.delete(name);
  return session;
}

/** All sessions of a sub-account leave their exits; gateways are told. */
export function leaveExits(hub: TestHub, subAccountId: string): void {
  for (const [name, session] of hub.stickySessions) {
    if (!name.startsWith(`${subAccountId} `)) continue;
    hub.stickySessions.set(name, { ...session, until: Date.now() + hub.offsetMs });
    hub.leftExits.set(name, session.exitId);
  }
  const fact = hub.resources.get(`subAccount ${subAccountId}`);
  if (fact?.kind === "subAccount") hub.upsert({ ...fact, rotations: (fact.rotations ?? 0) + 1 });
}
