import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CallRefused } from "../../lib/call.ts";
import {
  callManager,
  ManagerMissing,
  type MissingReason,
  DEFAULT_MANAGER_PORT,
} from "./manager-client.ts";
import { useCall } from "../../lib/queries.ts";
import { type ManagerStatus, status } from "./local-port.ts";

/** How often its ports are polled while they are shown, and a missing manager is looked for. */
export const PORTS_POLL_MS = 2_000;
export const SEARCH_POLL_MS = 4_000;

const KEY = "manager";

export interface Manager {
  /** The port it listens on; undefined until the API has answered. */
  port: number | undefined;
  status: ManagerStatus | undefined;
  /** Why it does not answer; null if it does or that is unknown. */
  missing: MissingReason | null;
  /** There is no polling, since the browser would prompt each time. */
  asks: boolean;
  looking: boolean;
  /** Tries immediately; `mayAsk` once the user knows that the browser will prompt. */
  look: (mayAsk?: boolean) => void;
}

/** The manager of this computer, polled while the page is visible. */
export function useManager(enabled = true): Manager {
  const client = useQueryClient();
  const header = useCall("headerInit", {}, { staleMs: 60_000 });
  const port = header.data?.managerPort ?? (header.isPending ? undefined : DEFAULT_MANAGER_PORT);
  const queryKey = [KEY, port];
  const find = async (how: { signal?: AbortSignal; mayAsk?: boolean }) => {
    const answer = await callManager("ipList", {}, { port: port ?? DEFAULT_MANAGER_PORT, ...how });
    return status(
      { ...answer, atMs: performance.now() },
      client.getQueryData<ManagerStatus>(queryKey),
    );
  };
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => find({ signal }),
    enabled: enabled && port !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === "error" ? SEARCH_POLL_MS : PORTS_POLL_MS),
  });
  const search = useMutation({
    mutationFn: (mayAsk: boolean) => find({ mayAsk }),
    onSuccess: (data) => client.setQueryData(queryKey, data),
    onError: () => void list.refetch(),
  });
  const why = list.isError ? missingReasonOf(list.error) : null;
  const asks = why === "ask";
  return {
    port,
    status: list.isError ? undefined : list.data,
    // A manual attempt, made in spite of the prompt, knows more.
    missing: asks && search.isError ? missingReasonOf(search.error) : why,
    asks,
    looking: search.isPending,
    look: (mayAsk = false) => search.mutate(mayAsk),
  };
}

const missingReasonOf = (error: Error): MissingReason =>
  error instanceof ManagerMissing ? error.why : "absent";

/** Stops ports. If one is gone, the manager refuses them all, so this retries with the rest. */
async function stop(ports: readonly number[], port: number): Promise<void> {
  try {
    await callManager("del", { ports: ports.map(String) }, { port });
  } catch (error) {
    if (!(error instanceof CallRefused) || error.reason !== "portNotFound") throw error;
    const { items } = await callManager("ipList", {}, { port });
    const remaining = ports.filter((one) => items.some((item) => item.port === one));
    if (remaining.length === ports.length) throw error;
    if (remaining.length > 0) await stop(remaining, port);
  }
}

/** Closes local ports, which ends their connections. `onFailed` receives the manager's message. */
export function useStop(port: number | undefined, onFailed: (msg: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ports: number[]) => stop(ports, port ?? DEFAULT_MANAGER_PORT),
    onError: (error) => onFailed(error instanceof CallRefused ? error.msg : ""),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
