import { createContext, type ReactNode, useContext } from "react";

const Within = createContext(false);

/** Whether a screen is shown as a part of another one. */
export const useIsWithin = () => useContext(Within);

/** Shows a screen as a part of another one: its heading is one level lower. */
export function ScreenWithin({ children }: { children: ReactNode }) {
  return <Within value={true}>{children}</Within>;
}
