/**
 * Words in SQL and words in the contract are one list: what the product writes, the tables accept. A
 * new constraint that names words needs a line in `written`.
 */
import { langs } from "@turnpike/contract/refusals.ts";
import { caseEventKinds, caseStates } from "@turnpike/contract/console/cases.ts";
import type { ExitFact, FactKind, StaticTerm } from "@turnpike/contract/data-plane.ts";
import { linkFormats, linkPlans, linkProtocols } from "@turnpike/contract/extraction.ts";
import { providers } from "@turnpike/contract/identity.ts";
import { ipAuths, type OpenedIp } from "@turnpike/contract/pool.ts";
import { outcomes, protocols } from "@turnpike/contract/request-log.ts";
import { scopes } from "@turnpike/rules/api-key.ts";
import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import { disputeStates } from "@turnpike/rules/dispute.ts";
import { documentKinds } from "@turnpike/rules/identity-document.ts";
import type { IdentityStage } from "@turnpike/rules/identity.ts";
import { agreedKinds, legalKinds } from "@turnpike/rules/legal.ts";
import { costScopes } from "@turnpike/rules/margin.ts";
import type { PaymentStatus, PaymentUpdate } from "@turnpike/rules/payment.ts";
import type { AlertPlace } from "@turnpike/rules/staff-alert.ts";
import { staffRoles } from "@turnpike/rules/staff.ts";
import { taxTreatments } from "@turnpike/rules/tax/tax.ts";
import { teamRoles } from "@turnpike/rules/team.ts";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import type { DisableReason } from "@turnpike/rules/webhook.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { AlertKind } from "../../across/alert/store.ts";
import type { ImportKind } from "../../across/moving-in/read-file.ts";
import type { Withdrawal } from "../../commerce/affiliate/store/withdrawals.ts";
import type { CouponBenefit } from "../../commerce/coupon/grant.ts";
import type { IdentityCheck } from "../../commerce/identity-check/store/checks.ts";
import type { IssuedDocument } from "../../commerce/invoice-record/snapshot.ts";
import type { Order } from "../../commerce/order/store.ts";
import type { TopUp } from "../../commerce/saved-card/store/charges.ts";
import type { StoredProduct } from "../../commerce/product/store/products.ts";
import type { RefundKind } from "../../commerce/refund/store/refunds.ts";
import type { ConsentSource } from "../../identity/legal/store/consents.ts";
import { products } from "../../inventory/exit/read-csv.ts";
import type { ListHead } from "../../inventory/exit/store/lists.ts";
import { upstreamStates } from "../../inventory/upstream/store/upstreams.ts";
import { leasedPortKinds } from "../../inventory/listening-port/store/leased-ports.ts";
import type { DebtAsset } from "../../ledger/debt.ts";
import type { VoidReason } from "../../products/cdkey/store.ts";
import type { LeaseRow } from "../../products/lease/store.ts";
import { testDatabase } from "./testing.ts";

/** The words of a type: the compiler demands each. */
const all = <Word extends string>(words: Record<Word, true>): readonly string[] =>
  Object.keys(words);

/** Reports of disputes have tables of their own. */
type StoredUpdate = Exclude<PaymentUpdate, { what: "disputed" | "fraudWarning" }>;
const productKinds = all<StoredProduct["kind"]>({
  traffic: true,
  ip: true,
  static: true,
  short: true,
  port: true,
  bandwidth: true,
});
const setAsideStates = all<"waiting" | "applied" | "dropped">({
  waiting: true,
  applied: true,
  dropped: true,
});

/** What the product writes into each column whose words SQL lists. */
const written: Record<string, readonly string[]> = {
  "abuse_case.state": caseStates,
  "abuse_case_event.kind": caseEventKinds,
  "account.lang": langs,
  "alert.kind": all<AlertKind>({ traffic: true, wallet: true, expiry: true }),
  "api_key.scopes": scopes,
  "api_link.format": linkFormats,
  "api_link.plan": linkPlans,
  "api_link.protocol": linkProtocols,
  "cdkey.kind": all<CdkeyKind>({ ip: true, traffic: true }),
  "cdkey.void_reason": all<VoidReason>({ arrears: true, operator: true }),
  "connection_trace.outcome": outcomes,
  "connection_trace.protocol": protocols,
  "coupon.kind": all<CouponBenefit["kind"]>({ discount: true, gift: true }),
  "debt.asset": all<DebtAsset>({ wallet: true, profit: true }),
  "dispute.kind": all<"dispute" | "fraudWarning">({ dispute: true, fraudWarning: true }),
  "dispute.state": [...disputeStates, "noted"],
  "exit.dns": all<NonNullable<ExitFact["dns"]>>({ local: true, remote: true }),
  "exit.how": all<ExitFact["how"]>({ local: true, http: true, socks5: true }),
  "exit.product": products,
  "exit_list.how": all<ListHead["how"]>({ http: true, socks5: true }),
  "exit_list.product": all<ListHead["product"]>({ static: true, short: true, pool: true }),
  "legal_consent.kind": agreedKinds,
  "legal_consent.source": all<ConsentSource>({ signUp: true, consent: true, order: true }),
  "legal_document.kind": legalKinds,
  "legal_document.lang": langs,
  "exit_cost.scope": costScopes,
  "gate_port.kind": leasedPortKinds,
  "gateway_news.kind": all<FactKind>({
    subAccount: true,
    whitelist: true,
    exit: true,
    staticIp: true,
    unlimitedPort: true,
    openedIp: true,
    whitePort: true,
    blockedTarget: true,
    upstream: true,
    upstreamPlaces: true,
    ownExits: true,
  }),
  "identity_check.provider": all<IdentityCheck["provider"]>({ manual: true, stripe: true }),
  "identity_check.stage": all<IdentityStage>({
    none: true,
    pending: true,
    more: true,
    approved: true,
    rejected: true,
  }),
  "identity_document.kind": documentKinds,
  "imported_file.kind": all<ImportKind>({ customers: true, subaccounts: true, statics: true }),
  "invoice.kind": all<IssuedDocument["kind"]>({ invoice: true, creditNote: true }),
  "item_aside.state": setAsideStates,
  "lease.source": all<LeaseRow["source"]>({ main: true, sub: true }),
  "login_identity.provider": providers,
  "news.lang": langs,
  "opened_ip.auth": ipAuths,
  "opened_ip.by": all<OpenedIp["by"]>({ call: true, link: true, lookup: true }),
  "payment.tax_treatment": taxTreatments,
  "payment.status": all<PaymentStatus>({
    pending: true,
    paid: true,
    failed: true,
    expired: true,
    refunded: true,
  }),
  "payment_event.what": all<StoredUpdate["what"]>({
    received: true,
    settled: true,
    failed: true,
    refunded: true,
    refundUndone: true,
  }),
  "product.kind": productKinds,
  "promo.kind": all<CouponBenefit["kind"]>({ discount: true, gift: true }),
  "refund.kind": all<RefundKind>({ refund: true, dispute: true }),
  "request_log.outcome": outcomes,
  "request_log.protocol": protocols,
  "shop_order.tax_treatment": taxTreatments,
  "shop_order.status": all<Order["status"]>({
    pending: true,
    paid: true,
    failed: true,
    refunded: true,
  }),
  "upstream.state": upstreamStates,
  "staff.role": staffRoles,
  "staff_alert_target.kind": all<AlertPlace["kind"]>({ mail: true, webhook: true, telegram: true }),
  "static_ip.term": all<StaticTerm>({ static: true, short: true }),
  "team_invitation.role": teamRoles,
  "team_member.role": teamRoles,
  "top_up.state": all<TopUp["state"]>({ open: true, person: true, paid: true, refused: true }),
  "unlimited_plan.kind": unlimitedKinds,
  "usage_aside.state": setAsideStates,
  "webhook.disabled_by": ["owner", ...all<DisableReason>({ failing: true, gone: true })],
  "webhook_delivery.status": all<"waiting" | "delivered" | "failed">({
    waiting: true,
    delivered: true,
    failed: true,
  }),
  "withdrawal.status": all<Withdrawal["status"]>({ pending: true, paid: true, rejected: true }),
  "withdrawal.target": all<Withdrawal["target"]>({ balance: true, crypto: true }),
};

/** Words in SQL that the product does not write any more; rows of earlier versions may have them. */
const earlier: Record<string, readonly string[]> = {};

interface Constraint {
  /** The table; for a partition, the table that it is of. */
  table: string;
  name: string;
  at: string;
  /** How many columns it judges: a list of words judges one. */
  columns: number;
  expression: string;
}

let constraints: Constraint[];
const database = forTests(() => testDatabase({ pool: 1 }));
beforeAll(async () => {
  // A partition that is made after the migration, as the API makes them every day.
  await sql`select add_partition('connection_trace', 'connection_trace_2031_05_06', 'at',
    '2031-05-06T00:00:00Z', '2031-05-07T00:00:00Z')`.execute(database.db);
  const { rows } = await sql<Constraint>`
    select coalesce(pg_partition_root(c.conrelid), c.conrelid)::regclass::text as table,
      c.conname as name, c.conrelid::regclass::text as at, cardinality(c.conkey) as columns,
      pg_get_expr(c.conbin, c.conrelid) as expression
    from pg_constraint c join pg_namespace s on s.oid = c.connamespace
    where c.contype = 'c' and c.conrelid <> 0 and s.nspname = current_schema()
    order by 3, 2`.execute(database.db);
  constraints = rows;
});

const literals = /'((?:[^']|'')*)'::text/g;
/** Patterns, and what a text must not be, name no words. */
const withoutPatterns = (expression: string) =>
  expression.replaceAll(/ (?:!?~\*?|!~~|~~|<>) '(?:[^']|'')*'::text/g, "");
const listOf = /(\w+) (?:= ANY|<@) \(?ARRAY\[([^\]]*)\]/g;
const oneOf = /\b(\w+) = '((?:[^']|'')*)'::text/g;

/** The words that a constraint names, by column; null if it has a literal that is not understood. */
function wordsIn(expression: string): { column: string; word: string }[] | null {
  const plain = withoutPatterns(expression);
  const found = [...plain.matchAll(listOf)].flatMap(([, column = "", list = ""]) =>
    [...list.matchAll(literals)].map(([, word = ""]) => ({ column, word })),
  );
  for (const [, column = "", word = ""] of plain.replaceAll(listOf, "").matchAll(oneOf))
    found.push({ column, word });
  return found.length === [...plain.matchAll(literals)].length ? found : null;
}

test("Every check constraint of the schema that names words belongs to a list of the contract", () => {
  const unknown = constraints.flatMap(({ table, name, expression }) => {
    const words = wordsIn(expression);
    if (words === null) return [`${name}: ${expression}`];
    return words.flatMap(({ column, word }) => {
      const list = written[`${table}.${column}`];
      if (list === undefined) return [`${table}.${column}: name its list in \`written\`, above`];
      const known = list.includes(word) || earlier[`${table}.${column}`]?.includes(word);
      return known ? [] : [`${table}.${column}: ${word} is in SQL alone`];
    });
  });
  expect([...new Set(unknown)]).toEqual([]);
  const listed = new Set(
    constraints.flatMap(({ table, expression }) =>
      (wordsIn(expression) ?? []).map(({ column }) => `${table}.${column}`),
    ),
  );
  expect(Object.keys(written).filter((each) => !listed.has(each))).toEqual([]);
});

test("Every word of a list is accepted by its column's constraint, in each partition, too", async () => {
  const refused: string[] = [];
  let tried = 0;
  for (const { table, at, columns, expression } of constraints) {
    const [{ column } = { column: "" }] = wordsIn(expression) ?? [];
    if (columns !== 1 || column === "") continue;
    const words = [...(written[`${table}.${column}`] ?? [])];
    // The constraint itself decides, over a row of its one column.
    const value = expression.includes("<@") ? sql`array[word]` : sql`word`;
    const { rows } = await sql<{ word: string; ok: boolean }>`
      select word, ${sql.raw(expression)} as ok from unnest(${words}::text[]) word,
        lateral (select ${value} as ${sql.ref(column)}) row`.execute(database.db);
    tried += rows.length;
    refused.push(...rows.flatMap(({ word, ok }) => (ok ? [] : [`${at}.${column}: ${word}`])));
  }
  expect(refused).toEqual([]);
  expect(tried).toBeGreaterThan(150);
});

test("The schema has no enum and no domain, whose words would be a third list", async () => {
  const { rows } = await sql`
    select typname from pg_type t join pg_namespace s on s.oid = t.typnamespace
    where s.nspname = current_schema() and typtype in ('e', 'd')`.execute(database.db);
  expect(rows).toEqual([]);
});
