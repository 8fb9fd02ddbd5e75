/** `identity …`: who has proved who they are (spec/identity#decisions). */
import {
  type IdentityDecision,
  identityReasons,
  readIdentityReason,
} from "@turnpike/rules/identity.ts";
import { judgeIdentity } from "./acts/identity.ts";
import { callCommand } from "./call-command.ts";
import { type Command, performFromCli, UsageError } from "./command.ts";
import { listChecks } from "./read/identity.ts";
import { table } from "./table.ts";

const LONGEST_NOTE = 500;

const list = callCommand({
  call: "identityList",
  name: "identity list",
  args: "[--state S]",
  help: "List identity checks, those that wait for you first; state is pending, approved or rejected",
  fields: ({ options: { state } }) => {
    const known = ["pending", "approved", "rejected"];
    if (state !== undefined && !known.includes(String(state)))
      throw new UsageError("--state must be pending, approved or rejected");
    return {};
  },
  most: 1_000,
  show: ({ items }) => ({
    text: table(items, {
      none: "There are no such checks.",
      columns: ["email", "identity", "provider", "handedInAt", "decidedAt", "decidedBy", "reason"],
      times: ["handedInAt", "decidedAt"],
    }),
    json: items,
  }),
});

const said: Record<IdentityDecision, string> = {
  approve: "is approved",
  reject: "is rejected",
  more: "is asked for more",
};

const decide = (decision: IdentityDecision, args: string, help: string): Command => ({
  name: `identity ${decision}`,
  args,
  help,
  run: async ({ services, args: [account = ""], options }) => {
    const typed = typeof options.reason === "string" ? options.reason.trim() : "";
    if (decision !== "approve" && !typed) throw new UsageError("--reason is needed");
    if (typed.length > LONGEST_NOTE)
      throw new UsageError(`--reason has ${LONGEST_NOTE} characters at most`);
    const { reason, words } = readIdentityReason(typed);
    const input =
      decision === "approve"
        ? { account, decision, reason: null, note: typed }
        : { account, decision, reason, note: words };
    const { accountId } = await performFromCli(services, judgeIdentity, input, typed || null);
    const { items } = await listChecks(services.db, { accountId, page: 1, limit: 1 });
    return { ok: true, text: `${account} ${said[decision]}.`, json: items[0] };
  },
});

const reasons = `T is one of ${identityReasons.join(", ")}, or your own words, which the customer does not read`;

export const identityCommands: Command[] = [
  list,
  decide("approve", "EMAIL [--reason T]", "Approve a customer's identity, and mail it"),
  decide("reject", "EMAIL --reason T", `Reject a customer's identity, and mail why; ${reasons}`),
  decide("more", "EMAIL --reason T", "Ask a customer for more documents, and mail why; T as above"),
];
