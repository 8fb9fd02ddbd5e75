/** Sends a mail to a customer again. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { copyMail, mailById } from "../../../platform/mail/store.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { accountOf } from "./account-of.ts";
import { defineAct } from "./act.ts";

export const resendMail = defineAct<{ account: string; id: string }, { id: string }>({
  action: "mail.resend",
  run: async (services, tx, { account: name, id }) => {
    const account = await accountOf({ db: tx }, name);
    const own = new Set([account.email, account.secure_email]);
    const mail = isUuid(id) ? await mailById(services, tx, id) : null;
    if (!mail || !own.has(mail.to) || account.closed_at)
      throw new Refusal("notFound", { field: "id" });
    if (mail.hasCode) throw new ActRefused("the mail contains a code that has expired");
    const copy = services.world.id();
    await copyMail(tx, { id, copy, now: new Date(services.world.now()) });
    const logged = { mailId: id, subject: mail.subject };
    return { result: { id: copy }, subject: account.id, accountId: account.id, after: logged };
  },
});
