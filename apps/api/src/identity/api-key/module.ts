import { defineModule } from "../../platform/module.ts";
import { authenticateKey, isKeyValid } from "./authenticate.ts";
import { apiKeyCalls } from "./calls.ts";
import { lockCaller } from "./spending.ts";
import { eraseApiKeys } from "./store.ts";

export const apiKeyModule = defineModule({
  calls: apiKeyCalls,
  erase: { clear: (_services, tx, { accountIds }) => eraseApiKeys(tx, accountIds) },
  recovery: { end: (_services, tx, accountId) => eraseApiKeys(tx, [accountId]) },
  authentication: { byKey: authenticateKey, isKeyValid, lockCaller },
});
