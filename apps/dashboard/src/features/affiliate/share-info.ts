import type { CallResult } from "../../lib/call.ts";

/** The programme's link, figures and rules, as returned by `/v1/shareInfo`. */
export type ShareInfo = CallResult<"shareInfo">;
