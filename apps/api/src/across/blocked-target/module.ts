import { defineModule } from "../../platform/module.ts";
import { blockedTargetResources, blockedTargetResourcesAfter } from "./resources.ts";

export const blockedTargetModule = defineModule({
  resources: [
    { kind: "blockedTarget", after: blockedTargetResourcesAfter, byIds: blockedTargetResources },
  ],
});
