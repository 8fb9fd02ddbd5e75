/**
 * What an operator should know before paying a withdrawal: charge-backs and debts of the buyers
 * whose orders earned it, and signs that a buyer and the inviter are the same person
 * (spec/affiliate#signals). In a ring, several buyers of one inviter look like one person.
 */
import { plainMoney } from "@turnpike/locales/money.ts";
import { mailboxFamily } from "@turnpike/rules/same-mailbox.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** What a buyer shares with the inviter or, for `ring…`, with another buyer of the same inviter. */
export type Signal = "payer" | "network" | "mailbox" | "ringPayer" | "ringNetwork" | "ringMailbox";

/** A buyer behind a withdrawal with at least one risk. */
export interface RiskyBuyer {
  accountId: string;
  email: string | null;
  /** What the inviter currently earns from their orders. */
  profitCents: number;
  disputes: number;
  fraudWarnings: number;
  chargedBackCents: number;
  owedCents: number;
  signals: Signal[];
}

const MAX_BUYERS = 20_000;

interface Row extends Omit<RiskyBuyer, "signals"> {
  inviterId: string;
  inviterEmail: string;
  samePayer: boolean;
  sameNetwork: boolean;
  ringPayer: boolean;
  ringNetwork: boolean;
}

/** Returns risky buyers by the inviter's id; inviters without any are absent. */
export async function findRisks(db: Db, inviterIds: string[]): Promise<Map<string, RiskyBuyer[]>> {
  const risks = new Map<string, RiskyBuyer[]>();
  const rows = await findBuyers(db, inviterIds);
  const mailboxes = new Map<string, number>();
  for (const row of rows) {
    const family = familyOf(row);
    mailboxes.set(family, (mailboxes.get(family) ?? 0) + 1);
  }
  for (const row of rows) {
    const { inviterId, inviterEmail, samePayer, sameNetwork, ringPayer, ringNetwork, ...buyer } =
      row;
    const { email } = buyer;
    const found: Record<Signal, boolean> = {
      payer: samePayer,
      network: sameNetwork,
      mailbox: email !== null && mailboxFamily(email) === mailboxFamily(inviterEmail),
      ringPayer,
      ringNetwork,
      ringMailbox: email !== null && (mailboxes.get(familyOf(row)) ?? 0) > 1,
    };
    const signals = (Object.keys(words) as Signal[]).filter((signal) => found[signal]);
    const { disputes, fraudWarnings, chargedBackCents, owedCents } = buyer;
    if (signals.length + disputes + fraudWarnings + chargedBackCents + owedCents === 0) continue;
    const own = risks.get(inviterId);
    if (own) own.push({ ...buyer, signals });
    else risks.set(inviterId, [{ ...buyer, signals }]);
  }
  return risks;
}

/** Equal for buyers of one inviter with mailboxes of the same family. */
const familyOf = ({ inviterId, email }: Pick<Row, "inviterId" | "email">) =>
  `${inviterId} ${email === null ? "" : mailboxFamily(email)}`;

async function findBuyers(db: Db, inviterIds: string[]): Promise<Row[]> {
  if (inviterIds.length === 0) return [];
  const { rows } = await sql<Row>`
    with pair as (
      select account_id as inviter, buyer_id as buyer,
        sum(earned_cents - deducted_cents)::bigint as cents
      from profit where account_id = any(${inviterIds}::uuid[]) group by 1, 2
      order by 3 desc limit ${MAX_BUYERS}),
    means as (
      select distinct pair.inviter, pair.buyer, p.payer as mark from pair
        join payment p on p.account_id = pair.buyer where p.payer is not null
      union select distinct pair.inviter, pair.buyer, r.payout_address from pair
        join refund r on r.account_id = pair.buyer where r.payout_address is not null),
    shared as (select inviter, mark from means group by 1, 2 having count(*) > 1)
    select pair.inviter as "inviterId", i.email as "inviterEmail", pair.buyer as "accountId",
      case when b.closed_at is null then b.email end as email, pair.cents as "profitCents",
      (select count(*) from dispute d where d.account_id = pair.buyer and d.kind = 'dispute'
        and d.state not in ('won', 'inquiryClosed')) as disputes,
      (select count(*) from dispute d where d.account_id = pair.buyer
        and d.kind = 'fraudWarning') as "fraudWarnings",
      (select coalesce(sum(r.cents), 0)::bigint from refund r where r.account_id = pair.buyer
        and r.kind = 'dispute' and r.booked_at is not null and r.undone_at is null)
        as "chargedBackCents",
      coalesce((select cents from debt where account_id = pair.buyer and asset = 'wallet'), 0)
        as "owedCents",
      exists (select from payment p join payment q on q.payer = p.payer
          where p.account_id = pair.buyer and q.account_id = pair.inviter)
        or exists (select from refund r where r.account_id = pair.buyer and r.payout_address in (
          select wallet_address from withdrawal where account_id = pair.inviter
          union all select payout_address from refund where account_id = pair.inviter))
        as "samePayer",
      coalesce(i.sign_up_network = b.sign_up_network, false) as "sameNetwork",
      exists (select from means m join shared using (inviter, mark)
        where m.inviter = pair.inviter and m.buyer = pair.buyer) as "ringPayer",
      b.sign_up_network is not null
        and count(*) over (partition by pair.inviter, b.sign_up_network) > 1 as "ringNetwork"
    from pair join account i on i.id = pair.inviter join account b on b.id = pair.buyer
    order by pair.cents desc, pair.buyer`.execute(db);
  return rows;
}

const words: Record<Signal, string> = {
  payer: "same payer",
  network: "same network",
  mailbox: "same mailbox",
  ringPayer: "payer shared among buyers",
  ringNetwork: "network shared among buyers",
  ringMailbox: "mailbox shared among buyers",
};

/** Summarises the risks in one line. */
export function summarise(buyers: readonly RiskyBuyer[]): string {
  const sum = (of: (buyer: RiskyBuyer) => number) =>
    buyers.reduce((all, buyer) => all + of(buyer), 0);
  const [disputes, warnings] = [sum((one) => one.disputes), sum((one) => one.fraudWarnings)];
  const [backCents, owedCents] = [sum((one) => one.chargedBackCents), sum((one) => one.owedCents)];
  const signals = (Object.keys(words) as Signal[]).map((signal) => ({
    word: words[signal],
    count: buyers.filter((one) => one.signals.includes(signal)).length,
  }));
  const parts = [
    ...(disputes > 0 ? [`${disputes} disputes`] : []),
    ...(warnings > 0 ? [`${warnings} fraud warnings`] : []),
    ...(backCents > 0 ? [`${plainMoney(backCents)} charged back`] : []),
    ...(owedCents > 0 ? [`${plainMoney(owedCents)} in arrears`] : []),
    ...signals.flatMap(({ word, count }) => (count > 0 ? [`${word}: ${count}`] : [])),
  ];
  return parts.join(", ");
}
