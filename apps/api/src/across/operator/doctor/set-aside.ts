/** What the queues set aside because it was refused; all of it waits for the operator. */
import { mailTries } from "../../../platform/mail/deliver.ts";
import { mailsGivenUp } from "../../../platform/mail/store.ts";
import type { Services } from "../../../platform/services.ts";
import { countAside } from "../../../platform/set-aside/store.ts";
import { countQuarantined } from "../../../products/traffic/store/quarantine.ts";
import { type Check, wrong } from "./check.ts";

const look = "operator usage list, then usage apply ID or usage drop ID";

/** A line for each queue with something aside; none if all is well. */
export async function setAsideChecks({ db }: Pick<Services, "db">): Promise<Check[]> {
  const reports = await countQuarantined(db);
  const checks: Check[] = [];
  if (reports.count > 0)
    checks.push(wrong("usage reports", `${reports.count} set aside, ${reports.bytes} bytes`, look));
  for (const { kind, count } of await countAside(db))
    checks.push(wrong(`records: ${kind}`, `${count} refused and set aside`, look));
  const mails = await mailsGivenUp(db, mailTries);
  if (mails.count > 0) {
    const detail = `${mails.count} given up, last: ${mails.lastError}`;
    checks.push(
      wrong(
        "mails",
        detail,
        "look at SMTP_URL; the console sends one again (the customer's e-mails)",
      ),
    );
  }
  return checks;
}
