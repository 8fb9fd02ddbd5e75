/** What a person does at a screen in tests, by the words that stand there. */
import {
  type BoundFunctions,
  fireEvent,
  type queries,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import { beforeEach, expect, vi } from "vitest";

/** The whole screen, or what is `within` an element. */
export type Place = BoundFunctions<typeof queries>;
type Name = string | RegExp;

export const button = (name: Name, at: Place = screen) =>
  at.getByRole<HTMLButtonElement>("button", { name });
export const field = (label: Name, at: Place = screen) =>
  at.getByLabelText<HTMLInputElement>(label);
export const dialog = async () => within(await screen.findByRole("dialog"));

/** Presses a button that is there. */
export const click = (name: Name, at: Place = screen) => fireEvent.click(button(name, at));

/** Presses a button, and waits for the text that it leads to. */
export async function clickToSee(name: Name, text: Name, at: Place = screen): Promise<void> {
  click(name, at);
  await screen.findByText(text);
}

/** Presses a button that opens a dialog; returns that dialog. */
export async function clickToOpen(name: Name): Promise<Place> {
  click(name);
  return dialog();
}

/** Presses a button as soon as it is there and can be pressed. */
export async function press(name: Name, at: Place = screen): Promise<void> {
  const found = await at.findByRole("button", { name });
  await waitFor(() => expect(found.hasAttribute("disabled")).toBe(false));
  fireEvent.click(found);
}

/** Fills in a field, given by its label or as an element. */
export function type(what: Name | HTMLElement, value: string, at: Place = screen): void {
  const element = what instanceof HTMLElement ? what : field(what, at);
  fireEvent.change(element, { target: { value } });
}

/** Waits until a line of a purchase's summary, the last one with that name, has this text. */
export const seesSum = (at: Place, name: string, text: string) =>
  waitFor(() => {
    const line = at.getAllByText(name, { selector: "p" }).at(-1)?.parentElement;
    expect(line?.textContent).toContain(text);
  });

export const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
/** For the top of a test file: what is copied goes to `copied`. */
export function watchClipboard(): void {
  beforeEach(() => {
    copied.mockClear();
    const clipboard = { value: { writeText: copied }, configurable: true };
    Object.defineProperty(navigator, "clipboard", clipboard);
  });
}

/** The tab that a payment page opens in. */
export function watchedTab() {
  const tab = {
    opener: {},
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  };
  vi.spyOn(window, "open").mockReturnValue(tab as never);
  return tab;
}

const hrefOf = (link: HTMLElement) => link.getAttribute("href");
/** Where a link leads. */
export const getHref = (name: Name, at: Place = screen) => hrefOf(at.getByRole("link", { name }));
export const findHref = async (name: Name, at: Place = screen) =>
  hrefOf(await at.findByRole("link", { name }));

/** Submits the form of a field: jsdom does not on Enter. */
export function enter(element: HTMLElement): void {
  const form = element.closest("form");
  if (!form) throw new Error("The field is in no form.");
  fireEvent.submit(form);
}

/** Answers the question for an MFA code. */
export async function enterMfaCode(code = "123456"): Promise<void> {
  const element = await screen.findByLabelText("Authentication code");
  type(element, code);
  enter(element);
}

/** After a lost answer the same request was sent once more, with its requestId. */
export function expectSentAgain(requests: readonly Record<string, string>[]): void {
  const [first, ...others] = requests;
  expect(first?.["requestId"]).toMatch(/^[0-9a-f]{32}$/);
  expect(others).toEqual([first]);
}
