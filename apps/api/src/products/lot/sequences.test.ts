/** Money in any order: pools, lots, promo codes and groups (spec/money#expiry, spec/money#prices-for-some). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { seeded } from "@turnpike/net/testing/random.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { beforeAll, expect, test } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { postUsage } from "../lease/post-usage.ts";
import { pools, startPools } from "../traffic/pool-testing.ts";
import { type Customer, createSubAccount, GB } from "../traffic/testing.ts";
import { expireLots } from "./expire.ts";
import { warnOfLots } from "./warn.ts";

const shop = forTests(startPools);
const validDays = [null, 3, 30];
const skuOf = (pool: string, days: number | null) => `seq-${pool}-${days ?? "ever"}`;
const listMicros = 2_000_000;
const groupMicros = 1_500_000;
beforeAll(async () => {
  await shop.operate("groups", "add", "vip");
  await shop.operate("promo", "add", "TENOFF", "--percent", "10", "--per-account", "1000");
  for (const pool of pools)
    for (const days of validDays) {
      const sku = skuOf(pool, days);
      await shop.sell(sku, pool, days === null ? {} : { validDays: days });
      await shop.operate("prices", "set", sku, "1", `${groupMicros}`, "--group", "vip");
    }
}, 60_000);

/** What a customer has of a pool: the model that the product is compared with. */
interface Lot {
  bytes: number;
  /** When it ends; infinite: never. */
  end: number;
  orderNo: string;
}
interface State {
  customer: Customer;
  email: string;
  unitMicros: number;
  lots: Record<string, Lot[]>;
  orders: { orderNo: string; pool: string; isEndless: boolean }[];
  subs: { pool: string; id: string; main: boolean }[];
  cdkeys: { code: string; pool: string; lots: Lot[] }[];
}

const total = (lots: Lot[]) => lots.reduce((sum, { bytes }) => sum + bytes, 0);
/** Takes bytes from the lot that ends first, or from an order's own before; returns what was taken. */
function take(
  state: State,
  pool: string,
  bytes: number,
  isOwn: (lot: Lot) => boolean = () => false,
): Lot[] {
  const taken: Lot[] = [];
  let left = bytes;
  const own = (state.lots[pool] ?? []).toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.end - b.end,
  );
  for (const lot of own) {
    const part = Math.min(left, lot.bytes);
    if (part > 0) taken.push({ ...lot, bytes: part, orderNo: "" });
    lot.bytes -= part;
    left -= part;
  }
  state.lots[pool] = (state.lots[pool] ?? []).filter((lot) => lot.bytes > 0);
  return taken;
}
function give(state: State, pool: string, lots: Lot[]): void {
  state.lots[pool] = [...(state.lots[pool] ?? []), ...lots.map((lot) => ({ ...lot }))].toSorted(
    (a, b) => a.end - b.end,
  );
}

async function startState(at: number, group: boolean): Promise<State> {
  const customer = await shop.buyer(100_000_000);
  const email = await shop.emailOf(customer);
  await customer.call("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
  if (group) await shop.operate("account", "group", email, "vip");
  const subs = [];
  for (const [index, pool] of pools.entries()) {
    const fields = { main: 1, pool };
    const { id } = await createSubAccount(customer, `Sequ${at}${index}0`, fields);
    subs.push({ pool, id, main: true });
  }
  const unitMicros = group ? groupMicros : listMicros;
  return { customer, email, unitMicros, lots: {}, orders: [], subs, cdkeys: [] };
}

test("Random purchases, uses, refunds, keys and days over pools, lots, promo codes and groups end in order", async () => {
  const random = seeded(101).next;
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const { services } = shop;
  const states = [await startState(0, false), await startState(1, true)];
  let offset = 0;
  const now = () => services.world.now();

  const acts: Record<string, (state: State, pool: string) => Promise<void>> = {
    async buy(state, pool) {
      const [days, quantity, promo] = [pick(validDays), 1 + below(3), below(3) === 0];
      const more = promo ? { promoCode: "tenoff" } : {};
      const order = await shop.buy(state.customer, skuOf(pool, days), quantity, more);
      const list = (quantity * state.unitMicros) / 10_000;
      expect(order.amountCents).toBe(promo ? list - Math.floor(list / 10) : list);
      const { orderNo } = order;
      state.orders.push({ orderNo, pool, isEndless: days === null });
      const end = days === null ? Infinity : now() + days * dayMs;
      give(state, pool, [{ bytes: quantity * GB, end, orderNo }]);
    },
    async carry(state, pool) {
      const { id } = pick(state.subs.filter((sub) => sub.pool === pool));
      take(state, pool, await shop.carry(state.customer.id, id, 1 + below(GB)));
      // Posted in the model's order: which lot pays is decided when it is posted.
      await postUsage(services);
    },
    async allot(state, pool) {
      const name = `Alot${state.subs.length}x${states.indexOf(state)}x${offset}`;
      const fields = { account: name, password: "secret77", trafficGb: below(3), pool };
      const made = await state.customer.call("addSubUser", fields);
      if (made.code === 0) state.subs.push({ pool, id: made.data.id, main: false });
    },
    async forget(state, pool) {
      const gone = state.subs.find((sub) => !sub.main && sub.pool === pool);
      if (gone === undefined) return;
      await state.customer.call("delSubUser", { ids: gone.id });
      state.subs.splice(state.subs.indexOf(gone), 1);
    },
    async refund(state) {
      if (state.orders.length === 0) return;
      const [order] = state.orders.splice(below(state.orders.length), 1);
      if (order === undefined) return;
      const { said } = await shop.operate("refund", order.orderNo);
      const { orderNo, isEndless } = order;
      take(state, order.pool, said.taken ?? 0, (lot) =>
        isEndless ? lot.end === Infinity : lot.orderNo === orderNo,
      );
    },
    async makeKeys(state, pool) {
      const [amount, count] = [1 + below(2), 1 + below(2)];
      const fields = { kind: "traffic", amount, count, pool };
      const made = await state.customer.call("cdkeyMake", fields);
      if (made.code !== 0) return;
      const parts = take(state, pool, amount * count * GB);
      // The newest is listed first; the oldest has the bytes that end first.
      for (const { code } of made.data.items.toReversed()) {
        const held = { lots: { [pool]: parts } } as unknown as State;
        state.cdkeys.push({ code, pool, lots: take(held, pool, amount * GB) });
      }
    },
    async useKey(state) {
      const maker = pick(states);
      const [key] = maker.cdkeys.splice(below(maker.cdkeys.length), 1);
      if (key === undefined) return;
      await state.customer.call("cdkeyUse", { code: key.code });
      give(state, key.pool, key.lots);
    },
    async voidKeys(state) {
      await shop.operate("cdkeys", "void", "--maker", state.email);
      for (const { pool, lots } of state.cdkeys.splice(0)) give(state, pool, lots);
    },
    async days() {
      offset += 1 + below(4);
      services.world.setOffset(offset * dayMs);
      await expireLots(services);
      await warnOfLots(services);
    },
  };
  const ended = (state: State) => {
    for (const pool of pools)
      state.lots[pool] = (state.lots[pool] ?? []).filter(({ end }) => end > now());
  };

  const names = ["buy", "buy", "carry", "carry", "carry", ...Object.keys(acts)];
  for (let step = 0; step < sized(45, 1_000); step += 1) {
    const [state, pool, name] = [pick(states), pick(pools), pick(names)];
    await acts[name]?.(state, pool);
    await expireLots(services);
    for (const each of states) ended(each);
    const found = (await state.customer.call("trafficInfo")).data;
    const said = `step ${step}: ${name}`;
    for (const one of pools) {
      const own = state.lots[one] ?? [];
      const { balanceBytes } = found.pools.find((each) => each.pool === one) ?? {};
      expect([said, one, balanceBytes]).toEqual([said, one, total(own)]);
      const ends = found.expires.filter((each) => each.pool === one);
      const ending = own.filter(({ end }) => end !== Infinity);
      expect([said, one, ends.reduce((sum, { bytes }) => sum + bytes, 0)]).toEqual([
        said,
        one,
        total(ending),
      ]);
    }
  }
  await postUsage(services);
  expect(await verifyAccounting(services.db)).toMatchObject({ ok: true, difference: null });
}, 3_600_000);
