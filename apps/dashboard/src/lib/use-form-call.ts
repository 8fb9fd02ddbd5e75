/** A call from a form outside the shell, where no answers are cached. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { useState } from "react";
import { type CallResult, callApi, type CallRefused, type CallParameters } from "./call.ts";

/**
 * `send` returns the data, or undefined if it failed and a toast has said so. `handles` returns
 * true if the form shows the refusal itself.
 */
export function useFormCall<K extends CallName>(
  name: K,
  handles: (refused: CallRefused) => boolean,
) {
  const [isPending, setPending] = useState(false);
  const send = async (parameters: CallParameters<K>): Promise<CallResult<K> | undefined> => {
    setPending(true);
    try {
      return await callApi(name, parameters, { handles });
    } catch {
      return undefined;
    } finally {
      setPending(false);
    }
  };
  return { isPending, send };
}
