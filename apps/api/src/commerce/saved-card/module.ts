import type { Job } from "../../platform/jobs.ts";
import { defineModule } from "../../platform/module.ts";
import { cardCalls } from "./calls.ts";
import { removeCards } from "./remove.ts";
import { cardRoutes } from "./routes.ts";
import { cardSandboxRoutes } from "./sandbox-routes.ts";
import { cardsOf, deleteCardData } from "./store/cards.ts";
import { deleteOldSetups } from "./store/setups.ts";

const KEPT_MS = 7 * 86_400_000;

const forgetSetups: Job = {
  name: "forget-card-pages",
  everySeconds: 3_600,
  run: ({ db, world }) => deleteOldSetups(db, new Date(world.now() - KEPT_MS)),
};
const removeJob: Job = { name: "remove-cards", everySeconds: 60, run: removeCards };

export const savedCardModule = defineModule({
  calls: cardCalls,
  routes: (app, services) => {
    cardRoutes(app, services);
    if (services.env.lab) cardSandboxRoutes(app, services);
  },
  jobs: [forgetSetups, removeJob],
  personKeys: async (tx, accountId) =>
    (await cardsOf(tx, accountId)).flatMap(({ provider, fingerprint }) =>
      fingerprint === null ? [] : [`card ${provider} ${fingerprint}`],
    ),
  erase: {
    close: (_services, tx, { accountId }) => deleteCardData(tx, [accountId]),
    clear: (_services, tx, { accountIds }) => deleteCardData(tx, accountIds),
  },
});
