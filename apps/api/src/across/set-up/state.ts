/** How far the owner has set the installation up (docs/operating/set-up.md). */
import { setUpSteps } from "@turnpike/contract/console/set-up.ts";
import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { changeSetting, setting } from "../../platform/setting/setting.ts";

export interface SetUpState {
  /** Steps that somebody left as they are. */
  left: (typeof setUpSteps)[number][];
  /** The last test mail that a server took, and the last purchase that carried traffic; ISO 8601. */
  mailAt: string | null;
  purchaseAt: string | null;
}

export const setUpSetting = setting<SetUpState>({
  name: "setUp",
  schema: z.object({
    left: z.array(z.enum(setUpSteps)).max(setUpSteps.length),
    mailAt: z.string().max(40).nullable(),
    purchaseAt: z.string().max(40).nullable(),
  }),
  initial: { left: [], mailAt: null, purchaseAt: null },
});

/** Remembers a part of it; two owners at once keep each other's parts. */
export const changeSetUp = (tx: Tx, change: (before: SetUpState) => Partial<SetUpState>) =>
  changeSetting(tx, setUpSetting, (before) => ({ ...before, ...change(before) }));
