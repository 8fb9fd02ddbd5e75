import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CallRefused } from "../../lib/call.ts";
import { askManager, ManagerMissing, type Missing, USUAL_MANAGER_PORT } from "./manager-client.ts";
import { useCall } from "../../lib/queries.ts";
import { type ManagerStatus, status } from "./local-port.ts";

/** How often its ports are polled while they are shown, and a missing manager is looked for. */
export const LIVE_MS = 2_000;
export const LOOK_MS = 4_000;

const KEY = "manager";

export interface Manager {
  /** The port it listens on; undefined until the API has answered. */
  port: number | undefined;
  status: ManagerStatus | undefined;
  /** Why it does not answer; null if it does or that is unknown. */
  missing: Missing | null;
  /** There is no polling, since the browser would prompt each time. */
  asks: boolean;
  looking: boolean;
  /** Tries immediately; `mayAsk` once the user knows that the browser will prompt. */
  look: (mayAsk?: boolean) => void;
}

/** The manager of this computer, polled while the page is visible. */
export function useManager(wanted = true): Manager {
  const client = useQueryClient();
  const header = useCall("headerInit", {}, { staleMs: 60_000 });
  const port = header.data?.managerPort ?? (header.isPending ? undefined : USUAL_MANAGER_PORT);
  const queryKey = [KEY, port];
  const find = async (how: { signal?: AbortSignal; mayAsk?: boolean }) => {
    const answer = await askManager("ipList", {}, { port: port ?? USUAL_MANAGER_PORT, ...how });
    return status(
      { ...answer, atMs: performance.now() },
      client.getQueryData<ManagerStatus>(queryKey),
    );
  };
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => find({ signal }),
    enabled: wanted && port !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === "error" ? LOOK_MS : LIVE_MS),
  });
  const looks = useMutation({
    mutationFn: (mayAsk: boolean) => find({ mayAsk }),
    onSuccess: (data) => client.setQueryData(queryKey, data),
    onError: () => void list.refetch(),
  });
  const why = list.isError ? whyOf(list.error) : null;
  const asks = why === "ask";
  return {
    port,
    status: list.isError ? undefined : list.data,
    // A manual attempt, made in spite of the prompt, knows more.
    missing: asks && looks.isError ? whyOf(looks.error) : why,
    asks,
    looking: looks.isPending,
    look: (mayAsk = false) => looks.mutate(mayAsk),
  };
}

const whyOf = (error: Error): Missing => (error instanceof ManagerMissing ? error.why : "absent");

/** Stops ports. If one is gone, the manager refuses them all, so this retries with the rest. */
async function stop(ports: readonly number[], port: number): Promise<void> {
  try {
    await askManager("del", { ports: ports.map(String) }, { port });
  } catch (error) {
    if (!(error instanceof CallRefused) || error.reason !== "portNotFound") throw error;
    const { items } = await askManager("ipList", {}, { port });
    const left = ports.filter((one) => items.some((item) => item.port === one));
    if (left.length === ports.length) throw error;
    if (left.length > 0) await stop(left, port);
  }
}

/** Closes local ports, which ends their connections. `onFailed` receives the manager's message. */
export function useStop(port: number | undefined, onFailed: (msg: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ports: number[]) => stop(ports, port ?? USUAL_MANAGER_PORT),
    onError: (error) => onFailed(error instanceof CallRefused ? error.msg : ""),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
