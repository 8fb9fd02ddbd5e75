import { cachedFor } from "../../platform/gateways.ts";
import { defineModule } from "../../platform/module.ts";
import { deleteOldRows, restoreQuotas } from "./jobs.ts";
import {
  ownExitsResources,
  ownExitsResourcesAfter,
  placeResources,
  placeResourcesAfter,
  upstreamResources,
  upstreamResourcesAfter,
} from "./resources.ts";
import { countStopped } from "./store/upstreams.ts";
import { upstreamChecks } from "./verify.ts";

const hourSeconds = 3_600;
const countStoppedEveryMs = 5_000;

export const upstreamModule = defineModule({
  resources: [
    { kind: "upstream", after: upstreamResourcesAfter, byIds: upstreamResources },
    { kind: "upstreamPlaces", after: placeResourcesAfter, byIds: placeResources },
    { kind: "ownExits", after: ownExitsResourcesAfter, byIds: ownExitsResources },
  ],
  jobs: [
    { name: "restore-upstream-quotas", everySeconds: 10, run: restoreQuotas },
    { name: "delete-old-upstream-rows", everySeconds: hourSeconds, run: deleteOldRows },
  ],
  verify: upstreamChecks,
  watch: ({ db, metrics }) => {
    const count = cachedFor(countStoppedEveryMs, () => countStopped(db));
    metrics.watch("upstreams_stopped", "Upstreams out of quota or with a refused login", count);
  },
});
