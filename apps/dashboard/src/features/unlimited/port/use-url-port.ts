import { useState } from "react";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import type { UnlimitedPort } from "../port.ts";

/** The port opened by the URL: `?port=ID`. */
export interface UrlPort {
  /** Empty if none. */
  id: string;
  /** The row in the list; kept when a search removes it from the page. */
  row: UnlimitedPort | undefined;
  open: (id: string) => void;
}

export function useUrlPort(rows: readonly UnlimitedPort[] | undefined): UrlPort {
  const [{ port }, setUrl] = useUrlText(["port"], { keepsPage: true });
  const [lastRow, setLastRow] = useState<UnlimitedPort | undefined>();
  const found = rows?.find(({ id }) => id === port);
  if (found && found !== lastRow) setLastRow(found);
  return {
    id: port,
    row: found ?? (lastRow?.id === port ? lastRow : undefined),
    open: (id) => setUrl({ port: id }),
  };
}
