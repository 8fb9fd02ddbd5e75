import { useLocation } from "react-router";

/** The e-mail passed on by the previous page, so that it need not be typed twice. */
export function useEmailFromRoute(): string {
  const state: unknown = useLocation().state;
  const email = typeof state === "object" && state !== null && "email" in state && state.email;
  return typeof email === "string" ? email : "";
}
