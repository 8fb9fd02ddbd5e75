/** The sub-account and the gateways used in converted endpoints. */
import type { OurGateway } from "@turnpike/proxy-strings/read/to-ours.ts";
import { useMemo, useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { mostAvailable } from "../proxy-test/TryCommand.tsx";

type Account = CallResult<"availableSubUsers">["items"][number];
export interface Conversion {
  /** Whether the accounts and gateways have loaded. */
  loaded: boolean;
  error: Error | null;
  retry: () => void;
  accounts: readonly Account[];
  /** Undefined if there is no sub-account yet. */
  who: Account | undefined;
  choose: (account: string) => void;
  gateways: readonly OurGateway[];
  target: string;
}

const isProtocol = (word: string) => word === "http" || word === "socks5";

export function useConversion(initialAccount: string): Conversion {
  const [chosen, choose] = useState(initialAccount);
  const accounts = useCall("availableSubUsers", {});
  const info = useCall("trafficInfo", {}, { staleMs: 60_000 });
  const items = accounts.data?.items ?? [];
  const loaded = accounts.data !== undefined && info.data !== undefined;
  const gateways = useMemo(
    () =>
      (info.data?.endpoints ?? []).map(({ host, port, protocols }) => ({
        host,
        port,
        protocols: protocols.filter(isProtocol),
      })),
    [info.data],
  );
  return {
    loaded,
    error: loaded ? null : (accounts.error ?? info.error),
    retry: () => void Promise.all([accounts.refetch(), info.refetch()]),
    accounts: items,
    who: items.find(({ account }) => account === chosen) ?? mostAvailable(items),
    choose,
    gateways,
    target: info.data?.exampleTarget ?? "",
  };
}
