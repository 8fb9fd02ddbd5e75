/** Test helpers: the purchase of an unlimited plan, opened by its link. */
import { screen, within } from "@testing-library/react";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { BuyPlanDialog } from "../buy/BuyPlanDialog.tsx";
import { useBuyPlanLink } from "../../order/unlimited-plan-url.ts";
import { type Answers, showScreen } from "../../../testing/screen.tsx";
import { planRow, unlimitedAnswers } from "./unlimited.ts";

export const planOrder = { id: "o1", orderNo: "TP1", amountCents: 2_700, status: "paid" };
/** The answer to a purchase with the wallet. */
export const bought = () => ({ order: planOrder, planId: "p1", plan: planRow() });

export async function showBuy(search: string, more: Answers = {}, kind: UnlimitedKind = "port") {
  function Buyer() {
    const link = useBuyPlanLink();
    return (
      <>
        <button type="button" onClick={link.open}>
          Open
        </button>
        <BuyPlanDialog kind={kind} opened={link.opened} start={link.start} onClose={link.close} />
      </>
    );
  }
  const shown = await showScreen({
    screen: Buyer,
    area: ["unlimited-buy", "buy", "static-take"],
    path: `/cli/unlimit-proxies?buy=1&${search}`,
    answers: { ...unlimitedAnswers, "/v1/orderUnlimit": bought, ...more },
  });
  return { dialog: within(await screen.findByRole("dialog")), ...shown };
}
type Shown = Awaited<ReturnType<typeof showBuy>>;
type Dialog = Shown["dialog"];

export const ports = (dialog: Dialog) =>
  dialog.findByLabelText("Number of ports", { selector: "input" });
