import { useQueryClient } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import { useRef, useState } from "react";
import { type CallResult, CallFailed, type CallRefused, type CallParameters } from "./call.ts";
import { useCommand } from "./queries.ts";

/**
 * A change that costs money and must not happen twice. If its answer is lost, its outcome is
 * unknown: `lost` keeps the request, and `retry` repeats it with the same requestId, which the API
 * answers without executing it again (spec/api#requestid). In any case, the answers that it may
 * have changed are refetched.
 */
export function useIdempotentCommand<K extends CallName>(
  name: K,
  invalidates: readonly CallName[],
) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<CallRefused | null>(null);
  const [lost, setLost] = useState<CallParameters<K> | null>(null);
  const running = useRef(false);
  const command = useCommand(name, {
    handles: (refused) => {
      setRefusal(refused);
      return true;
    },
  });
  /** Returns undefined if it failed; see `refusal` or `lost`. */
  const send = async (parameters: CallParameters<K>): Promise<CallResult<K> | undefined> => {
    // A second click may come before the button shows that it is busy.
    if (running.current) return undefined;
    running.current = true;
    setRefusal(null);
    try {
      const answer = await command.mutateAsync(parameters);
      setLost(null);
      return answer;
    } catch (error) {
      setLost(error instanceof CallFailed ? parameters : null);
      return undefined;
    } finally {
      running.current = false;
      for (const call of invalidates) void client.invalidateQueries({ queryKey: [call] });
    }
  };
  return {
    send,
    busy: command.isPending,
    refusal,
    /** Clears the refusal when the selection has changed. */
    clear: () => setRefusal(null),
    lost,
    retry: () => (lost ? send(lost) : Promise.resolve(undefined)),
    /** Called when the user has checked the outcome. */
    forget: () => setLost(null),
  };
}
