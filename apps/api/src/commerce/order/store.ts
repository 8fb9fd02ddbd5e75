/** The table of orders. */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { orderList } from "@turnpike/contract/order.ts";
import { currency } from "@turnpike/locales/money.ts";
import type { OrderMethod } from "@turnpike/rules/payment-method.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { buyingFrom } from "../../identity/legal/consent.ts";
import { joinStatement } from "../../platform/db/pipeline.ts";
import { type OrderedProduct, productOf } from "../product/store/products.ts";
import { type PlacedTax, placedTaxColumns, placedTaxOf } from "../tax/sale-tax.ts";
import { joinNonEmpty, searchRows, type SearchQuery } from "../../platform/search.ts";

export type OrderStatus = "pending" | "paid" | "failed" | "refunded";

export interface Order extends OrderedProduct, PlacedTax {
  id: string;
  orderNo: string;
  accountId: string;
  sku: string;
  kind: string;
  enterprise: boolean;
  quantity: number;
  listCents: number;
  discountCents: number;
  /** What is paid: the price after coupons, with its tax. */
  amountCents: number;
  method: OrderMethod;
  status: OrderStatus;
  couponId: string | null;
  /** The asset granted, in pieces or bytes; null for an unlimited plan, granted in seconds. */
  asset: string | null;
  granted: number;
  /** What it grants ends this many days later; null: never. */
  validDays: number | null;
  refundedCents: number;
  /** Whether it extends an earlier purchase. */
  renewal: boolean;
  /** The API key that placed the order, with its name at the time; null for a session. */
  apiKey: { id: string; name: string } | null;
  createdAt: Date;
  paidAt: Date | null;
  /** The unit price without coupons, in millionths; null for gifts and orders from before it was kept. */
  unitMicros: number | null;
}

/** The product of the order's row. */
const orderedProduct = productOf(sql.ref("shop_order.sku"));

/** Whether the account has an order paid with money (wallet included) and not refunded. */
export async function hasPaidOrder(db: Db | Tx, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("shop_order")
    .select("id")
    .where("account_id", "=", accountId)
    .where("status", "=", "paid")
    .where("amount_cents", ">", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The network of the account's last order: an automatic order has none of its own. */
const lastNetwork = (accountId: string) =>
  sql<string | null>`(select network_country from shop_order
    where account_id = ${accountId} order by position desc limit 1)`;

export async function insertOrder(tx: Tx, order: Order): Promise<void> {
  const row = tx.insertInto("shop_order").values({
    id: order.id,
    order_no: order.orderNo,
    account_id: order.accountId,
    sku: order.sku,
    kind: order.kind,
    enterprise: order.enterprise,
    quantity: order.quantity,
    list_cents: order.listCents,
    discount_cents: order.discountCents,
    amount_cents: order.amountCents,
    ...placedTaxColumns(order),
    ...(order.taxCountry !== null && buyingFrom(tx) === null
      ? { network_country: lastNetwork(order.accountId) }
      : {}),
    method: order.method,
    status: order.status,
    coupon_id: order.couponId,
    asset: order.asset,
    granted: order.granted,
    valid_days: order.validDays,
    refunded_cents: order.refundedCents,
    renewal: order.renewal,
    api_key_id: order.apiKey?.id ?? null,
    api_key_name: order.apiKey?.name ?? null,
    created_at: order.createdAt,
    paid_at: order.paidAt,
    unit_micros: order.unitMicros,
  });
  await joinStatement(tx, row);
}

/** Erases the API key names in orders of closed accounts. */
export async function eraseKeyNames(tx: Tx, accountIds: string[]): Promise<void> {
  await tx
    .updateTable("shop_order")
    .set({ api_key_name: "" })
    .where("account_id", "in", accountIds)
    .where("api_key_name", "<>", "")
    .execute();
}

function query(db: Db) {
  return db.selectFrom("shop_order").selectAll().select(orderedProduct.as("product"));
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toOrder(row: Row): Order {
  return {
    id: row.id,
    orderNo: row.order_no,
    accountId: row.account_id,
    sku: row.sku,
    kind: row.kind,
    enterprise: row.enterprise,
    quantity: row.quantity,
    listCents: row.list_cents,
    discountCents: row.discount_cents,
    amountCents: row.amount_cents,
    ...placedTaxOf(row),
    method: row.method as OrderMethod,
    status: row.status as OrderStatus,
    couponId: row.coupon_id,
    asset: row.asset,
    granted: row.granted,
    validDays: row.valid_days,
    refundedCents: row.refunded_cents,
    renewal: row.renewal,
    apiKey: row.api_key_id === null ? null : { id: row.api_key_id, name: row.api_key_name ?? "" },
    createdAt: row.created_at,
    paidAt: row.paid_at,
    unitMicros: row.unit_micros,
    ...row.product,
  };
}

/** An order; locks it until the transaction ends. */
export async function lockOrder(tx: Tx, id: string): Promise<Order> {
  return toOrder(await query(tx).where("id", "=", id).forUpdate().executeTakeFirstOrThrow());
}

export async function findOrder(db: Db, id: string): Promise<Order | null> {
  const row = await query(db).where("id", "=", id).executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** One of the account's own orders by number; null if there is none. */
export async function findOwnOrder(
  db: Db,
  { accountId, orderNo }: { accountId: string; orderNo: string },
): Promise<Order | null> {
  const row = await query(db)
    .where("account_id", "=", accountId)
    .where("order_no", "=", orderNo)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

export async function findByOrderNo(db: Db, orderNo: string): Promise<Order | null> {
  const row = await query(db).where("order_no", "=", orderNo).executeTakeFirst();
  return row ? toOrder(row) : null;
}

export interface OrderFilter {
  accountId: string;
  kind?: string | undefined;
  status?: OrderStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Part of the order number, case-insensitive. */
  search?: string | undefined;
  sort?: CallRequest<typeof orderList>["sort"];
}

/** A page of an account's orders, newest first by default, and the total count. */
export async function findOrders(
  db: Db,
  filter: OrderFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Order[]; total: number }> {
  const { accountId, kind, status, from, to, search = "", sort = "-createdAt" } = filter;
  const way = sort.startsWith("-") ? "desc" : "asc";
  const filtered = db
    .selectFrom("shop_order")
    .where("account_id", "=", accountId)
    .$if(kind !== undefined, (q) => q.where("kind", "=", kind ?? ""))
    .$if(status !== undefined, (q) => q.where("status", "=", status ?? ""))
    .$if(from !== undefined, (q) => q.where("created_at", ">=", new Date(from ?? 0)))
    .$if(to !== undefined, (q) => q.where("created_at", "<=", new Date(to ?? 0)))
    .$if(search !== "", (q) =>
      q.where("order_no", "ilike", `%${search.replace(/[\\%_]/g, "\\$&")}%`),
    );
  const [rows, count] = await Promise.all([
    filtered
      .selectAll()
      .select(orderedProduct.as("product"))
      .$if(sort.endsWith("amountCents"), (q) => q.orderBy("amount_cents", way))
      .orderBy("position", sort.endsWith("createdAt") ? way : "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    filtered.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toOrder), total: Number(count.total) };
}

export async function setPaid(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable("shop_order")
    .set({ status: "paid", paid_at: now })
    .where("id", "=", id)
    .execute();
}

export async function setFailed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("shop_order").set({ status: "failed" }).where("id", "=", id).execute();
}

/** Saves how much of an order has been refunded in total; `whole` sets its status to refunded. */
export async function setRefunded(
  tx: Tx,
  id: string,
  refunded: { cents: number; whole: boolean; now: Date },
): Promise<void> {
  const { cents, whole, now } = refunded;
  await tx
    .updateTable("shop_order")
    .set({
      status: whole ? "refunded" : "paid",
      refunded_cents: cents,
      refunded_at: cents > 0 || whole ? now : null,
    })
    .where("id", "=", id)
    .execute();
}

/** The product kinds of which the account has paid an enterprise order. */
export async function enterpriseKinds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("shop_order")
    .select("kind")
    .distinct()
    .where("account_id", "=", accountId)
    .where("enterprise", "=", true)
    .where("status", "=", "paid")
    .where("method", "!=", "coupon")
    .execute();
  return rows.map((row) => row.kind);
}

/** Searches the account's own orders by part of their number (`/v1/find`). */
export const searchOrders = (sought: SearchQuery) =>
  searchRows(sought, "order", {
    rows: sql`from shop_order where account_id = ${sought.accountId}`,
    id: sql`id`,
    name: sql`order_no`,
    detail: joinNonEmpty(
      sql`sku`,
      sql`to_char(amount_cents / 100.0, 'FM999999990.00') || ${` ${currency()}`}::text`,
    ),
    texts: [sql`order_no`],
  });
