import type { CallResult } from "../../lib/call.ts";

/** Link, figures and rules of the programme, as `/v1/shareInfo` answers them. */
export type ShareInfo = CallResult<"shareInfo">;
