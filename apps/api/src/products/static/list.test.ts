/** Alternative spellings of sort and status, and deletions while a list is read. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { giveStatics } from "./give-testing.ts";
import { pageOfStatics } from "./store/lists.ts";
import { presentStatics } from "./present.ts";

const shop = forTests(startShop);

const hourMs = 3_600_000;
const give = (to: Customer, given: Parameters<typeof giveStatics>[2]) =>
  giveStatics(shop.services, to.id, given);

it("accepts a direction before or after the sort key, and keys as responses name them (spec/static#static-ip)", async () => {
  const ada = await shop.customer();
  await give(ada, { country: "DE", city: "Berlin", account: "bbbbbb1", endsInMs: 30 * hourMs });
  await give(ada, { country: "FR", city: "Paris", account: "Aaaaaa1", endsInMs: 20 * hourMs });
  await give(ada, { country: "AU", city: "Sydney", account: "cccccc1", endsInMs: 10 * hourMs });
  const by = async (sort: string) => {
    const { items } = await ada.get("staticUseList", { sort });
    return items.map(({ account }) => account[0]).join("");
  };
  for (const upwards of [
    "expiresAt",
    "+expiresAt",
    " expiresAt",
    "remainingHours",
    "expiresAt asc",
  ])
    expect([upwards, await by(upwards)]).toEqual([upwards, "cAb"]);
  const down = ["-remainingHours", "expiresAt_desc", "expiresAt:DESC", "expiresAt desc"];
  for (const downwards of [...down, "expiresatDesc"])
    expect([downwards, await by(downwards)]).toEqual([downwards, "bAc"]);
  expect([await by("account"), await by("-account")]).toEqual(["Abc", "cbA"]);
  expect([await by("city"), await by("city_desc")]).toEqual(["bAc", "cAb"]);
  expect(await by("host")).toBe(await by("ip"));
  expect(await by("host:desc")).toBe(await by("-ip"));
  for (const sort of ["-expiresAt desc", "host down", "--host", "desc", "password"]) {
    const { code, refused } = await ada.ask("staticUseList", { sort });
    expect([code, refused]).toEqual([400, { reason: "badField", field: "sort" }]);
  }
});

it("accepts the status expiringSoon, as in the counts, and all (spec/static#static-ip)", async () => {
  const bea = await shop.customer();
  const [soon] = await give(bea, { endsInMs: 2 * hourMs });
  await give(bea, {});
  const ids = async (status: string) =>
    (await bea.get("staticUseList", { status })).items.map(({ id }) => id);
  expect(await ids("expiringSoon")).toEqual([soon]);
  expect(await ids("all")).toEqual(await ids(""));
  expect(await ids("all")).toHaveLength(2);
});

it("omits an IP that is deleted during the read, and returns the others (spec/static#static-ip)", async () => {
  const cleo = await shop.customer();
  const [gone = "", kept = ""] = await give(cleo, { num: 2 });
  let deletions = 0;
  const db = shop.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // Deletes between the query for the page's ids and the one for its rows.
      if (deletions++ === 0) await cleo.get("staticDel", { ids: gone, confirm: 1 });
      return result;
    },
  });
  const of = { accountId: cleo.id, term: "static", now: shop.services.world.now() } as const;
  const { rows } = await pageOfStatics(db, of, { offset: 0, limit: 10 });
  const shown = await presentStatics(shop.services, shop.db, rows, "en");
  expect(shown.map(({ id }) => id)).toEqual([kept]);
});
