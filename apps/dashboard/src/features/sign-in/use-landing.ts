import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { takeLanding } from "./landing.ts";
import { takeNext } from "../../lib/next-path.ts";
import { comeBack } from "./come-back.ts";
import type { View } from "./landing-view.ts";
import { redeemTicket } from "./redeem-ticket.ts";

/** Carries out what came along in the address, once; the guard leads on where nothing did. */
export function useLanding(): View {
  const navigate = useNavigate();
  const [view, show] = useState<View>({ is: "signingIn" });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const page = { show, go: (path: string) => void navigate(path, { replace: true }) };
    const { ticket, ...back } = takeLanding();
    if (ticket) void redeemTicket(ticket, page);
    else if (back.code || back.state || back.error) void comeBack(back, page);
    else page.go(takeNext());
  }, [navigate]);
  return view;
}
