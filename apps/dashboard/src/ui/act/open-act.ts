/** Opens the dialog of a change: one call of the API, described as an act. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { type Act, showAct } from "@turnpike/ui/act/act.ts";
import { makeRequestIds } from "@turnpike/ui/lib/request-ids.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { makeStale } from "../../lib/stale.ts";
import { whileBusy, sendChange } from "../../lib/use-command.ts";
import { type CallParameters, CallRefused, type CallResult } from "../../lib/call.ts";

interface CallAct<K extends CallName> extends Omit<Act<CallResult<K>>, "send" | "explain"> {
  call: K;
  /** The call's parameters, or their function of the form's values; by default these values. */
  input?: CallParameters<K> | ((values: Record<string, unknown>) => CallParameters<K>);
  /** The field that a refusal is about, if it is not the one that it names. */
  fieldOf?: (refused: CallRefused, sent: Record<string, unknown>) => string | undefined;
  /** Stays open until the answers that it makes stale have been refetched. */
  awaitRefetch?: boolean;
  /** What is said if what was to be ended or deleted had gone before: that counts as done. */
  gone?: string;
}

/** A refusal is shown at its field or below the form; a lost answer keeps the requestId. */
export function openAct<K extends CallName>(options: CallAct<K>): void {
  const { call, input, awaitRefetch = false, gone, fieldOf, ...act } = options;
  const ids = makeRequestIds();
  showAct<CallResult<K>>({
    ...act,
    send: async (values) => {
      const given = typeof input === "function" ? input(values) : (input ?? values);
      const parameters = given as CallParameters<K>;
      const requestId = ids.idFor(parameters);
      const how = { handles: () => true, requestId, awaitRefetch };
      return whileBusy(call, () => sendChange(call, parameters, how));
    },
    closesOn: (error) => {
      if (gone === undefined || !(error instanceof CallRefused) || error.code !== 404) return false;
      void makeStale({ after: call });
      toast.success(gone);
      return true;
    },
    explain: (error, sent) => {
      // A toast has shown that there was no answer.
      if (!(error instanceof CallRefused)) return null;
      const { msg, entry } = error;
      const field = fieldOf?.(error, sent) ?? error.field;
      return { field, message: entry ? `${entry}: ${msg}` : msg };
    },
  });
}
