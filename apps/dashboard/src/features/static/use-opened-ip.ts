import { useState } from "react";
import { useUrlText } from "../../ui/url-text.ts";
import type { StaticIp } from "./static-ip.ts";

/** The static IP that the URL opens: `?ip=ID`. */
export interface OpenedIp {
  /** Empty: none. */
  id: string;
  /** As the list knows it; it stays while others push it off the page. */
  row: StaticIp | undefined;
  open: (id: string) => void;
}

export function useOpenedIp(shown: readonly StaticIp[] | undefined): OpenedIp {
  const [{ ip }, setUrl] = useUrlText(["ip"], { keepsPage: true });
  const [kept, setKept] = useState<StaticIp | undefined>();
  const found = shown?.find(({ id }) => id === ip);
  if (found && found !== kept) setKept(found);
  return {
    id: ip,
    row: found ?? (kept?.id === ip ? kept : undefined),
    open: (id) => setUrl({ ip: id }),
  };
}
