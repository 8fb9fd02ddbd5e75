import { useStored } from "@turnpike/ui/lib/storage.ts";
import { defaultTemplate, isTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";

/** The template used last in this browser, for any product. */
export function useTemplate(): [string, (template: string) => void] {
  const [stored, store] = useStored("app.proxyTemplate");
  return [typeof stored === "string" && isTemplate(stored) ? stored : defaultTemplate, store];
}
