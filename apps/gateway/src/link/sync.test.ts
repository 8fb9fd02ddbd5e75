import type { Fact, HubMessage } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { expect, test } from "vitest";
import { Snapshot } from "./snapshot.ts";
import { Sync } from "./sync.ts";
import { eventually } from "../testing/test-gateway.ts";
import { noLimits } from "../testing/resources.ts";

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const subAccount = (id: string, enabled = true): Fact => {
  const limits = noLimits;
  return { kind: "subAccount", id, accountId: "a", name: id, verifier: "", enabled, limits };
};

/** The gateway's end of a link; this test is the other end. */
function wire(pages: () => Fact[][], seq: () => number) {
  let tell: (news: HubMessage) => void = () => {};
  let connection: (up: boolean) => void = () => {};
  let loads = 0;
  const link = {
    ask: async (kind: string, question: { cursor?: string | null }) => {
      if (kind === "hello") return { offsetMs: 5, seq: seq() };
      const page = Number(question.cursor ?? 0);
      if (page === 0) loads += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      const all = pages();
      return { facts: all[page] ?? [], cursor: page + 1 < all.length ? String(page + 1) : null };
    },
    onMessage: (listener: typeof tell) => {
      tell = listener;
    },
    onConnection: (listener: typeof connection) => {
      connection = listener;
    },
    stop: async () => {},
  } as unknown as GatewayLink;
  return {
    link,
    tell: (news: HubMessage) => tell(news),
    connection: (up: boolean) => connection(up),
    loads: () => loads,
  };
}
const change = (seq: number, puts: Fact[], drop?: string): HubMessage => {
  const drops = drop ? [{ kind: "subAccount" as const, id: drop }] : [];
  return { kind: "change", seq, puts, drops };
};

test("Pages are applied, then changes received meanwhile; a gap reloads the complete state", async () => {
  let pages = [[subAccount("one")], [subAccount("two")]];
  let seq = 3;
  const hub = wire(
    () => pages,
    () => seq,
  );
  const snapshot = new Snapshot();
  let offset = 0;
  const sync = new Sync({
    gateway: "g",
    epoch: "e",
    link: hub.link,
    snapshot,
    log: quiet,
    setOffset: (ms) => {
      offset = ms;
    },
    setOffered: () => {},
    changed: () => {},
  });
  hub.connection(true);
  hub.tell(change(3, [], "one"));
  hub.tell(change(4, [subAccount("two", false)]));
  await sync.loaded;
  expect(offset).toBe(5);
  // Number 3 is older than the hello, so it must not be applied to a state that includes it.
  expect(snapshot.subAccount("one")?.enabled).toBe(true);
  expect(snapshot.subAccount("two")?.enabled).toBe(false);
  hub.tell(change(5, [], "two"));
  expect(snapshot.subAccountByName("two")).toBeNull();
  pages = [[subAccount("three")]];
  seq = 7;
  hub.tell(change(7, []));
  await eventually("the new state", () => snapshot.subAccount("three") !== null);
  expect(hub.loads()).toBe(2);
  // Rows that are missing in the new state are removed.
  expect(snapshot.subAccount("one")).toBeNull();
  // While the hub is away the last state remains.
  hub.connection(false);
  expect(snapshot.subAccount("three")?.enabled).toBe(true);
});

test("Changes missed while the link was down arrive on reconnect, even from a hub that just started", async () => {
  const asked: (number | undefined)[] = [];
  const disabled = subAccount("one", false);
  let connection: (up: boolean) => void = () => {};
  let tell: (news: HubMessage) => void = () => {};
  const link = {
    ask: async (kind: string, { since }: { since?: number }) => {
      if (kind !== "hello") return { facts: [subAccount("one")], cursor: null };
      asked.push(since);
      if (since === undefined) return { offsetMs: 0, seq: 0, position: 10 };
      // It knows no position yet.
      return { offsetMs: 0, seq: 0, position: 0, resumed: { puts: [disabled], drops: [] } };
    },
    onMessage: (listener: typeof tell) => {
      tell = listener;
    },
    onConnection: (listener: typeof connection) => {
      connection = listener;
    },
    stop: async () => {},
  } as unknown as GatewayLink;
  const snapshot = new Snapshot();
  const none = { setOffset: () => {}, setOffered: () => {}, changed: () => {} };
  const sync = new Sync({ gateway: "g", epoch: "e", link, snapshot, log: quiet, ...none });
  connection(true);
  await sync.loaded;
  tell({ ...change(1, [subAccount("two")]), position: 12 } as HubMessage);
  connection(false);
  connection(true);
  await eventually("the change", () => snapshot.subAccount("one")?.enabled === false);
  connection(false);
  connection(true);
  await eventually("the third hello", () => asked.length === 3);
  expect(asked).toEqual([undefined, 12, 12]);
});
