/**
 * What is exported of each table that has rows about an account, and why not the rest
 * (spec/law#data-export). A column that is not named is not exported; a test compares this with the
 * migrated schema, so that a new table or column is decided on.
 */
import { teamTables } from "./team-tables.ts";

/** What is exported of a table. */
export interface Exported {
  /** Columns of the file, in its order. */
  columns: string;
  /** Columns that are left out, with the reason of each group. */
  without?: Record<string, string>;
  /** Finds the account's rows; `$account` stands for its id. By `account_id` if absent. */
  where?: string;
}

const secret = "a secret, or its hash";
const internal = "internal bookkeeping, which says nothing more about you";

const subAccounts = "sub_account_id in (select id from sub_account where account_id = $account)";
const orders = "order_id in (select id from shop_order where account_id = $account)";
const payments = "payment_id in (select id from payment where account_id = $account)";
const usageCells = {
  columns: "at family key product country scope ok refused failed requests up_bytes down_bytes",
  without: { "cut c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13": internal },
};

export const exported: Record<string, Exported> = {
  account: {
    columns:
      "id email email_verified_at secure_email lang invite_code invited_by login_minutes multi_device created_at last_login_at disabled_at disabled_reason closed_at price_group identity_approved_at",
    without: {
      "password_hash access_key_sealed access_key_lookup": secret,
      "sign_up_network verification_waived imported_at": internal,
    },
    where: "id = $account",
  },
  invoice_title: {
    columns: "title name company tax_id vat_id address street postal city country",
    without: { account_id: internal },
  },
  saved_card: {
    columns: "id provider brand last_four expiry_month expiry_year country created_at",
    without: { account_id: internal, "ref fingerprint": secret },
  },
  card_customer: { columns: "provider ref", without: { account_id: internal } },
  card_setup: {
    columns: "id provider created_at saved_at",
    without: { account_id: internal, "ref url": secret },
  },
  auto_top_up: {
    columns: "enabled threshold_cents amount_cents month_cents card_id refusals stopped_at next_at",
    without: { account_id: internal },
  },
  top_up: {
    columns: "payment_id card_id cents month state created_at",
    without: { "account_id tries tried_at": internal, "customer_ref card_ref": secret },
  },
  alert_setting: {
    columns: "email expiry_days traffic_bytes wallet_cents",
    without: { account_id: internal },
  },
  alert: { columns: "at kind subject value", without: { account_id: internal } },
  legal_consent: {
    columns: "at kind lang version source order_no",
    without: { "id account_id": internal, network: secret },
  },
  identity_check: {
    columns: "stage provider tries handed_in_at decided_at reason",
    without: { account_id: internal, "decided_by note provider_ref": "how the staff decided" },
  },
  identity_document: {
    columns: "id kind bytes uploaded_at",
    without: { "account_id complete": internal },
  },
  ...teamTables,
  login_event: {
    columns: "at event ip network agent",
    without: { "id account_id": internal, session_id: secret },
  },
  login_identity: {
    columns: "provider issuer subject label bound_at",
    without: { account_id: internal },
  },
  mfa: {
    columns: "bound_at",
    without: { "account_id last_step": internal, secret_sealed: secret },
  },
  api_key: {
    columns:
      "id name prefix last_four scopes ips max_cents created_at expires_at last_used_at last_ip",
    without: { "account_id position member_id": internal, key_hash: secret },
  },
  api_key_spending: {
    columns: "api_key_id month spent_cents",
    where: "api_key_id in (select id from api_key where account_id = $account)",
  },
  api_link: {
    columns:
      "id plan num minutes hours country state state_name city city_name protocol format separator port remark uses created_at last_used_at",
    without: { "account_id position": internal, "token_hash sealed_token": secret },
  },
  webhook: {
    columns:
      "id url description events created_at last_at last_delivered failing_since disabled_by",
    without: {
      "account_id position": internal,
      "sealed_secret sealed_previous previous_until": secret,
    },
  },
  webhook_delivery: {
    columns: "id webhook_id event_id event url body created_at status tries_in_all attempts",
    without: { "account_id position tries next_try_at leased_until": internal },
  },
  sub_account: {
    columns:
      "id name pool main enabled remark allotted_bytes used_bytes day_limit_bytes month_limit_bytes max_connections allow_domains deny_domains target_budgets created_at deleted_at",
    without: {
      "account_id session_rotations": internal,
      "sealed_password verifier": secret,
    },
  },
  sub_account_day: { columns: "sub_account_id day used_bytes", where: subAccounts },
  sub_account_target_day: { columns: "sub_account_id target day used_bytes", where: subAccounts },
  whitelist_entry: {
    columns: "id ip sub_account_id description created_at expires_at",
    without: { account_id: internal },
  },
  white_port: {
    columns: "id country state state_name city city_name isp isp_name asn minutes remark by_link",
    without: { "account_id position": internal },
  },
  gate_port: {
    columns: "id kind port created_at opened_at open expires_at released_at",
    without: { "account_id asked gateway node_id trouble trouble_code": internal },
  },
  opened_ip: {
    columns: "id opened_at expires_at returned_at deleted_at auth by requests up_bytes down_bytes",
    without: { "account_id exit_id hidden opening_id position": internal },
  },
  ip_login: {
    columns: "name",
    without: { account_id: internal, "sealed_password verifier": secret },
  },
  static_ip: {
    columns:
      "id name ip country city city_name isp_name asn remark whitelist term days auto_renew started_at expires_at released_at deleted_at replacements swaps",
    without: {
      "account_id exit_id end_noted renew_failed_for": internal,
      "sealed_password verifier": secret,
    },
  },
  static_event: {
    columns: "static_id at action ip days detail term",
    without: { "id account_id position to_tell": internal },
  },
  static_renewal: { columns: "static_id order_id days", where: orders },
  static_usage_day: {
    columns: "static_id day requests up_bytes down_bytes",
    without: { account_id: internal },
  },
  unlimited_plan: {
    columns: "id kind region quantity days order_no whitelist started_at expires_at released_at",
    without: {
      "account_id end_told_for idle_ms order_id position waiting_since": internal,
    },
  },
  unlimited_port: {
    columns:
      "id plan_id name port country place format remark rotation_minutes opened_at released_at",
    without: {
      "account_id gateway node_id open rotation_from rotation_turn trouble trouble_code": internal,
      "sealed_password verifier": secret,
    },
  },
  unlimited_term: { columns: "plan_id order_id counted_at", where: orders },
  unlimited_usage_day: {
    columns: "plan_id port_id day requests up_bytes down_bytes",
    without: { account_id: internal },
  },
  shop_order: {
    columns:
      "id order_no sku kind quantity list_cents discount_cents amount_cents net_cents tax_cents tax_percent tax_treatment tax_country billing_country network_country unit_micros valid_days method status coupon_id renewal api_key_name created_at paid_at refunded_at refunded_cents",
    without: { "account_id api_key_id asset granted enterprise position": internal },
  },
  invoice: {
    columns:
      "number kind order_id payment_id refund_id corrects issued_at lang currency net_cents tax_cents total_cents tax_percent tax_treatment tax_country buyer_email snapshot",
    without: { "id account_id position prefix seller seller_digest seq year": internal },
  },
  payment: {
    columns:
      "id order_id coupon_id method provider payer amount_cents net_cents tax_cents tax_percent tax_treatment tax_country billing_country network_country card_country tax_on_top credited_tax_cents bonus_cents received_cents credited_cents credited_bonus_cents surplus_cents unclaimed_cents status created_at expires_at paid_at refunded_at",
    without: {
      "account_id charge_ref looked_at parts position provider_ref": internal,
      page_url: secret,
    },
  },
  payment_event: {
    columns: "payment_id provider what at received_cents",
    without: { event_id: internal },
    where: payments,
  },
  refund: {
    columns:
      "id order_id payment_id kind cents tax_cents surplus_tax_cents bonus_cents debt_cents reason payout_state payout_address created_at booked_at sent_at undone_at",
    without: {
      "account_id decided due due_amount goods_owed_cents last_error next_try_at provider_ref remainder_of surplus_cents taken tries unclaimed_cents":
        internal,
      claim_url: secret,
    },
  },
  dispute: {
    columns: "id payment_id kind state reason cents withdrawn_cents opened_at due_at updated_at",
    without: { "account_id position provider provider_ref refund_id": internal },
  },
  debt: {
    columns: "asset cents since former_since former_ended_at",
    without: { account_id: internal },
  },
  coupon: {
    columns:
      "id kind percent min_cents gift_sku gift_amount promo_code created_at expires_at used_at used_order_id used_payment_id",
    without: { account_id: internal },
  },
  profit: {
    columns:
      "id order_no order_cents renewal percent earned_cents deducted_cents reversed_cents refunded_cents paid_at freeze_ends_at freed_at",
    without: {
      "account_id adjustments order_id position reversed_profit_cents": internal,
      buyer_id: "another customer",
    },
  },
  withdrawal: {
    columns: "id at amount_cents fee_cents target contact wallet_address status reason decided_at",
    without: { "account_id position": internal },
  },
  cdkey: {
    columns: "id prefix kind pool amount produced_at used_at voided_at void_reason",
    without: {
      "account_id batch_id position void_id": internal,
      "code_sealed lookup": secret,
      redeemer_id: "another customer",
    },
  },
  ledger_line: {
    columns: "at asset kind ref amount balance",
    without: { "id entry_id owner seq lots": internal },
    where: "owner = $account",
  },
  ledger_lot: {
    columns: "asset expires_at granted remaining warned_days",
    without: { "id entry_id owner": internal },
    where: "owner = $account",
  },
  ledger_holding: {
    columns: "asset balance pending",
    without: { "owner lines expires": internal },
    where: "owner = $account",
  },
  mail: {
    columns: "queued_at sent_at recipient subject tries",
    without: {
      "id has_code last_error next_try_at position": internal,
      "body html": "mails contain codes and links that let in; you have them in your mailbox",
    },
    where:
      "recipient in (select unnest(array[email, secure_email]) from account where id = $account)",
  },
  usage_hour: {
    columns: "sub_account_id hour product requests up_bytes down_bytes",
    without: { account_id: internal },
  },
  usage_domain_day: {
    columns: "sub_account_id day domain requests bytes",
    without: { account_id: internal },
  },
  usage_place_day: {
    columns: "day country city requests bytes",
    without: { account_id: internal },
  },
  usage_cell_hour: { ...usageCells, without: { ...usageCells.without, account_id: internal } },
  usage_cell_day: { ...usageCells, without: { ...usageCells.without, account_id: internal } },
  usage_cell_month: { ...usageCells, without: { ...usageCells.without, account_id: internal } },
  request_log: {
    columns:
      "id at sub_account_id client protocol target exit_ip country outcome reason detail ms up_bytes down_bytes",
    without: { account_id: internal },
  },
  connection_trace: {
    columns:
      "id at ms sub_account_id client product protocol target address exit_ip country outcome reason detail connections open up_bytes down_bytes",
    without: {
      "account_id gateway relayed unproved upstream session": "how the provider is built",
    },
  },
};
