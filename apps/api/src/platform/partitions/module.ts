import { defineModule } from "../module.ts";
import { keepPartitions } from "./keep.ts";

export const partitionsModule = defineModule({
  jobs: [
    {
      name: "maintain-partitions",
      everySeconds: 600,
      run: (services) => keepPartitions(services, services.world.now()),
    },
  ],
});
