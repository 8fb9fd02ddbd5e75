import { useQueryClient } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import { useRef, useState } from "react";
import { type CallResult, CallFailed, type CallRefused, type Question } from "./call.ts";
import { useCommand } from "./queries.ts";

/**
 * A change that costs money and must not happen twice. Where its answer is lost nobody knows
 * whether it was done: `lost` keeps the question, and `retry` asks the very same with the same
 * requestId, which is answered without doing anything again (spec/api#requestid). Whatever came of
 * it, the answers that it may have changed are asked for anew.
 */
export function useIdempotentCommand<K extends CallName>(name: K, changes: readonly CallName[]) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<CallRefused | null>(null);
  const [lost, setLost] = useState<Question<K> | null>(null);
  const running = useRef(false);
  const command = useCommand(name, {
    handles: (refused) => {
      setRefusal(refused);
      return true;
    },
  });
  /** Undefined where it failed: `refusal` or `lost` tell how. */
  const send = async (question: Question<K>): Promise<CallResult<K> | undefined> => {
    // The second click may come before the button shows that it was pressed.
    if (running.current) return undefined;
    running.current = true;
    setRefusal(null);
    try {
      const answer = await command.mutateAsync(question);
      setLost(null);
      return answer;
    } catch (error) {
      setLost(error instanceof CallFailed ? question : null);
      return undefined;
    } finally {
      running.current = false;
      for (const call of changes) void client.invalidateQueries({ queryKey: [call] });
    }
  };
  return {
    send,
    busy: command.isPending,
    refusal,
    /** The refusal is out of date: something else has been chosen. */
    clear: () => setRefusal(null),
    lost,
    retry: () => (lost ? send(lost) : Promise.resolve(undefined)),
    /** The person has looked what came of it. */
    forget: () => setLost(null),
  };
}
