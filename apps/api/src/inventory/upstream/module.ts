import { defineModule } from "../../platform/module.ts";
import {
  ownExitsResources,
  ownExitsResourcesAfter,
  placeResources,
  placeResourcesAfter,
  upstreamResources,
  upstreamResourcesAfter,
} from "./resources.ts";

export const upstreamModule = defineModule({
  resources: [
    { kind: "upstream", after: upstreamResourcesAfter, byIds: upstreamResources },
    { kind: "upstreamPlaces", after: placeResourcesAfter, byIds: placeResources },
    { kind: "ownExits", after: ownExitsResourcesAfter, byIds: ownExitsResources },
  ],
});
