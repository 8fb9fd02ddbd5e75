/**
 * Which recharge paid for which wallet order (spec/affiliate#reversed-recharges). A wallet spends
 * the oldest money first. Reversing a recharge takes what is left of it in the wallet; the rest was
 * spent, so the orders it paid count as unpaid by that amount, each in proportion.
 */
import type { Cents } from "./money.ts";

/** Events of a wallet, oldest first. */
export type WalletEvent =
  /** Money was credited: by a payment (with bonus and surplus) or from another source. */
  | { what: "credit"; source: string; cents: Cents }
  | { what: "order"; order: string; cents: Cents }
  /** An order was refunded, at least in part. */
  | { what: "orderRefund"; order: string; cents: Cents }
  /**
   * A payment was reversed: the amount taken from the wallet, and the amount that it lacked and
   * owes since. Both include `goodsCents` for goods bought directly, which never passed the wallet.
   */
  | {
      what: "reversal";
      refund: string;
      payment: string;
      takenCents: Cents;
      owedCents: Cents;
      goodsCents?: Cents;
    }
  | { what: "reversalUndone"; refund: string }
  | { what: "debtPaid"; cents: Cents }
  /** A payment of a debt was returned, because the reversal that caused the debt was undone. */
  | { what: "debtReturned"; cents: Cents }
  /** Any other deduction, for example when the account is closed. */
  | { what: "taken"; cents: Cents };

/** Money from one source. */
interface Piece {
  source: string;
  cents: Cents;
}
/** What one source paid of one order, and how much of it counts as unpaid. */
interface Share extends Piece {
  unpaidCents: Cents;
}
interface Reversal {
  pieces: Piece[];
  owedCents: Cents;
  /** The part of `owedCents` that is for goods. */
  goodsOwedCents: Cents;
  /** The shares that it marked as unpaid. */
  marks: { share: Share; cents: Cents }[];
}

/** The money in a wallet by source, the oldest first. */
class WalletLots {
  readonly #lots: Piece[] = [];
  readonly #places = new Map<string, number>();
  /** All lots before this one are empty. */
  #first = 0;

  add({ source, cents }: Piece): void {
    const place = this.#places.get(source) ?? this.#lots.length;
    const lot = this.#lots[place];
    if (lot) lot.cents += cents;
    else this.#lots.push({ source, cents });
    this.#places.set(source, place);
    this.#first = Math.min(this.#first, place);
  }

  take(cents: Cents): Piece[] {
    const pieces: Piece[] = [];
    let left = cents;
    for (let at = this.#first; left > 0 && at < this.#lots.length; at++) {
      const piece = this.takeOf(this.#lots[at]?.source ?? "", left);
      left -= piece.cents;
      if (piece.cents > 0) pieces.push(piece);
      if (left > 0) this.#first = at + 1;
    }
    return pieces;
  }

  takeOf(source: string, most: Cents): Piece {
    const lot = this.#lots[this.#places.get(source) ?? -1];
    const cents = Math.min(most, lot?.cents ?? 0);
    if (lot) lot.cents -= cents;
    return { source, cents };
  }

  get cents(): Cents {
    return sum(this.#lots);
  }
}

const sum = (pieces: readonly Piece[]) => pieces.reduce((all, { cents }) => all + cents, 0);

export interface OrderFunding {
  /** By order, the part of its price that counts as unpaid; fully paid orders are absent. */
  unpaid: Map<string, Cents>;
  /** The final contents and debt of the wallet. */
  walletCents: Cents;
  owedCents: Cents;
}

/** Tracks the money of a wallet from its sources to its orders. */
export function fundOrders(events: Iterable<WalletEvent>): OrderFunding {
  const wallet = new WalletReplay();
  for (const event of events) wallet.apply(event);
  return wallet.result();
}

class WalletReplay {
  readonly #lots = new WalletLots();
  readonly #orders = new Map<string, Share[]>();
  readonly #bySource = new Map<string, Share[]>();
  readonly #reversals = new Map<string, Reversal>();
  /** Money that paid debts, the newest last. */
  readonly #debtsPaid: Piece[] = [];
  #owedCents = 0;
  /** The part of the debt for goods, which is paid first; it makes no wallet order unpaid. */
  #goodsOwedCents = 0;

  apply(event: WalletEvent): void {
    switch (event.what) {
      case "credit":
        return this.#lots.add(event);
      case "order":
        return this.#spend(event.order, event.cents);
      case "orderRefund":
        return this.#giveBack(event.order, event.cents);
      case "reversal":
        return this.#reverse(event);
      case "reversalUndone":
        return this.#undo(event.refund);
      case "debtPaid":
        this.#debtsPaid.push(...this.#lots.take(event.cents));
        this.#owedCents -= Math.min(this.#owedCents, event.cents);
        this.#goodsOwedCents -= Math.min(this.#goodsOwedCents, event.cents);
        return;
      case "debtReturned":
        return this.#returnDebt(event.cents);
      case "taken":
        this.#lots.take(event.cents);
    }
  }

  #spend(order: string, cents: Cents): void {
    const shares = this.#lots.take(cents).map((piece) => ({ ...piece, unpaidCents: 0 }));
    this.#orders.set(order, [...(this.#orders.get(order) ?? []), ...shares]);
    for (const share of shares) {
      const others = this.#bySource.get(share.source);
      if (others) others.push(share);
      else this.#bySource.set(share.source, [share]);
    }
  }

  /** Returns an order's money to the wallet, unpaid shares first: they had no money behind them. */
  #giveBack(order: string, cents: Cents): void {
    let left = cents;
    const shares = (this.#orders.get(order) ?? []).toReversed();
    const refundShare = (share: Share, most: Cents) => {
      const back = Math.min(left, most);
      share.cents -= back;
      left -= back;
      this.#lots.add({ source: share.source, cents: back });
    };
    for (const share of shares) {
      const before = share.cents;
      refundShare(share, share.unpaidCents);
      share.unpaidCents -= before - share.cents;
    }
    for (const share of shares) refundShare(share, share.cents - share.unpaidCents);
    if (left > 0) this.#lots.add({ source: `order ${order}`, cents: left });
  }

  #reverse(event: Extract<WalletEvent, { what: "reversal" }>): void {
    const { refund, payment, takenCents, owedCents, goodsCents = 0 } = event;
    const ofWallet = takenCents + owedCents - goodsCents;
    const own = this.#lots.takeOf(payment, Math.min(takenCents, ofWallet));
    const pieces = [own, ...this.#lots.take(takenCents - own.cents)];
    const spent = ofWallet - own.cents;
    const marks = markUnpaid(this.#bySource.get(payment) ?? [], spent);
    const goodsOwedCents = Math.min(owedCents, goodsCents);
    this.#owedCents += owedCents;
    this.#goodsOwedCents += goodsOwedCents;
    this.#reversals.set(refund, { pieces, owedCents, goodsOwedCents, marks });
  }

  #undo(refund: string): void {
    const reversal = this.#reversals.get(refund);
    if (!reversal) return;
    for (const piece of reversal.pieces) this.#lots.add(piece);
    for (const { share, cents } of reversal.marks) {
      share.unpaidCents -= Math.min(share.unpaidCents, cents);
    }
    this.#owedCents -= Math.min(this.#owedCents, reversal.owedCents);
    this.#goodsOwedCents -= Math.min(this.#goodsOwedCents, reversal.goodsOwedCents);
    this.#reversals.delete(refund);
  }

  #returnDebt(cents: Cents): void {
    let left = cents;
    while (left > 0) {
      const last = this.#debtsPaid.at(-1);
      if (!last) break;
      const back = Math.min(left, last.cents);
      this.#lots.add({ source: last.source, cents: back });
      left -= back;
      last.cents -= back;
      if (last.cents === 0) this.#debtsPaid.pop();
    }
    if (left > 0) this.#lots.add({ source: "debts", cents: left });
  }

  result(): OrderFunding {
    const orders = [...this.#orders];
    const unpaid = new Map(
      orders.map(([order, shares]) => [
        order,
        shares.reduce((all, { unpaidCents }) => all + unpaidCents, 0),
      ]),
    );
    // Any other debt also leaves orders unpaid: the newest ones, if none are marked yet.
    const goodsCents = Math.min(this.#goodsOwedCents, this.#owedCents);
    const owedCents = this.#owedCents - goodsCents;
    let missing = owedCents - [...unpaid.values()].reduce((all, cents) => all + cents, 0);
    for (const [order, shares] of orders.toReversed()) {
      if (missing <= 0) break;
      const before = unpaid.get(order) ?? 0;
      const more = Math.min(missing, sum(shares) - before);
      unpaid.set(order, before + more);
      missing -= more;
    }
    for (const [order, cents] of unpaid) if (cents === 0) unpaid.delete(order);
    return { unpaid, walletCents: this.#lots.cents, owedCents: this.#owedCents };
  }
}

/** Marks an amount of these shares as unpaid, each in proportion to its paid part. */
function markUnpaid(shares: readonly Share[], wanted: Cents): Reversal["marks"] {
  const open = shares.map(({ cents, unpaidCents }) => cents - unpaidCents);
  const whole = open.reduce((all, cents) => all + cents, 0);
  const cents = Math.min(wanted, whole);
  if (cents <= 0) return [];
  const marks: Reversal["marks"] = [];
  let before = 0;
  // Rounds running totals, so that rounding neither loses nor creates a cent.
  const upTo = (part: Cents) => Number((BigInt(part) * BigInt(cents)) / BigInt(whole));
  for (const [at, share] of shares.entries()) {
    const until = before + (open[at] ?? 0);
    const own = upTo(until) - upTo(before);
    before = until;
    if (own === 0) continue;
    share.unpaidCents += own;
    marks.push({ share, cents: own });
  }
  return marks;
}
