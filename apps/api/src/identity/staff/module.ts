import { defineModule } from "../../platform/module.ts";
import { forgetEndedStaffSessions } from "./sessions.ts";

export const staffModule = defineModule({
  jobs: [{ name: "forget-ended-staff-sessions", everySeconds: 600, run: forgetEndedStaffSessions }],
});
