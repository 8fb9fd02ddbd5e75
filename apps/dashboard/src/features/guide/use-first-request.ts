import { useQueryClient } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import { useEffect, useState } from "react";
import { useCall } from "../../lib/queries.ts";

/** So soon a request shows once it has ended. */
const LOOK_MS = 1_500;
const moved: CallName[] = ["trafficInfo", "forecast", "indexInit"];

/** The newest line of the request log, looked for until one got through. */
export function useFirstRequest(waiting: boolean) {
  const client = useQueryClient();
  const [got, setGot] = useState(false);
  const { data } = useCall(
    "requestLog",
    { page: 1, limit: 1 },
    { everyMs: waiting && !got && LOOK_MS, staleMs: 0 },
  );
  const newest = data?.items[0];
  const id = newest?.id;
  if (newest?.outcome === "ok" && !got) setGot(true);
  useEffect(() => {
    if (id === undefined) return;
    for (const call of moved) void client.invalidateQueries({ queryKey: [call] });
  }, [id, client]);
  return newest;
}
