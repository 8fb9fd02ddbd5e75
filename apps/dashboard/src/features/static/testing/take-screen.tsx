/** Test helpers: the dialog that takes static IPs, opened by its link. */
import { screen, within } from "@testing-library/react";
import { TakeDialog } from "../take/TakeDialog.tsx";
import { useTakeLink } from "../take/take-link.ts";
import type { Term } from "../term.ts";
import { type Answers, showScreen } from "../../../testing/screen.tsx";
import { takeAnswers, takenRows } from "./take.ts";

/** A screen that takes IPs, like those of both terms. */
function taker(term: Term) {
  return function Taker() {
    const link = useTakeLink();
    return (
      <>
        <button type="button" onClick={link.open}>
          Open
        </button>
        <TakeDialog term={term} opened={link.opened} start={link.start} onClose={link.close} />
      </>
    );
  };
}
export async function showTake(search: string, more: Answers = {}, term: Term = "static") {
  const answers = { ...takeAnswers, ...more };
  const path = `/cli/static-proxies?take=1&${search}`;
  const area = ["static-take", "buy"];
  const shown = await showScreen({ screen: taker(term), area, path, answers });
  return { dialog: within(await screen.findByRole("dialog")), ...shown };
}
type Shown = Awaited<ReturnType<typeof showTake>>;
type Dialog = Shown["dialog"];

export const number = (dialog: Dialog) =>
  dialog.findByLabelText("Number of IPs", { selector: "input" });
export const takes = (count: number, more: object = {}) => ({
  "/v3/static/use": () => ({
    items: takenRows(count),
    creditsUsed: count,
    walletCents: 0,
    ...more,
  }),
});
