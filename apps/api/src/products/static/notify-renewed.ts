/**
 * Reports automatic renewals in one mail per account and run, instead of a receipt per IP. Pending
 * notices are stored in the history together with the renewal, so a crash loses none.
 */
import { money } from "@turnpike/locales/shop.ts";
import { contactOf } from "../../identity/account/addresses.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { amountOf } from "../../commerce/order/store/amounts.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import { dashboardPathOf } from "./ending.ts";
import { accountsWithNotices, takeNotices } from "./store/events.ts";
import { liveStatics, type StaticRow } from "./store/static-ips.ts";
import { lines, renewedLine } from "./mail-lines.ts";

const ACCOUNTS_AT_ONCE = 200;
const PAGES = 500;

export async function notifyRenewed(services: Services): Promise<void> {
  let after = nilUuid;
  for (let page = 0; page < PAGES; page++) {
    const accounts = await accountsWithNotices(services.db, { after, limit: ACCOUNTS_AT_ONCE });
    for (const accountId of accounts) {
      await notifyAccount(services, accountId).catch((err: unknown) => {
        services.log.error({ err, account: accountId }, "renewal notification failed");
      });
    }
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

function notifyAccount(services: Services, accountId: string): Promise<void> {
  return transaction(services.db, async (tx) => {
    const standing = await lockAccount(tx, accountId);
    const events = await takeNotices(tx, accountId);
    if (!standing || standing.closed || events.length === 0) return;
    const ids = events.map(({ staticId }) => staticId);
    const rows = new Map((await liveStatics(tx, ids)).map((row) => [row.id, row]));
    const renewed = events.flatMap(({ staticId, detail }) => {
      const row = rows.get(staticId);
      return row ? [{ ...row, orderNo: detail }] : [];
    });
    await mailRenewed(services, tx, { accountId, renewed });
  });
}

type RenewedRow = StaticRow & { orderNo: string };

async function mailRenewed(
  services: Services,
  tx: Tx,
  { accountId, renewed }: { accountId: string; renewed: RenewedRow[] },
): Promise<void> {
  const [first] = renewed;
  if (!first) return;
  const { publicUrl } = services.env;
  const { to, lang } = await contactOf(tx, accountId);
  const orderNos = renewed.flatMap(({ orderNo }) => (orderNo === "" ? [] : [orderNo]));
  const cents = await amountOf(tx, { accountId, orderNos });
  const soonest = renewed.toSorted((a, b) => a.expires_at.getTime() - b.expires_at.getTime());
  await queueMail(services, tx, {
    to,
    lang,
    mail: "autoRenewed",
    values: {
      count: renewed.length,
      things: lines(lang, soonest, (one) => renewedLine(lang, one)),
      credits: renewed.length - orderNos.length,
      amount: money(lang, cents),
      ordersUrl: `${publicUrl}/cli/billing`,
      url: publicUrl + dashboardPathOf[first.term],
    },
  });
}
