import { defineModule } from "../../platform/module.ts";
import { countEntries, foundEntries } from "./store.ts";
import { whitelistCalls } from "./calls.ts";
import { endingEntries, entryNames } from "./ending.ts";
import { whitelistFacts, whitelistFactsAfter } from "./resources.ts";
import { forgetWhitelistOf, forgetWhitelists } from "./erase.ts";
import { whitelistJobs } from "./jobs.ts";

export const whitelistModule = defineModule({
  calls: whitelistCalls,
  jobs: whitelistJobs,
  resources: [{ kind: "whitelist", after: whitelistFactsAfter, named: whitelistFacts }],
  erase: {
    count: async ({ db, world }, accountId) => ({
      whitelistEntries: await countEntries(db, { accountId, now: new Date(world.now()) }),
    }),
    withSubAccounts: forgetWhitelistOf,
    clear: (_services, tx, { accountIds }) => forgetWhitelists(tx, accountIds),
  },
  search: (sought) => [foundEntries(sought)],
  endings: {
    whitelist: { rows: endingEntries, names: entryNames, to: "/cli/white-manage" },
  },
});
