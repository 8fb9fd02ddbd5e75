/** Views of a customer's dashboard for staff (spec/console#view). */
import { makeViewLink } from "../../../identity/account-view/view.ts";
import { accountOf, refuseClosed } from "./account-of.ts";
import { defineAct } from "./act.ts";

/** Creates a link that opens a read-only view once. The link itself is not logged. */
export const viewCustomer = defineAct<
  { account: string; staffSessionId: string | null },
  { url: string; expiresAt: string }
>({
  action: "account.view",
  run: async (services, tx, { account: name, staffSessionId }, actor) => {
    const { id } = await accountOf({ db: tx }, name);
    await refuseClosed(tx, id);
    const viewLink = await makeViewLink(services, tx, { accountId: id, actor, staffSessionId });
    const url = `${services.env.publicUrl}/index/loading#view=${viewLink.token}`;
    const expiresAt = viewLink.expiresAt.toISOString();
    return {
      result: { url, expiresAt },
      subject: id,
      accountId: id,
      after: { linkUntil: expiresAt },
    };
  },
});
