// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";
import { forBrowserTests, show } from "./testing/browser.tsx";

const none = () => {};
const dialog = (content: ReactNode) => (
  <Dialog opened title="Buy" size="md" onClose={none}>
    {content}
  </Dialog>
);
const focused = () => document.activeElement;
const closes = () => screen.getByRole("button", { name: "Close", hidden: true });
/** Opens the dialog while its content is still loading. */
async function opening() {
  const { rerender } = show(dialog("…"));
  await vi.waitFor(() => expect(focused()).toBe(closes()));
  return (content: ReactNode) => rerender(dialog(content));
}

forBrowserTests();

test("the first field of a form that loads late gets the focus", async () => {
  const go = await opening();
  go(
    <>
      <button type="button">Help</button>
      <input type="hidden" />
      <div hidden>
        <input aria-label="Out of sight" />
      </div>
      <input aria-label="Off" disabled />
      <input aria-label="Amount" />
      <input aria-label="Other" />
    </>,
  );
  await vi.waitFor(() => expect(focused()).toBe(screen.getByLabelText("Amount")));
});

test("the first field of a form that is present at once gets the focus", async () => {
  show(dialog(<input aria-label="Amount" />));
  await vi.waitFor(() => expect(focused()).toBe(screen.getByLabelText("Amount")));
});

test("the selected option gets the focus, unless a field has data-autofocus", async () => {
  const go = await opening();
  const choice = (
    <>
      <input type="radio" name="days" aria-label="7" />
      <input type="radio" name="days" aria-label="30" defaultChecked />
    </>
  );
  go(choice);
  await vi.waitFor(() => expect(focused()).toBe(screen.getByLabelText("30")));
  cleanup();
  const again = await opening();
  again(
    <>
      {choice}
      <input aria-label="Marked" data-autofocus />
    </>,
  );
  await vi.waitFor(() => expect(focused()).toBe(screen.getByLabelText("Marked")));
});

test("without a field, the primary button gets the focus", async () => {
  const go = await opening();
  go(
    <>
      <button type="button">Back</button>
      <button type="button" data-variant="filled">
        Pay
      </button>
    </>,
  );
  const pay = () => screen.getByRole("button", { name: "Pay", hidden: true });
  await vi.waitFor(() => expect(focused()).toBe(pay()));
});

test("the focus stays if the user pressed a key before the form loaded", async () => {
  const go = await opening();
  fireEvent.keyDown(closes(), { key: "Shift" });
  go(<input aria-label="Amount" />);
  await screen.findByLabelText("Amount");
  // A change of the content is reported after the next frame.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(focused()).toBe(closes());
});
