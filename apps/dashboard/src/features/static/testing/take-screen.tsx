/** Test helpers: the dialog that takes static IPs, opened by its link. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
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

export const type = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } });
export const number = (dialog: Dialog) =>
  dialog.findByLabelText("Number of IPs", { selector: "input" });
export async function press(dialog: Dialog, name: string | RegExp) {
  const button = await dialog.findByRole("button", { name });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
  fireEvent.click(button);
}
export const takes = (count: number, more: object = {}) => ({
  "/v3/static/use": () => ({
    items: takenRows(count),
    creditsUsed: count,
    walletCents: 0,
    ...more,
  }),
});
export const sum = (dialog: Dialog, name: string) =>
  dialog.getByText(name, { selector: "p" }).parentElement?.textContent;
