import { transaction } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { cachedFor } from "../../platform/gateways.ts";
import { retireLeft, syncLists } from "./list-sync.ts";
import { moveExits } from "./move-exits.ts";
import { forgetAddresses } from "./read-modems.ts";
import { settleAllSharedPorts } from "./shared-ports.ts";
import { exitResources, exitResourcesAfter } from "./resources.ts";
import { countExitClaims } from "./store/owners.ts";

/** Counting reads all exits and machines' addresses. */
const countClaimsEveryMs = 60_000;

export const exitModule = defineModule({
  resources: [{ kind: "exit", after: exitResourcesAfter, byIds: exitResources }],
  jobs: [
    {
      // Covers exits added by the previous release, and claims that nobody else makes any more.
      name: "move-exits",
      everySeconds: 60,
      run: (services) =>
        transaction(services.db, async (tx) => {
          await moveExits(tx, null);
          await settleAllSharedPorts(services, tx);
        }),
    },
    { name: "retire-left-exits", everySeconds: 60, run: retireLeft },
    { name: "sync-lists", everySeconds: 3_600, run: syncLists },
    { name: "forget-modem-addresses", everySeconds: 3_600, run: forgetAddresses },
  ],
  watch: ({ db, metrics }) => {
    const count = cachedFor(countClaimsEveryMs, () => countExitClaims(db));
    metrics.watch("exit_claims", "Exits whose owner the operator has to confirm", count);
  },
});
