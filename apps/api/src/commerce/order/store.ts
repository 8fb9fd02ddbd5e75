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
import { type PlacedTax, placedTax, taxColumns, taxValues } from "../tax/sale-tax.ts";
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

/** Whether the account has an order paid with money (wallet included) and not refunded. */
export async function hasPaidOrder(db: Db | Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shop_order
    where account_id = ${accountId} and status = 'paid' and amount_cents > 0 limit 1`.execute(db);
  return rows.length > 0;
}

/** The network of the account's last order: an automatic order has none of its own. */
const lastNetwork = (accountId: string) =>
  sql`(select network_country from shop_order
    where account_id = ${accountId} order by position desc limit 1)`;

export async function insertOrder(tx: Tx, order: Order): Promise<void> {
  const isAutomatic = order.taxCountry !== null && buyingFrom(tx) === null;
  const network = isAutomatic ? lastNetwork(order.accountId) : sql`${order.networkCountry}`;
  const row = sql`
    insert into shop_order (id, order_no, account_id, sku, kind, enterprise, quantity, list_cents,
      discount_cents, amount_cents, ${taxColumns}, billing_country, network_country, method, status,
      coupon_id, asset, granted, valid_days, refunded_cents, renewal, api_key_id, api_key_name,
      created_at, paid_at, unit_micros)
    values (${order.id}, ${order.orderNo}, ${order.accountId}, ${order.sku}, ${order.kind},
      ${order.enterprise}, ${order.quantity}, ${order.listCents}, ${order.discountCents},
      ${order.amountCents}, ${taxValues(order)}, ${order.billingCountry}, ${network},
      ${order.method}, ${order.status}, ${order.couponId}, ${order.asset}, ${order.granted},
      ${order.validDays}, ${order.refundedCents}, ${order.renewal}, ${order.apiKey?.id ?? null},
      ${order.apiKey?.name ?? null}, ${order.createdAt}, ${order.paidAt}, ${order.unitMicros})`;
  await joinStatement(tx, row);
}

/** Erases the API key names in orders of closed accounts. */
export async function eraseKeyNames(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`
    update shop_order set api_key_name = ''
    where account_id = any(${accountIds}::uuid[]) and api_key_name <> ''`.execute(tx);
}

const columns = sql`
  id, order_no as "orderNo", account_id as "accountId", sku, kind, enterprise, quantity,
  list_cents as "listCents", discount_cents as "discountCents", amount_cents as "amountCents",
  ${placedTax}, method, status, coupon_id as "couponId", asset, granted, valid_days as "validDays",
  refunded_cents as "refundedCents", renewal, created_at as "createdAt", paid_at as "paidAt",
  unit_micros as "unitMicros", api_key_id, api_key_name, ${productOf(sql.ref("shop_order.sku"))} as product`;

type Row = Omit<Order, "apiKey" | keyof OrderedProduct> & {
  api_key_id: string | null;
  api_key_name: string | null;
  product: OrderedProduct;
};

const toOrder = ({ api_key_id: id, api_key_name: name, product, ...row }: Row): Order => ({
  ...row,
  ...product,
  apiKey: id === null ? null : { id, name: name ?? "" },
});

/** An order; locks it until the transaction ends. */
export async function lockOrder(tx: Tx, id: string): Promise<Order> {
  const { rows } = await sql<Row>`
    select ${columns} from shop_order where id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`the order ${id} is gone`);
  return toOrder(row);
}

export async function findOrder(db: Db, id: string): Promise<Order | null> {
  const { rows } = await sql<Row>`
    select ${columns} from shop_order where id = ${id}`.execute(db);
  return rows.map(toOrder)[0] ?? null;
}

/** One of the account's own orders by number; null if there is none. */
export async function findOwnOrder(
  db: Db,
  { accountId, orderNo }: { accountId: string; orderNo: string },
): Promise<Order | null> {
  const { rows } = await sql<Row>`
    select ${columns} from shop_order
    where account_id = ${accountId} and order_no = ${orderNo}`.execute(db);
  return rows.map(toOrder)[0] ?? null;
}

export async function findByOrderNo(db: Db, orderNo: string): Promise<Order | null> {
  const { rows } = await sql<Row>`
    select ${columns} from shop_order where order_no = ${orderNo}`.execute(db);
  return rows.map(toOrder)[0] ?? null;
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
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const conditions = [
    sql`account_id = ${accountId}`,
    kind === undefined ? null : sql`kind = ${kind}`,
    status === undefined ? null : sql`status = ${status}`,
    from === undefined ? null : sql`created_at >= ${new Date(from)}`,
    to === undefined ? null : sql`created_at <= ${new Date(to)}`,
    search === "" ? null : sql`order_no ilike ${part}`,
  ];
  const all = conditions.filter((one) => one !== null);
  const where = sql.join(all, sql` and `);
  const way = sort.startsWith("-") ? sql`desc` : sql`asc`;
  const order = sort.endsWith("createdAt")
    ? sql`position ${way}`
    : sql`amount_cents ${way}, position desc`;
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select ${columns} from shop_order where ${where}
      order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from shop_order where ${where}`.execute(db),
  ]);
  return { rows: rows.map(toOrder), total: counted.rows[0]?.total ?? 0 };
}

export async function setPaid(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    update shop_order set status = 'paid', paid_at = ${now} where id = ${id}`.execute(tx);
}

export async function setFailed(tx: Tx, id: string): Promise<void> {
  await sql`update shop_order set status = 'failed' where id = ${id}`.execute(tx);
}

/** Saves how much of an order has been refunded in total; `whole` sets its status to refunded. */
export async function setRefunded(
  tx: Tx,
  id: string,
  refunded: { cents: number; whole: boolean; now: Date },
): Promise<void> {
  const { cents, whole, now } = refunded;
  await sql`
    update shop_order set status = ${whole ? "refunded" : "paid"}, refunded_cents = ${cents},
      refunded_at = ${cents > 0 || whole ? now : null}
    where id = ${id}`.execute(tx);
}

/** The product kinds of which the account has paid an enterprise order. */
export async function enterpriseKinds(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from shop_order where account_id = ${accountId} and enterprise
      and status = 'paid' and method <> 'coupon'`.execute(db);
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
