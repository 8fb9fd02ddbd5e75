/** Opens the dialog of a change: one call of the API, described as an act. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { type Act, showAct } from "@turnpike/ui/act/act.ts";
import { makeRequestIds } from "@turnpike/ui/lib/request-ids.ts";
import { callApi, type CallParameters, CallRefused, type CallResult } from "../../lib/call.ts";
import { makeStale } from "../../lib/queries.ts";

interface CallAct<K extends CallName> extends Omit<Act<CallResult<K>>, "send" | "explain"> {
  call: K;
  /** The call's parameters, or their function of the form's values. */
  input: CallParameters<K> | ((values: Record<string, unknown>) => CallParameters<K>);
  /** Calls whose cached answers this change makes stale. */
  invalidates: readonly CallName[];
  /** The function that sends the call; `callApi` by default. */
  via?: typeof callApi;
}

/** A refusal is shown at its field or below the form; a lost answer keeps the requestId. */
export function openAct<K extends CallName>(options: CallAct<K>): void {
  const { call, input, invalidates, via = callApi, ...act } = options;
  const ids = makeRequestIds();
  showAct<CallResult<K>>({
    ...act,
    send: async (values) => {
      const parameters = typeof input === "function" ? input(values) : input;
      const requestId = ids.idFor(parameters);
      const answer = await via(call, parameters, { handles: () => true, requestId });
      makeStale(invalidates);
      return answer;
    },
    explain: (error) => {
      // A toast has shown that there was no answer.
      if (!(error instanceof CallRefused)) return null;
      if (error.reason === "inArrears") makeStale(["headerInit"]);
      return { field: error.field, message: error.msg };
    },
  });
}
