/** Acts on invoices: staff read one, or mail its customer where it is. */
import { longDate, money } from "@turnpike/locales/shop.ts";
import { lockAccount } from "../../../identity/account/account-lock.ts";
import { contactOf } from "../../../identity/account/addresses.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { queueMail } from "../../../platform/mail/queue.ts";
import type { IssuedDocument } from "../../../commerce/invoice-record/snapshot.ts";
import { documentOf } from "../read/invoices.ts";
import { defineAct } from "./act.ts";

/** Records who took a document; it is printed before, as that takes too long for a transaction. */
export const readInvoice = defineAct<{ document: IssuedDocument }, null>({
  action: "invoice.read",
  run: async (_services, _tx, { document: { number, accountId } }) => ({
    result: null,
    subject: number,
    accountId,
  }),
});

/** Mails the customer, at today's address, where to download the document. */
export const sendInvoice = defineAct<{ number: string }, { number: string; to: string }>({
  action: "invoice.send",
  run: async (services, tx, { number: given }) => {
    const { number, accountId, issuedAt, netCents, taxCents } = await documentOf(tx, given);
    const account = await lockAccount(tx, accountId);
    if (!account || account.closed) throw new ActRefused("the account is closed");
    const { to, lang } = await contactOf(tx, accountId);
    const values = {
      number,
      amount: money(lang, netCents + taxCents),
      date: longDate(lang, issuedAt.getTime()),
      url: `${services.env.publicUrl}/cli/billing`,
    };
    await queueMail(services, tx, { to, lang, mail: "invoiceAgain", values });
    return { result: { number, to }, subject: number, accountId };
  },
});
