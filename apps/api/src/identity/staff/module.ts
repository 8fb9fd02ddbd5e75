import { defineModule } from "../../platform/module.ts";
import { deleteOldStaffSessions } from "./sessions.ts";

export const staffModule = defineModule({
  jobs: [{ name: "delete-ended-staff-sessions", everySeconds: 600, run: deleteOldStaffSessions }],
});
