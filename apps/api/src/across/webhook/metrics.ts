/** What is read of webhooks when somebody asks. */
import type { Services } from "../../platform/services.ts";
import { countWaiting } from "./store/due.ts";

export function watchWebhooks({ db, metrics }: Services): void {
  metrics.watch("webhook_deliveries_waiting", "Deliveries of webhooks that wait", () =>
    countWaiting(db),
  );
}
