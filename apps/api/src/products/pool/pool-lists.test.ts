/** Accounts that list a large pool without a pause: others' calls find the database free. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, test } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { growPool, listsAtOnce } from "./testing.ts";

const exits = 30_000;
const api = forTests(startTestApi);

test("Of all accounts two lists at a time are ordered, and of an account one", async () => {
  await growPool(api.db, exits);
  const accounts = await Promise.all(Array.from({ length: 4 }, () => api.register()));
  const lists = (some: { session: string }[]) =>
    Promise.all(
      some.flatMap(({ session }) =>
        Array.from({ length: 6 }, (_, n) =>
          api.send("ipList", { session, page: n + 1, limit: 100 }),
        ),
      ),
    );
  for (const [some, most] of [
    [accounts.slice(0, 1), 1],
    [accounts, 2],
  ] as const) {
    const answers = lists(some);
    expect(await listsAtOnce(api.services, answers)).toBeLessThanOrEqual(most);
    for (const { data } of await answers) expect(data.total).toBeGreaterThan(exits);
  }
});
