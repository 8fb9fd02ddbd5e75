import { defineModule } from "../../platform/module.ts";
import {
  countEntries,
  searchEntries,
  entryIdsAt,
  removeExpired,
  endingEntries,
  entryNames,
} from "./store.ts";
import { whitelistCalls } from "./calls.ts";
import { whitelistResources, whitelistResourcesAfter } from "./resources.ts";
import { eraseWhitelistOf, eraseWhitelists } from "./erase.ts";
import { transaction } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";

export const whitelistModule = defineModule({
  calls: whitelistCalls,
  jobs: [
    {
      // Gateways already ignore expired entries; this frees the address and the row.
      name: "delete-expired-whitelist-entries",
      everySeconds: 60,
      run: ({ db, world }) =>
        transaction(db, async (tx) => {
          const removed = await removeExpired(tx, new Date(world.now()), null);
          await recordChanges(
            tx,
            removed.map((id) => ({ kind: "whitelist", id })),
          );
        }),
    },
  ],
  resources: [
    {
      kind: "whitelist",
      after: whitelistResourcesAfter,
      byIds: whitelistResources,
      lookUp: ({ db }, { addresses }) => entryIdsAt(db, addresses),
    },
  ],
  erase: {
    count: async ({ db, world }, accountId) => ({
      whitelistEntries: await countEntries(db, { accountId, now: new Date(world.now()) }),
    }),
    withSubAccounts: eraseWhitelistOf,
    clear: (_services, tx, { accountIds }) => eraseWhitelists(tx, accountIds),
  },
  recovery: { removeUnverified: (_services, tx, accountId) => eraseWhitelists(tx, [accountId]) },
  search: (query) => [searchEntries(query)],
  expiries: {
    whitelist: { rows: endingEntries, names: entryNames, to: "/cli/white-manage" },
  },
});
