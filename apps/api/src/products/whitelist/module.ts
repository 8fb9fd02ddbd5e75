import { defineModule } from "../../platform/module.ts";
import { countEntries, searchEntries } from "./store.ts";
import { whitelistCalls } from "./calls.ts";
import { endingEntries, entryNames } from "./ending.ts";
import { whitelistResources, whitelistResourcesAfter } from "./resources.ts";
import { eraseWhitelistOf, eraseWhitelists } from "./erase.ts";
import { whitelistJobs } from "./jobs.ts";

export const whitelistModule = defineModule({
  calls: whitelistCalls,
  jobs: whitelistJobs,
  resources: [{ kind: "whitelist", after: whitelistResourcesAfter, named: whitelistResources }],
  erase: {
    count: async ({ db, world }, accountId) => ({
      whitelistEntries: await countEntries(db, { accountId, now: new Date(world.now()) }),
    }),
    withSubAccounts: eraseWhitelistOf,
    clear: (_services, tx, { accountIds }) => eraseWhitelists(tx, accountIds),
  },
  search: (sought) => [searchEntries(sought)],
  endings: {
    whitelist: { rows: endingEntries, names: entryNames, to: "/cli/white-manage" },
  },
});
