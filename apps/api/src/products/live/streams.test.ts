import { expect, test } from "vitest";
import { OncePerSecond, Streams, streamsPerAccount } from "../../platform/http/streams.ts";

const inAll = 50;

/** Five accounts with ten streams each: the maximum. */
function fullStreams() {
  const streams = new Streams(inAll);
  const clients = Array.from({ length: inAll }, (_, at) => {
    const client = new AbortController();
    const account = `account-${Math.floor(at / streamsPerAccount)}`;
    return { client, ended: streams.enter(account, client.signal) };
  });
  return { streams, clients };
}
const enter = (streams: Streams, account: string) =>
  streams.enter(account, new AbortController().signal);

test("A stream that ended frees a place of its account, only once if it ends twice", () => {
  const { streams, clients } = fullStreams();
  expect(() => enter(streams, "account-0")).toThrow("tooMany");
  clients[0]?.client.abort();
  clients[0]?.client.abort();
  enter(streams, "account-0");
  expect(() => enter(streams, "account-0")).toThrow("tooMany");
});

test("An account without a stream gets one; it ends the oldest of the account with the most", () => {
  const { streams, clients } = fullStreams();
  const mine = enter(streams, "another");
  expect([mine.aborted, clients[0]?.ended.aborted]).toEqual([false, true]);
  expect(clients.filter(({ ended }) => ended.aborted)).toHaveLength(1);
  // The client of the ended stream disconnects too; it is no longer counted.
  clients[0]?.client.abort();
  for (let count = 0; count < 30; count += 1) enter(streams, `new-${count}`);
  expect(mine.aborted).toBe(false);
});

test("No account loses its only stream to another account", () => {
  const streams = new Streams(3);
  const all = ["a", "b", "c"].map((account) => enter(streams, account));
  expect(() => enter(streams, "d")).toThrow("tooManyStreams");
  expect(() => enter(streams, "a")).toThrow("tooManyStreams");
  expect(all.some(({ aborted }) => aborted)).toBe(false);
});

test("A client that disconnected before its stream began is not counted", () => {
  const { streams, clients } = fullStreams();
  clients[0]?.client.abort();
  streams.enter("account-0", AbortSignal.abort());
  enter(streams, "account-0");
});

test("A value is computed once per key and second", async () => {
  const shared = new OncePerSecond<number>();
  let made = 0;
  const make = async () => (made += 1);
  const asked = await Promise.all(Array.from({ length: 10 }, () => shared.get("a", 1, make)));
  expect(new Set(asked)).toEqual(new Set([1]));
  expect(await shared.get("b", 1, make)).toBe(2);
  expect(await shared.get("a", 2, make)).toBe(3);
});
