/** Checks that payment providers can reach the API, by their last webhook since payments began. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { providerActivity } from "../../../commerce/payment/store/provider-activity.ts";
import { methodsSetUp } from "../../../commerce/payment-method/registry.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type Check, missing, ok, wrong } from "./check.ts";

/** A check of each configured provider. */
export async function paymentChecks(db: Db, env: Environment): Promise<Check[]> {
  const providers = methodsSetUp(env).filter((method) => method.open(env)?.webhook);
  return Promise.all(
    providers.map(async ({ name: provider }) => {
      const { begun, lastEventAt } = await providerActivity(db, provider);
      const name = `${provider} webhook`;
      const url = `${env.publicUrl}/webhooks/${provider}`;
      if (lastEventAt !== null) return ok(name, `last heard at ${lastEventAt.toISOString()}`);
      if (begun > 0)
        return wrong(
          name,
          `${begun} payments were begun, and nothing was ever heard`,
          `a webhook to ${url}, its secret here, and the way to it through the proxy in front`,
        );
      return missing(
        name,
        "nothing was heard yet",
        `pay a small amount; the webhook goes to ${url}`,
      );
    }),
  );
}
