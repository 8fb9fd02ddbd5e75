import { useState } from "react";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import type { StaticIp } from "../static-ip.ts";

/** The static IP opened by the URL: `?ip=ID`. */
export interface OpenedIp {
  /** Empty if none. */
  id: string;
  /** The row in the list; kept when other rows move it off the page. */
  row: StaticIp | undefined;
  open: (id: string) => void;
}

export function useOpenedIp(rows: readonly StaticIp[] | undefined): OpenedIp {
  const [{ ip }, setUrl] = useUrlText(["ip"], { keepsPage: true });
  const [lastRow, setLastRow] = useState<StaticIp | undefined>();
  const found = rows?.find(({ id }) => id === ip);
  if (found && found !== lastRow) setLastRow(found);
  return {
    id: ip,
    row: found ?? (lastRow?.id === ip ? lastRow : undefined),
    open: (id) => setUrl({ ip: id }),
  };
}
