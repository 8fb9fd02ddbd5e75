import { transaction } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { cachedFor } from "../../platform/gateways.ts";
import { moveExits } from "./move-exits.ts";
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
      run: ({ db }) => transaction(db, (tx) => moveExits(tx, null)),
    },
  ],
  watch: ({ db, metrics }) => {
    const count = cachedFor(countClaimsEveryMs, () => countExitClaims(db));
    metrics.watch("exit_claims", "Exits whose owner the operator has to confirm", count);
  },
});
