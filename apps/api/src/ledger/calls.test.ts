import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "../platform/db/database.ts";
import { startTestApi } from "../../testing/api.ts";
import type { Asset } from "@turnpike/rules/assets.ts";
import { post } from "./post.ts";

const api = forTests(startTestApi);
let session: string;
let id: string;
beforeAll(async () => {
  ({ session, id } = await api.register());
  for (let n = 1; n <= 25; n++) {
    await give("wallet", n, n);
    if (n % 5 === 0) await give("ip", 1, n);
  }
});

const give = (asset: Asset, amount: number, n: number) =>
  transaction(api.db, (tx) =>
    post(tx, {
      key: `${asset}:${id}:${n}`,
      kind: "grant",
      ref: `line ${n}`,
      at: Date.UTC(2026, 0, n),
      lines: [
        { owner: id, asset, bucket: "main", amount },
        { owner: null, asset, bucket: "grants", amount: -amount },
      ],
    }),
  );
const page = async (fields: Record<string, string | number>) =>
  (await api.send("ledger", { session, ...fields })).data;

describe(`${calls.ledger.path} (spec/money#ledger)`, () => {
  it("shows every line newest first, with the balance after it", async () => {
    const { items, total, limit } = await page({});
    expect([items.length, total, limit]).toEqual([10, 30, 10]);
    expect(items[0]).toEqual({
      id: items[0]?.id,
      at: "2026-01-25T00:00:00.000Z",
      asset: "ip",
      amount: 1,
      balance: 5,
      kind: "grant",
      ref: "line 25",
    });
    expect(items[1]).toMatchObject({ asset: "wallet", amount: 25, balance: 325 });
  });

  it("adds up to the balances shown, over all pages", async () => {
    const all = [1, 2, 3, 4].map((number) => page({ page: number, limit: 8 }));
    const items = (await Promise.all(all)).flatMap((one) => one.items);
    expect(new Set(items.map((item) => item.id)).size).toBe(30);
    const sum = (asset: string) =>
      items.filter((item) => item.asset === asset).reduce((total, one) => total + one.amount, 0);
    const { data } = await api.send("member", { session });
    expect([sum("wallet"), sum("ip")]).toEqual([data.walletCents, data.ipBalance]);
  });

  it("shows one asset only, page by page, and nothing beyond the last page", async () => {
    const asset = "wallet";
    const first = await page({ asset, limit: 20 });
    const second = await page({ asset, limit: 20, page: 2 });
    const amounts = [...first.items, ...second.items].map((item) => item.amount);
    expect(amounts).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
    expect([first.total, (await page({ asset, limit: 20, page: 3 })).items]).toEqual([25, []]);
    expect(await page({ asset: "nothing" })).toMatchObject({ items: [], total: 0 });
  });

  it("shows no lines of other accounts", async () => {
    const stranger = await api.register();
    const { data } = await api.send("ledger", { session: stranger.session });
    expect(data).toMatchObject({ items: [], total: 0 });
  });
});
