/** `account list`: customers, newest first, or those that a text finds. */
import { findAccounts } from "../../identity/account/store/find-accounts.ts";
import { type Command } from "./command.ts";
import { table } from "./table.ts";

/** The most accounts that are listed: a search narrows them down. */
const LISTED = 500;

export const listAccounts: Command = {
  name: "account list",
  args: "[--search TEXT]",
  help: `List the newest ${LISTED} accounts, or those with TEXT in an e-mail address, their id or invitation code`,
  run: async ({ services, options }) => {
    const search = typeof options.search === "string" ? options.search.trim() : "";
    const rows = await findAccounts(services.db, { search, limit: LISTED });
    const json = rows.map((row) => ({
      id: row.id,
      email: row.email,
      secureEmail: row.secure_email,
      emailVerified: row.email_verified_at !== null,
      createdAt: row.created_at.toISOString(),
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
      disabledAt: row.disabled_at?.toISOString() ?? null,
      closedAt: row.closed_at?.toISOString() ?? null,
    }));
    const text = table(json, {
      none: search ? `No account matches ${search}.` : "There are no accounts.",
      columns: ["email", "id", "createdAt", "lastLoginAt", "disabledAt", "closedAt"],
    });
    return { ok: true, text, json };
  },
};
