import { useUrlText } from "@turnpike/ui/url-text.ts";
import type { TakeStart } from "./take-plan.ts";

/**
 * The dialog that takes IPs, kept in the URL: `?take=1&country=DE&city=berlin&days=30` opens it
 * with these values.
 */
export function useTakeLink() {
  const [url, setUrl] = useUrlText(["take", "country", "city", "days"], { keepsPage: true });
  const start: TakeStart = { country: url.country, city: url.city, days: Number(url.days) };
  return {
    opened: url.take === "1",
    start,
    open: () => setUrl({ take: "1" }),
    close: () => setUrl({ take: "", country: "", city: "", days: "" }),
  };
}
