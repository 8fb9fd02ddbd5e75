import { useState } from "react";
import { useUrlText } from "../../ui/url-text.ts";
import type { UnlimitedPort } from "./port.ts";

/** The port that the URL opens: `?port=ID`. */
export interface UrlPort {
  /** Empty: none. */
  id: string;
  /** As the list knows it; it stays while a search takes it off the page. */
  row: UnlimitedPort | undefined;
  open: (id: string) => void;
}

export function useUrlPort(shown: readonly UnlimitedPort[] | undefined): UrlPort {
  const [{ port }, setUrl] = useUrlText(["port"], { keepsPage: true });
  const [kept, setKept] = useState<UnlimitedPort | undefined>();
  const found = shown?.find(({ id }) => id === port);
  if (found && found !== kept) setKept(found);
  return {
    id: port,
    row: found ?? (kept?.id === port ? kept : undefined),
    open: (id) => setUrl({ port: id }),
  };
}
