/** Every file that a ticket opens, by the name of its operation. */
import type { FileCall } from "./other-call.ts";
import { poolExport } from "./pool-export.ts";
import { shortExport, staticExport } from "./static-export.ts";
import { invoiceFile, statementFile } from "./ticket.ts";
import { usageFile } from "./usage.ts";
import { unlimitedExport } from "./unlimited-export.ts";
import { whitelistedPortExport } from "./whitelisted-port-export.ts";

export const files = {
  invoiceFile,
  statementFile,
  staticExport,
  shortExport,
  poolExport,
  unlimitedExport,
  whitelistedPortExport,
  usageFile,
} satisfies Record<string, FileCall>;
