// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { forBrowserTests, show } from "../testing/browser.tsx";
import { ActDialog } from "./ActDialog.tsx";

forBrowserTests();

/** Sends an act and waits for its result; returns how often the dialog asked to be closed. */
async function resultOf(isShownOnce: boolean) {
  const onClose = vi.fn<() => void>();
  const act = {
    title: "Test",
    isShownOnce,
    send: async () => "arrived",
    explain: () => null,
    result: (answer: unknown) => String(answer),
  };
  show(<ActDialog act={act} onClose={onClose} />);
  fireEvent.click(screen.getByRole("button", { name: "Test", hidden: true }));
  const result = await screen.findByText("arrived");
  fireEvent.keyDown(result, { key: "Escape" });
  return onClose.mock.calls.length;
}

test("Escape closes a result that can be had again", async () => {
  expect(await resultOf(false)).toBe(1);
});

test("a result that is shown only once stays until its button is pressed", async () => {
  expect(await resultOf(true)).toBe(0);
});
