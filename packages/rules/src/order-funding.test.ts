import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fundOrders, type WalletEvent } from "./order-funding.ts";

const credit = (source: string, cents: number): WalletEvent => ({ what: "credit", source, cents });
const order = (name: string, cents: number): WalletEvent => ({ what: "order", order: name, cents });
const reversal = (payment: string, takenCents: number, owedCents: number): WalletEvent => ({
  what: "reversal",
  refund: `of ${payment}`,
  payment,
  takenCents,
  owedCents,
});
const unpaid = (...events: WalletEvent[]) => Object.fromEntries(fundOrders(events).unpaid);

describe("Orders paid by a reversed recharge (spec/affiliate#reversed-recharges)", () => {
  it("are unpaid, including the part paid by the bonus", () => {
    const bought = [credit("a", 1_000_000), credit("a", 100_000), order("x", 1_045_000)];
    expect(unpaid(...bought, reversal("a", 55_000, 1_045_000))).toEqual({ x: 1_045_000 });
  });

  it("are found by spending the oldest money first", () => {
    const bought = [credit("a", 100), credit("b", 100), order("x", 80), order("y", 70)];
    expect(unpaid(...bought, reversal("b", 50, 50))).toEqual({ y: 50 });
    expect(unpaid(...bought, reversal("a", 50, 50))).toEqual({ x: 80, y: 20 });
  });

  it("are unpaid in proportion, after the recharge's unspent money is taken", () => {
    const bought = [credit("a", 100), order("x", 20), order("y", 60)];
    expect(unpaid(...bought, reversal("a", 20, 0))).toEqual({});
    expect(unpaid(...bought, reversal("a", 20, 20))).toEqual({ x: 5, y: 15 });
  });

  it("include later orders paid with the refunded price of an earlier one", () => {
    const back: WalletEvent = { what: "orderRefund", order: "x", cents: 100 };
    const bought = [credit("a", 100), credit("b", 100), order("x", 100), back, order("y", 100)];
    expect(unpaid(...bought, reversal("a", 100, 0))).toEqual({ y: 100 });
  });

  it("are paid again, without a trace, once the reversal is undone", () => {
    const undone: WalletEvent = { what: "reversalUndone", refund: "of a" };
    const events = [credit("a", 100), order("x", 90), reversal("a", 10, 90), undone];
    expect(fundOrders(events)).toEqual({ unpaid: new Map(), walletCents: 10, owedCents: 0 });
  });

  it("exclude wallet orders if the debt is for goods that a card paid", () => {
    const goods = { ...reversal("card", 10, 70), goodsCents: 75 };
    const bought = [credit("card", 5), credit("a", 100), order("x", 95)];
    const events = [...bought, goods] as WalletEvent[];
    // 5 cents of the card's own surplus paid part of x.
    expect(fundOrders(events)).toEqual({
      unpaid: new Map([["x", 5]]),
      walletCents: 0,
      owedCents: 70,
    });
    const undone: WalletEvent = { what: "reversalUndone", refund: "of card" };
    expect(fundOrders([...events, undone])).toEqual({
      unpaid: new Map(),
      walletCents: 10,
      owedCents: 0,
    });
  });

  it("include an order after another recharge that paid the debt is reversed too", () => {
    const paid: WalletEvent = { what: "debtPaid", cents: 100 };
    const back: WalletEvent = { what: "orderRefund", order: "x", cents: 100 };
    const reversed = [credit("a", 100), order("x", 100), reversal("a", 0, 100)];
    const washed = [...reversed, credit("b", 100), paid, back, order("y", 100)];
    expect(unpaid(...washed)).toEqual({});
    expect(unpaid(...washed, reversal("b", 0, 100))).toEqual({ y: 100 });
  });
});

describe("After any sequence of wallet events", () => {
  /** Simulates only the wallet's total, and generates events that can actually happen. */
  function play(steps: readonly { kind: number; pick: number; cents: number }[]) {
    const events: WalletEvent[] = [];
    const payments: { name: string; left: number }[] = [];
    const orders: { name: string; left: number }[] = [];
    const reversed: { refund: string; taken: number; owed: number }[] = [];
    let [wallet, owed] = [0, 0];
    const comeIn = (cents: number) => {
      const paid = Math.min(owed, cents);
      wallet += cents - paid;
      owed -= paid;
      if (paid > 0) events.push({ what: "debtPaid", cents: paid });
    };
    for (const [at, { kind, pick, cents }] of steps.entries()) {
      const payment = payments[pick % Math.max(1, payments.length)];
      const bought = orders[pick % Math.max(1, orders.length)];
      if (kind < 3) {
        payments.push({ name: `p${at}`, left: cents });
        events.push(credit(`p${at}`, cents));
        comeIn(cents);
      } else if (kind < 6 && wallet > 0) {
        const price = Math.min(wallet, cents);
        orders.push({ name: `o${at}`, left: price });
        wallet -= price;
        events.push(order(`o${at}`, price));
      } else if (kind === 6 && bought && bought.left > 0) {
        const back = Math.min(bought.left, cents);
        bought.left -= back;
        events.push({ what: "orderRefund", order: bought.name, cents: back });
        comeIn(back);
      } else if (kind < 9 && payment && payment.left > 0) {
        const part = Math.min(payment.left, cents);
        payment.left -= part;
        const taken = Math.min(wallet, part);
        wallet -= taken;
        owed += part - taken;
        const event = { refund: `r${at}`, takenCents: taken, owedCents: part - taken };
        reversed.push({ refund: event.refund, taken, owed: part - taken });
        events.push({ what: "reversal", payment: payment.name, ...event });
      } else if (kind === 9) {
        const undone = reversed.splice(pick % Math.max(1, reversed.length), 1)[0];
        if (!undone) continue;
        events.push({ what: "reversalUndone", refund: undone.refund });
        const still = Math.min(owed, undone.owed);
        owed -= still;
        wallet += undone.owed - still;
        if (undone.owed > still) events.push({ what: "debtReturned", cents: undone.owed - still });
        comeIn(undone.taken);
      }
    }
    return { events, orders, payments, wallet, owed };
  }
  const steps = fc.array(
    fc.record({
      kind: fc.integer({ min: 0, max: 9 }),
      pick: fc.nat(50),
      cents: fc.integer({ min: 1, max: 500 }),
    }),
    { maxLength: 60 },
  );

  it("totals match, no order is unpaid beyond its price, and unpaid orders cover the debt", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { events, orders, wallet, owed } = play(all);
        const funding = fundOrders(events);
        expect([funding.walletCents, funding.owedCents]).toEqual([wallet, owed]);
        const price = new Map(orders.map(({ name, left }) => [name, left]));
        let sum = 0;
        for (const [name, cents] of funding.unpaid) {
          expect(cents).toBeGreaterThan(0);
          expect(cents).toBeLessThanOrEqual(price.get(name) ?? 0);
          sum += cents;
        }
        const live = orders.reduce((cents, { left }) => cents + left, 0);
        expect(sum).toBeGreaterThanOrEqual(Math.min(owed, live));
      }),
      { numRuns: 500 },
    );
  });

  /** The same rule cent by cent: each cent has a source and is in a wallet, an order or a debt. */
  function centByCent(events: readonly WalletEvent[]): Map<string, number> {
    interface Cent {
      source: string;
      unpaid: boolean;
    }
    let wallet: Cent[] = [];
    const ages: string[] = [];
    const orders = new Map<string, Cent[]>();
    const debts: Cent[] = [];
    type Marked = { name: string; cent: Cent };
    const reversals = new Map<string, { taken: Cent[]; owed: number; marked: Marked[] }>();
    let owed = 0;
    const add = (cents: Cent[]) => {
      for (const { source } of cents) if (!ages.includes(source)) ages.push(source);
      wallet = [...wallet, ...cents.map(({ source }) => ({ source, unpaid: false }))];
      wallet.sort((a, b) => ages.indexOf(a.source) - ages.indexOf(b.source));
    };
    for (const event of events) {
      if (event.what === "credit") {
        add(Array.from({ length: event.cents }, () => ({ source: event.source, unpaid: false })));
      } else if (event.what === "order") {
        orders.set(event.order, wallet.splice(0, event.cents));
      } else if (event.what === "orderRefund") {
        const paid = orders.get(event.order) ?? [];
        const order = [
          ...paid.filter(({ unpaid: no }) => !no),
          ...paid.filter((one) => one.unpaid),
        ];
        const kept = order.length - event.cents;
        orders.set(
          event.order,
          paid.filter((one) => order.indexOf(one) < kept),
        );
        add(order.slice(kept));
      } else if (event.what === "debtPaid") {
        debts.push(...wallet.splice(0, event.cents));
        owed -= Math.min(owed, event.cents);
      } else if (event.what === "debtReturned") {
        add(debts.splice(Math.max(0, debts.length - event.cents)));
      } else if (event.what === "reversal") {
        const own = wallet.filter(({ source }) => source === event.payment);
        const taken = own.slice(0, event.takenCents);
        wallet = wallet.filter((one) => !taken.includes(one));
        const spent = event.takenCents + event.owedCents - taken.length;
        taken.push(...wallet.splice(0, event.takenCents - taken.length));
        const paid = [...orders].flatMap(([name, cents]) => cents.map((cent) => ({ name, cent })));
        const open = paid.filter(({ cent }) => cent.source === event.payment && !cent.unpaid);
        const count = Math.min(spent, open.length);
        // Evenly spaced cents: each order loses its exact share.
        const marked = open.filter(
          (_, at) =>
            Math.floor(((at + 1) * count) / open.length) > Math.floor((at * count) / open.length),
        );
        for (const { cent } of marked) cent.unpaid = true;
        owed += event.owedCents;
        reversals.set(event.refund, { taken, owed: event.owedCents, marked });
      } else if (event.what === "reversalUndone") {
        const undone = reversals.get(event.refund);
        add(undone?.taken ?? []);
        // Equal cents of one source in one order: if the marked one came back, unmark another.
        for (const { name, cent } of undone?.marked ?? []) {
          const alike = orders.get(name)?.filter(({ source }) => source === cent.source) ?? [];
          const one = alike.find(({ unpaid: no }) => no);
          if (one) one.unpaid = false;
        }
        owed -= Math.min(owed, undone?.owed ?? 0);
      }
    }
    const newest = [...orders.values()].toReversed().flat();
    let missing = owed - newest.filter((one) => one.unpaid).length;
    for (const cent of newest) {
      if (missing <= 0) break;
      if (cent.unpaid) continue;
      cent.unpaid = true;
      missing -= 1;
    }
    const counted = [...orders].map(
      ([name, cents]) => [name, cents.filter((one) => one.unpaid).length] as const,
    );
    return new Map(counted.filter(([, cents]) => cents > 0));
  }

  it("the unpaid amounts equal those of a cent-by-cent simulation", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { events } = play(all);
        expect(fundOrders(events).unpaid).toEqual(centByCent(events));
      }),
      { numRuns: 200 },
    );
  });

  it("every order is unpaid once all payments are fully reversed and no reversal is undone", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const kept = all.filter(({ kind }) => kind < 9);
        const whole = Array.from({ length: 60 }, (_, pick) => ({ kind: 8, pick, cents: 1e9 }));
        const { events, orders } = play([...kept, ...whole]);
        const live = orders.filter(({ left }) => left > 0);
        expect(fundOrders(events).unpaid).toEqual(
          new Map(live.map(({ name, left }) => [name, left])),
        );
      }),
      { numRuns: 300 },
    );
  });
});
