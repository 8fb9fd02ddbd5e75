import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { setDisabled } from "../../identity/account/store/account.ts";
import { transaction } from "../db/database.ts";
import { startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);
/** Tokens that are no longer sessions, or never were. */
const dead: Record<string, string> = {
  none: "",
  junk: "junk",
  "a statement": "'; drop table account --",
  "of the right length": "A".repeat(43),
  "an id": "00000000-0000-4000-8000-000000000000",
};
let key = "";
beforeAll(async () => {
  const old = await shop.customer();
  dead.expired = old.session;
  await shop.advance(1441 * 60);
  const out = await shop.customer();
  await out.get("signout");
  dead["signed out"] = out.session;
  const gone = await shop.customer();
  await closeCustomer(shop, gone);
  dead["of a closed account"] = gone.session;
  const barred = await shop.customer();
  await transaction(shop.db, (tx) => setDisabled(tx, barred.id, new Date()));
  dead["of a disabled account"] = barred.session;
  const holder = await shop.customer();
  key = (await holder.get("member")).accessKey;
}, 60_000);

const names = Object.keys(calls) as CallName[];
const closed = names.filter((name) => calls[name].access !== "visitor");
const open = names.filter((name) => calls[name].access === "visitor");
/** Event streams never end, so they are tested separately: live/live.test.ts. */
const reading = closed.filter(
  (name) => calls[name].access === "read" && !("events" in calls[name]),
);

/** In daily runs each call gets a third of them, in rotation; calls differ only by name here. */
const someOf = (name: CallName) =>
  Object.entries(dead).filter((_, at) => isFull || at % 3 === names.indexOf(name) % 3);

describe("Calls with invalid tokens (A3)", () => {
  it.each(closed)("%s returns 300 before any other error", async (name) => {
    for (const [what, session] of someOf(name)) {
      const { status, code, data } = await shop.ask(name, { session, id: "x", page: "x" });
      expect([what, status, code, data]).toEqual([what, 200, 300, { reason: "sessionInvalid" }]);
    }
  });

  it.each(open)("%s treats an invalid token like a visitor without one", async (name) => {
    const visitor = await shop.ask(name, {});
    expect(visitor.status).toBe(200);
    for (const [what, session] of someOf(name)) {
      const answer = await shop.ask(name, { session });
      expect([what, answer.code, answer.refused.reason]).toEqual([
        what,
        visitor.code,
        visitor.refused.reason,
      ]);
    }
  });

  it.each(closed.filter((name) => calls[name].access === "session"))(
    "%s returns 403 for a read-only access key, or 400 first if a field is invalid",
    async (name) => {
      const { code, refused } = await shop.ask(name, { key });
      const fits = calls[name].request.safeParse({}).success;
      expect(fits ? ["keyReadOnly"] : [400, 401]).toContain(fits ? refused.reason : code);
    },
  );

  it.each(reading)("%s accepts an access key, but not a wrong one", async (name) => {
    expect([300, 403]).not.toContain((await shop.ask(name, { key })).code);
    expect((await shop.ask(name, { key: "0".repeat(16) })).code).toBe(300);
    // A key does not help if the session has ended.
    expect((await shop.ask(name, { key, session: dead.expired })).code).toBe(300);
  });
});
