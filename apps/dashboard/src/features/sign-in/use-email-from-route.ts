import { useLocation } from "react-router";

/** The address that the page before this one passed on, so that it is not typed twice. */
export function useEmailFromRoute(): string {
  const state: unknown = useLocation().state;
  const email = typeof state === "object" && state !== null && "email" in state && state.email;
  return typeof email === "string" ? email : "";
}
