// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import ui from "@turnpike/locales/en/ui.json";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { ActDialog } from "./ActDialog.tsx";

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
  await i18next.use(initReactI18next).init({ lng: "en", ns: ["ui"], resources: { en: { ui } } });
});
afterEach(cleanup);

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
  render(
    <MantineProvider>
      <ActDialog act={act} onClose={onClose} />
    </MantineProvider>,
  );
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
