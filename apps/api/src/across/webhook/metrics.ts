/** Metrics of webhooks that are read at each scrape. */
import type { Services } from "../../platform/services.ts";
import { countWaiting } from "./store/due.ts";

export function watchWebhooks({ db, metrics }: Services): void {
  metrics.watch("webhook_deliveries_waiting", "Webhook deliveries waiting to be sent", () =>
    countWaiting(db),
  );
}
