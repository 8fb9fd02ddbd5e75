/** `audit list`, `accounting export` and `refunds send`. */
import { writeFile } from "node:fs/promises";
import { exportMonth } from "./acts/accounting.ts";
import { callCommand } from "./call-command.ts";
import { type Command, performFromCli, UsageError } from "./command.ts";
import { table } from "./table.ts";

const list = callCommand({
  call: "auditList",
  name: "audit list",
  args: "[--account EMAIL] [--search TEXT]",
  help: "List the actions of staff and of this command line, newest first",
  most: 1_000,
  show: ({ items }) => ({
    text: table(items, {
      none: "Nothing was done yet.",
      columns: ["id", "at", "actor", "ip", "action", "subject", "reason"],
      times: ["at"],
    }),
    json: items,
  }),
});

const accounting: Command = {
  name: "accounting export",
  args: "MONTH FILE",
  help: "Write a month (2026-03) for the accountant as CSV",
  run: async ({ services, args: [month = "", file = ""] }) => {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new UsageError("MONTH must be a month, such as 2026-03");
    const { csv, rows } = await performFromCli(services, exportMonth, { month });
    await writeFile(file, csv, { mode: 0o600 });
    return { ok: true, text: `Wrote ${rows} lines to ${file}.`, json: { file, rows } };
  },
};

const send = callCommand({
  call: "refundsSend",
  name: "refunds send",
  args: "",
  help: "Send the refunds that are due now instead of at the next run of the job",
  show: (json) => ({ text: `${json.due} refunds are still due.`, json }),
});

export const auditCommands: Command[] = [list, accounting, send];
