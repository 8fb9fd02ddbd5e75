/** CDKeys, by example. */
import { exampleId, now } from "./customer.ts";

export const key = (number: number) => ({
  id: exampleId(700 + number),
  code: `EXAMP-LEKEY-CODE${number}-00000`,
  kind: "traffic" as const,
  amount: 5,
  producedAt: now,
  status: "unused" as const,
  usedAt: null,
  redeemerEmail: null,
});
