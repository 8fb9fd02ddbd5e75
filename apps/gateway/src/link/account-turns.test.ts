/** However much one account asks, the questions of the others go on (spec/nodes#link). */
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { linkWaitMs } from "@turnpike/rules/node.ts";
import { expect, test } from "vitest";
import { AccountTurns } from "./account-turns.ts";

/** A link whose answers wait for `answer`; `asked` are the accounts of the questions it got. */
function heldLink() {
  const asked: unknown[] = [];
  const waiting: (() => void)[] = [];
  const link = {
    ask: (_kind: string, question: { accountId?: string }) => {
      asked.push(question.accountId);
      return new Promise((resolve) => waiting.push(() => resolve({})));
    },
  } as unknown as GatewayLink;
  const facts = {
    subAccount: (id: string) => (id.startsWith("sub") ? { accountId: `of-${id}` } : null),
    port: (id: string) => (id === "port" ? { accountId: "of-port" } : null),
  } as never;
  return { asked, turns: new AccountTurns(link, facts), answer: () => waiting.shift()?.() };
}

const hold = (subAccountId: string, count = 0) => ({
  subAccountId,
  key: `||||||s${count}`,
  minutes: 3,
  proposedExitId: "exit",
  deadExitId: null,
});
const lease = (subAccountId: string) => ({
  gateway: "g",
  epoch: "e",
  subAccountId,
  wantedBytes: 1,
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("An account with thousands of new sessions holds up no other account's lease", async () => {
  const { asked, turns, answer } = heldLink();
  const many = Array.from({ length: 2_000 }, (_, count) => turns.ask("hold", hold("sub1", count)));
  for (const one of many) one.catch(() => {});
  await settled();
  expect(asked).toEqual(Array(96).fill("of-sub1"));
  void turns.ask("lease", lease("sub2"));
  void turns.ask("slots", { gateway: "g", epoch: "e", subAccountId: "port", open: 0, wanted: 1 });
  await settled();
  expect(asked.slice(96)).toEqual(["of-sub2", "of-port"]);
  answer();
  answer();
  await settled();
  expect(asked).toHaveLength(99);
});

test("Other questions wait for nobody, and those of too many accounts are fewer than the hub answers at once", async () => {
  const { asked, turns } = heldLink();
  for (let account = 0; account < 200; account += 1)
    turns.ask("hold", hold(`sub${account}`)).catch(() => {});
  await settled();
  expect(asked).toHaveLength(192);
  void turns.ask("settle", { gateway: "g", epoch: "e", leaseIds: [] });
  await settled();
  expect(asked).toHaveLength(193);
});

test("Some accounts whose questions are not answered leave room for the others", async () => {
  const { asked, turns } = heldLink();
  for (let account = 0; account < 5; account += 1)
    for (let count = 0; count < 120; count += 1)
      turns.ask("hold", hold(`sub${account}`, count)).catch(() => {});
  await settled();
  const before = asked.length;
  expect(before).toBeLessThan(192);
  void turns.ask("lease", lease("sub9"));
  await settled();
  expect(asked.slice(before)).toEqual(["of-sub9"]);
});

test("What has waited as long as for a lost link is refused like one", async () => {
  const { turns } = heldLink();
  const began = performance.now();
  const all = Array.from({ length: 97 }, (_, count) => turns.ask("hold", hold("sub1", count)));
  await expect(all[96]).rejects.toThrow(LinkDown);
  expect(performance.now() - began).toBeGreaterThan(linkWaitMs - 100);
});
